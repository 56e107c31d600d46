public import FeatureKit

/// The path of a file in a module's settings, which is relative to the configuration.
public struct FilePath: Shaped, Equatable, ExpressibleByStringLiteral {
    /// A path.
    public static var shape: Shape { .path }

    /// The path as a text; the host has made it absolute.
    public let text: String

    /// A path.
    public init(_ text: String) { self.text = text }
    /// A path.
    public init(stringLiteral text: String) { self.text = text }
    /// Reads a path.
    public init(from reader: inout RecordReader) throws(RecordError) { text = try reader.text() }
    /// Writes the path.
    public func write(to writer: inout RecordWriter) { writer.text(text) }
}
