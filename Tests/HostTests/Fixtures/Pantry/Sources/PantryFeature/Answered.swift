import FeatureKit

/// A jar as it is kept.
struct Shown: Shaped, Codable {
    var id: String
    var version: Int64
    var label: String
    var count: Int
    var picture: String?
    static let shape = Shape.object([
        Field("id", .text(), "Its id."), Field("version", .integer(), "Its version."),
        Field("label", .text(), "What it says."), Field("count", .integer(), "How many are in it."),
        Field("picture", .text(), "The blob that shows it.", optional: true),
    ])

    init(_ stored: Stored<Jar>) {
        (id, version) = (stored.id, stored.version)
        (label, count, picture) = (stored.document.label, stored.document.count, stored.document.picture)
    }
}

/// Some jars.
struct Listed: Shaped, Codable {
    var jars: [Shown]
    var next: PageCursor?
    var token: ChangeToken
    static let shape = Shape.object([
        Field("jars", .list(of: .of(Shown.self)), "The jars."),
        Field("next", PageCursor.shape, "Where the next page begins.", optional: true),
        Field("token", ChangeToken.shape, "The place in the changes of what is listed."),
    ])
}

/// Whether something was there.
struct Dropped: Shaped, Codable {
    var existed: Bool
    static let shape = Shape.object([Field("existed", .boolean, "Whether there was one.")])
}

/// A change of a jar.
struct Changed: Shaped, Codable {
    var id: String
    var version: Int64
    var count: Int?
    var token: ChangeToken
    static let shape = Shape.object([
        Field("id", .text(), "Which jar."), Field("version", .integer(), "The version of the change."),
        Field("count", .integer(), "How many are in it; absent where it is gone.", optional: true),
        Field("token", ChangeToken.shape, "The place after it."),
    ])
}

/// What is known of a picture.
struct Photographed: Shaped, Codable {
    var size: Int
    var hash: String
    static let shape = Shape.object([
        Field("size", .integer(), "How many bytes."), Field("hash", .text(), "Their SHA-256."),
    ])
}
