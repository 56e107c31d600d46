internal import FeatureKit

// What is asked and replied where people look for a bar.

struct Search: Shaped, Codable {
    static let most: Int64 = 100

    /// A part of the name; accents and case don't matter.
    var name: String?
    /// Any of these.
    var type: [String] = []
    var lat: Double?
    var lon: Double?
    /// In metres.
    var within: Double?
    /// Tomorrow there has to be room for so many, in any of these shifts.
    var people: Int64?
    var shift: [String] = []
    var limit: Int64 = 20
    var after: String?

    static let shape = Shape.object([
        Field("name", .text(length: 1...100), "A part of the name; accents and case don't matter.", optional: true),
        Field("type", .list(of: Bar.word, count: 0...20), "Any of these types.", default: []),
        Field("lat", .number(in: -90...90), "Near which point; the nearest first.", optional: true),
        Field("lon", .number(in: -180...180), "Near which point.", optional: true),
        Field("within", .number(in: 0...20_100_000), "In so many metres.", optional: true),
        Field("people", .integer(in: 1...500), "With room for so many tomorrow.", optional: true),
        Field(
            "shift", .list(of: Shift.word, count: 0...12), "In any of these shifts; without any, in some.", default: []),
        Field("limit", .integer(in: 1...most), "How many at once.", default: 20),
        Field("after", .text(length: 1...500), "Where the page before ended: its next.", optional: true),
    ])
}

/// A bar among others.
struct Found: Shaped, Codable, Equatable {
    let id: String
    let name: String
    let type: String
    let location: GeoPoint
    let capacity: Int64
    /// In metres, where somebody said near what.
    var distance: Double?
    /// Tomorrow, by shift: how many seats are free; shifts for which it is closed are missing.
    let free: [String: Int64]

    static let shape = Shape.object([
        Field("id", Named.text, "The bar."), Field("name", .text(length: 1...100), "What it is called."),
        Field("type", Bar.word, "What it is."), Field("location", .of(GeoPoint.self), "Where it is."),
        Field("capacity", .integer(), "How many it takes."),
        Field("distance", .number(), "How far away it is, in metres.", optional: true),
        Field("free", .map(of: .integer()), "How many seats are free tomorrow, by shift."),
    ])
}

struct FoundPage: Shaped, Codable {
    let items: [Found]
    /// What brings the next page, with the same question; absent at the end.
    var next: String?

    static let shape = Shape.object([
        Field("items", .list(of: .of(Found.self)), "What was found."),
        Field("next", .text(length: 1...500), "What brings the next page.", optional: true),
    ])
}

extension Route where Request == Search, Reply == FoundPage {
    static var barsSearch: Self { .init("bars.search", .get, "/", access: .everyone) }
}
