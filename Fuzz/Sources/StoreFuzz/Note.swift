import FeatureKit

/// What the fuzzed store keeps: something for every kind of index.
struct Note: Shaped, Codable, Equatable {
    var title: String
    var number: Int
    var place: GeoPoint?

    static let shape = Shape.object([
        Field("title", .text(), "A title."), Field("number", .integer(), "A number."),
        Field("place", .of(GeoPoint.self), "Where.", optional: true),
    ])

    static let collection = Documents<Note>(
        "notes", indexes: [.on("number"), .unique(.folded("title")), .contains("title"), .near("place")])

    init(_ number: Int) {
        title = "Note number \(number) \(String(repeating: "é", count: number % 50))"
        self.number = number
        place = number % 2 == 0 ? GeoPoint(lat: Double(number % 90), lon: Double(number)) : nil
    }
}
