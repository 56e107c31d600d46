@_spi(Hosting) import FeatureKit

/// What the tests of collections and queries keep.
enum StoredPlaces {
    static let shape = Shape.object([
        Field("name", .text(), "What it is called."), Field("type", .choice(["bar", "pub"]), "Its kind."),
        Field("owner", .text(), "Whose it is.", optional: true), Field("seats", .integer(), "For how many."),
        Field("stars", .number(), "How good it is.", optional: true), Field("open", .boolean, "Whether it is open."),
        Field("since", .timestamp, "Since when.", optional: true),
        Field("patience", .duration(), "How long one waits.", optional: true),
        Field(
            "address", .object([Field("city", .text(), "The city."), Field("code", .text(), "Its code.")]), "Where.",
            optional: true),
        Field("place", GeoPoint.shape, "The point.", optional: true),
        Field("tags", .list(of: .text()), "Words.", optional: true), Field("key", .media, "A picture.", optional: true),
    ])

    static let indexes: [StoreIndex] = [
        .on("owner", "type"), .unique(.folded("name")), .on("seats"), .on("stars", "seats"), .on("open"), .on("since"),
        .on("patience"), .on("address.city", .folded("owner")), .contains("name"), .contains("owner"), .near("place"),
    ]

    static func collection(_ indexes: [StoreIndex] = indexes, name: String = "bars") throws -> CheckedCollection {
        try CheckedCollection(CollectionLayout(name: name, shape: shape, indexes: indexes), of: "test")
    }

    static func query(
        _ conditions: [StoreCondition] = [], _ order: StoreOrder? = nil, limit: Int = 10, after: PageCursor? = nil
    ) throws -> CheckedQuery {
        try CheckedQuery(of: collection(), where: conditions, order: order, limit: limit, after: after)
    }
}
