/// A text that must not be seen: it prints as `<redacted>` wherever it is printed.
public struct Secret: Shaped, Equatable, Codable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// A secret, which documents hold only as a reference.
    public static var shape: Shape { .secret }

    private let text: String

    /// Makes a secret of a text.
    public init(_ text: String) { self.text = text }

    /// The text itself; keep it away from logs and replies.
    public func reveal() -> String { text }

    /// Always `<redacted>`.
    public var description: String { Secret.redacted }
    /// Always `<redacted>`.
    public var debugDescription: String { Secret.redacted }
    /// A mirror that shows `<redacted>` only.
    public var customMirror: Mirror { Mirror(self, children: ["secret": Secret.redacted]) }

    /// What stands in for every secret.
    public static let redacted = "<redacted>"

    /// Reads the text that a host resolved from the reference.
    public init(from reader: inout RecordReader) throws(RecordError) { text = try reader.text() }

    /// Writes `<redacted>`, unless it goes to the reader it is meant for.
    public func write(to writer: inout RecordWriter) {
        writer.text(writer.revealsSecrets ? text : Secret.redacted)
    }

    /// Reads the text that a host resolved from the reference.
    public init(from decoder: any Decoder) throws { text = try String(from: decoder) }

    /// Writes `<redacted>`, so that nothing that is encoded carries the text.
    ///
    /// Only on the way to whoever it was meant for, who may have a type of their own or a process of their own, it is
    /// written as what it is.
    public func encode(to encoder: any Encoder) throws {
        try (CodingUserInfoKey.reveals(encoder.userInfo) ? text : Secret.redacted).encode(to: encoder)
    }
}
