internal import FeatureKit

/// On which days and for which shifts a bar is open.
struct Opening: Shaped, Codable, Equatable {
    /// Empty: every day.
    var days: [Weekday] = []
    /// By their ids; empty: all.
    var shifts: [String] = []
    var closures: [Closure] = []

    static let shape = Shape.object([
        Field(
            "days", .list(of: .choice(of: Weekday.self), count: 0...7), "On which days; without any, every day.",
            default: []),
        Field("shifts", .list(of: Shift.word, count: 0...12), "For which shifts; without any, all.", default: []),
        Field("closures", .list(of: .of(Closure.self), count: 0...100), "When it is closed besides.", default: []),
    ])
}

/// What changes of when a bar is open; what is absent stays.
struct ChangeOpening: Shaped, Codable {
    var days: [Weekday]?
    var shifts: [String]?
    var closures: [Closure]?

    static let shape = Shape.object([
        Field(
            "days", .list(of: .choice(of: Weekday.self), count: 0...7), "On which days; without any, every day.",
            optional: true),
        Field("shifts", .list(of: Shift.word, count: 0...12), "For which shifts; without any, all.", optional: true),
        Field("closures", .list(of: .of(Closure.self), count: 0...100), "When it is closed besides.", optional: true),
    ])
}

/// Some days on which a bar is closed.
struct Closure: Shaped, Codable, Equatable {
    var from: String
    var to: String
    var why: String?

    static let shape = Shape.object([
        Field("from", Day.text, "The first day."), Field("to", Day.text, "The last day."),
        Field("why", .text(length: 1...200), "Why.", optional: true),
    ])
}
