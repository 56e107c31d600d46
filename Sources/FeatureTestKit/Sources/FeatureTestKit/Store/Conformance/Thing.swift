@_spi(Hosting) internal import FeatureKit

/// A document with a field of every kind that can be asked for.
struct Thing: Shaped, Codable, Equatable {
    enum Kind: String, Codable, CaseIterable, Shaped { case drink, food, other }

    struct Home: Shaped, Codable, Equatable {
        var city: String
        var floor: Int?
        static let shape = Shape.object([
            Field("city", .text(), "A city."), Field("floor", .integer(), "A floor.", optional: true),
        ])
    }

    var name = ""
    var count: Int?
    var share: Double?
    var isOpen: Bool?
    var kind: Kind?
    var every: Duration?
    var since: Timestamp?
    var home: Home?
    var place: GeoPoint?
    var note: String?

    static let shape = Shape.object([
        Field("name", .text(), "A name."),
        Field("count", .integer(), "A whole number.", optional: true),
        Field("share", .number(), "A number.", optional: true),
        Field("isOpen", .boolean, "Yes or no.", optional: true),
        Field("kind", .choice(of: Kind.self), "A kind.", optional: true),
        Field("every", .duration(), "A duration.", optional: true),
        Field("since", .timestamp, "A time.", optional: true),
        Field("home", .of(Home.self), "Where it lives.", optional: true),
        Field("place", .of(GeoPoint.self), "Where it stands.", optional: true),
        Field("note", .text(length: 0...4_194_304), "What no index holds.", optional: true),
    ])
}

extension Documents<Thing> {
    static var things: Documents {
        .init(
            "things",
            indexes: [
                .on("name"), .on(.folded("name")), .on("count"), .on("share"), .on("isOpen"), .on("kind", "count"),
                .on("every"), .on("since"), .on("home.city", "home.floor"), .contains("name"), .near("place"),
            ])
    }
}

/// Something of which no two may have the same, in several ways.
struct Seat: Shaped, Codable, Equatable {
    var row: Int?
    var place: Int?
    var guest: String?
    static let shape = Shape.object([
        Field("row", .integer(), "The row.", optional: true), Field("place", .integer(), "The place.", optional: true),
        Field("guest", .text(), "Who sits there.", optional: true),
    ])
}

extension Documents<Seat> {
    static var seats: Documents {
        .init("seats", indexes: [.unique("row", "place"), .unique(.folded("guest"))])
    }
}
