internal import FeatureKit

/// A place where people eat, and what there is of it.
struct Bar: Shaped, Codable, Equatable {
    static let word = Shape.text(length: 1...50)
    static let mostSeats: Int64 = 10_000

    var name: String
    var description = ""
    /// How many people it takes in one shift; with a plan what its tables have.
    var capacity: Int64
    /// One of those that the settings name.
    var type: String
    var location: GeoPoint
    var address: String?
    /// The key of whoever put it here.
    var owner: String
    /// Where it is, as time zones go; that of the settings unless told.
    var zone: String?
    var opening = Opening()
    /// Its tables; empty where only seats are counted.
    var tables: [Table] = []
    var image: Picture?
    var made: Timestamp

    static let shape = Shape.object([
        Field("name", .text(length: 1...100), "What it is called."),
        Field("description", .text(length: 0...2_000), "What there is to say.", default: ""),
        Field("capacity", .integer(in: 1...mostSeats), "How many people it takes in one shift."),
        Field("type", word, "One of the types."),
        Field("location", .of(GeoPoint.self), "Where it is."),
        Field("address", .text(length: 1...200), "Where it is, in words.", optional: true),
        Field("owner", .text(length: 1...Person.mostKeyBytes), "Whose it is."),
        Field("zone", .text(length: 1...64), "Its time zone, such as Europe/Madrid.", optional: true),
        Field("opening", .of(Opening.self), "When it is open.", default: [:]),
        Field("tables", .list(of: .of(Table.self), count: 0...Table.most), "Its tables.", default: []),
        Field("image", .of(Picture.self), "What its picture is.", optional: true),
        Field("made", .timestamp, "When it was put here."),
    ])
}

extension Documents<Bar> {
    static var bars: Documents<Bar> { .init("bars", indexes: [.on("owner", "made"), .on("type")]) }
}
