public import FeatureKit

/// Bytes of any type as the body of a request, at most so many of them, as in `Upload<65_536>`.
public struct Upload<let most: Int>: Shaped, Sendable {
    /// Bytes and a media type.
    public static var shape: Shape { .media(upTo: most) }

    /// What was sent.
    public let media: Media

    /// Takes what was sent.
    public init(_ media: Media) { self.media = media }

    /// Reads the bytes and their type.
    public init(from reader: inout RecordReader) throws(RecordError) { media = try Media(from: &reader) }

    /// Writes the bytes and their type.
    public func write(to writer: inout RecordWriter) { media.write(to: &writer) }
}
