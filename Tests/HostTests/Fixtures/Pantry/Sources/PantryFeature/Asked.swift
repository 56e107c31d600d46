import FeatureKit

private let idField = Field("id", .text(length: 1...256), "Which jar.")

/// Which jar is meant.
struct Named: Shaped, Codable {
    var id: String
    static let shape = Shape.object([idField])
}

/// A jar as it shall be.
struct Put: Shaped, Codable {
    var id: String
    var label: String
    var count: Int
    var expecting: Int64?
    static let shape = Shape.object([
        idField, Field("label", .text(), "What it says."), Field("count", .integer(), "How many are in it."),
        Field("expecting", .integer(), "The version that it has; 0 where it is not there.", optional: true),
    ])
}

/// What comes into a jar.
struct Add: Shaped, Codable {
    var id: String
    var by: Int
    var movement: String?
    static let shape = Shape.object([
        idField, Field("by", .integer(), "How many come.", default: 1),
        Field("movement", .text(length: 1...256), "The movement's id; one is made otherwise.", optional: true),
    ])
}

/// What goes from one jar into another.
struct Move: Shaped, Codable {
    var from: String
    var to: String
    var count: Int
    static let shape = Shape.object([
        Field("from", .text(), "Out of which."), Field("to", .text(), "Into which."),
        Field("count", .integer(in: 0...1_000_000), "How many."),
    ])
}

/// Which jars are wanted.
struct Wanted: Shaped, Codable {
    var contains: String?
    var from: Int?
    var limit: Int
    var after: PageCursor?
    static let shape = Shape.object([
        Field("contains", .text(), "What the label holds.", optional: true),
        Field("from", .integer(), "The fewest that are in it.", optional: true),
        Field("limit", .integer(in: 1...1_000), "How many at most.", default: 100),
        Field("after", PageCursor.shape, "Where the page begins.", optional: true),
    ])
}

/// From where on changes are told.
struct Since: Shaped, Codable {
    var after: ChangeToken?
    static let shape = Shape.object([Field("after", ChangeToken.shape, "The last that was seen.", optional: true)])
}

/// A picture as it shall be made.
struct Photograph: Shaped, Codable {
    var id: String
    var size: Int
    var seed: Int
    static let shape = Shape.object([
        idField, Field("size", .integer(in: 0...134_217_728), "How many bytes."),
        Field("seed", .integer(), "Which picture.", default: 1),
    ])
}
