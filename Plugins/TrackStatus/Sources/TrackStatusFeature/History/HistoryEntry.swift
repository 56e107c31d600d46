internal import FeatureKit

/// A change of the status, or something that staff did or was refused.
struct HistoryEntry: Shaped, Codable, Equatable {
    enum What: String, Codable, CaseIterable, Sendable {
        /// The status changed.
        case status
        case said, withdrawn
        case raised, confirmed
        case clearingBegan, clearingRefused, clearingEnded, cleared
    }

    struct Zone: Shaped, Codable, Equatable {
        let zone: Int
        let mode: Mode
        let stale: Bool

        static let shape = Shape.object([
            Field("zone", .integer(in: 0...65_535), "The zone."),
            Field("mode", .choice(of: Mode.self), "What it changed to."),
            Field("stale", .boolean, "Whether it is stale."),
        ])
    }

    /// So many zones are named; of more it says how many.
    static let mostZones = 100

    /// Its place in the history; given where it is written.
    var number: Int = 0
    let at: Timestamp
    let what: What
    /// The revision that it made, or during which it was done.
    let revision: Int
    /// What the whole track was then.
    let mode: Mode
    let stale: Bool
    var source: String?
    var zones: [Zone] = []
    var moreZones = 0
    /// The zone that staff spoke of.
    var zone: Int?
    var by: String?
    var reason: String?
    var message: String?

    static let shape = Shape.object([
        Field("number", .integer(in: 0 ... .max), "Its place in the history."),
        Field("at", .timestamp, "When."), Field("what", .choice(of: What.self), "What happened."),
        Field("revision", .integer(in: 0 ... .max), "The status that it made, or during which it was done."),
        Field("mode", .choice(of: Mode.self), "The whole track's mode then."),
        Field("stale", .boolean, "Whether that was stale."),
        Field("source", .text(length: 1...64), "Who the mode went back to.", optional: true),
        Field("zones", .list(of: .of(Zone.self), count: 0...HistoryEntry.mostZones), "Which zones changed."),
        Field("moreZones", .integer(in: 0...65_536), "How many more did.", default: 0),
        Field("zone", .integer(in: 0...65_535), "The zone that staff spoke of.", optional: true),
        Field("by", .text(length: 1...Person.most), "Who did it.", optional: true),
        Field("reason", .text(length: 1...Reason.most), "Why, in their words.", optional: true),
        Field("message", .text(length: 1...Status.longestMessage), "What it says to people.", optional: true),
    ])
}

extension Documents<HistoryEntry> {
    static var history: Self { .init("history", indexes: [.on("number")]) }
}
