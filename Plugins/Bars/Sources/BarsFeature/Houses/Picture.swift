internal import FeatureKit

/// What is known of a bar's picture; its bytes are a blob.
struct Picture: Shaped, Equatable {
    static let mostBytes = 5 * 1024 * 1024

    var type: String
    var bytes: Int64
    /// Another one for other bytes: by it an app knows whether it has them.
    var tag: String

    static let shape = Shape.object([
        Field("type", .text(length: 1...50), "The media type."),
        Field("bytes", .integer(in: 0...5_242_880), "Its size."),
        Field("tag", .text(length: 1...64), "Another one for other bytes."),
    ])
}
