import FeatureKit

/// A jar and how many things are in it.
struct Jar: Shaped, Codable, Equatable {
    var label: String
    var count: Int
    var picture: String?
    static let shape = Shape.object([
        Field("label", .text(length: 1...200), "What it says."), Field("count", .integer(), "How many are in it."),
        Field("picture", .text(length: 1...256), "The blob that shows it.", optional: true),
    ])
}

/// What was put into a jar, or taken out.
struct Movement: Shaped, Codable, Equatable {
    var jar: String
    var by: Int
    static let shape = Shape.object([
        Field("jar", .text(length: 1...256), "Which jar."), Field("by", .integer(), "How many came."),
    ])
}

extension Documents<Jar> {
    static var jars: Documents<Jar> { .init("jars", indexes: [.on("count"), .contains("label")]) }
}

extension Documents<Movement> {
    static var movements: Documents<Movement> { .init("movements", indexes: [.on("jar")]) }
}
