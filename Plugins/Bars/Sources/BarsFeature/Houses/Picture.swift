internal import FeatureKit

/// What is known of a bar's picture; its bytes are a blob.
struct Picture: Shaped, Codable, Equatable {
    static let mostBytes = 5 * 1_024 * 1_024
    /// How many pixels a side has at most.
    static let mostPixels: Int64 = 20_000

    var type: String
    var width: Int64
    var height: Int64
    var bytes: Int64
    /// Another one for other bytes: by it an app knows whether it has them.
    var tag: String

    static let shape = Shape.object([
        Field("type", .text(length: 1...50), "The media type."),
        Field("width", .integer(in: 1...mostPixels), "How many pixels it is wide."),
        Field("height", .integer(in: 1...mostPixels), "How many pixels it is high."),
        Field("bytes", .integer(in: 0...Int64(mostBytes)), "Its size."),
        Field("tag", .text(length: 1...64), "Another one for other bytes."),
    ])

    /// The blob of a bar's picture.
    static func blob(of bar: String) -> String { "pictures/\(bar)" }
}
