public import FeatureKit

/// An image that somebody sends: a PNG, JPEG or WebP of at most 5 MiB, as the one field of `.media` of a request.
///
/// Its header is read when it arrives, outside any transaction. What is wrong with it is told when it is stored: a caller
/// who may not store it learns that first.
public struct ImageUpload: Shaped, Sendable {
    /// How many pixels a side has.
    public static let sides = 1...20_000
    /// Bytes and a media type.
    public static let shape = Shape.media(upTo: 5 * 1_024 * 1_024)

    /// What was sent.
    public let media: Media
    private let header: Result<ImageHeader, ImageRefusal>

    /// Takes what was sent.
    public init(_ media: Media) {
        self.media = media
        header = Result { () throws(ImageRefusal) in try Self.header(of: media) }
    }

    private static func header(of media: Media) throws(ImageRefusal) -> ImageHeader {
        guard let format = ImageHeader.Format(media.bytes) else { throw .notAnImage }
        guard !format.contradicts(media.type) else { throw .otherFormat(type: media.type, format: format.rawValue) }
        let header: ImageHeader
        do { header = try ImageHeader(media.bytes, format) } catch { throw .damagedPicture(format: format.name) }
        guard sides.contains(header.width), sides.contains(header.height) else {
            throw .pictureSize(width: header.width, height: header.height)
        }
        return header
    }

    /// Stores the image as a blob.
    ///
    /// - Returns: Its facts, for the record that has the image.
    public func store(as id: String, in tx: StoreTransaction) throws -> StoredImage {
        let header = try header.get()
        let blob = try tx.blobs.put(Media(type: header.format.rawValue, bytes: media.bytes), id: id)
        return StoredImage(
            type: blob.type, width: header.width, height: header.height, bytes: blob.size, tag: blob.hash)
    }

    /// Reads the bytes and their type.
    public init(from reader: inout RecordReader) throws(RecordError) { self.init(try Media(from: &reader)) }

    /// Writes the bytes and their type.
    public func write(to writer: inout RecordWriter) { media.write(to: &writer) }
}

/// The facts of an image that is stored as a blob.
@Record public struct StoredImage: Equatable, Sendable {
    /// The media type.
    @Text(1...50) public var type: String
    /// How many pixels it is wide.
    @In(1...20_000) public var width: Int
    /// How many pixels it is high.
    @In(1...20_000) public var height: Int
    /// How many bytes it has.
    @In(0...5_242_880) public var bytes: Int
    /// A text that differs for other bytes, by which an app knows whether it has them already.
    @Text(1...64) public var tag: String
}

/// Why an image is refused.
@Refusals public enum ImageRefusal: Equatable, Sendable {
    /// The first bytes are of no format that is read.
    @Refuses(415, "The image is no PNG, JPEG or WebP.", code: "unsupported-media-type") case notAnImage
    /// The media type says another format than the bytes.
    @Refuses(415, "The image is called {type}, and is {format}.", code: "unsupported-media-type")
    case otherFormat(type: String, format: String)
    /// It has no size or no end.
    @Refuses(400, "The {format} was cut short, or is broken.") case damagedPicture(format: String)
    /// It is too large.
    @Refuses(400, "The image has {width} × {height} pixels; each side has 1 to 20000.")
    case pictureSize(width: Int, height: Int)
}
