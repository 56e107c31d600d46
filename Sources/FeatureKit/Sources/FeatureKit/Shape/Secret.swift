/// A text that must not be shown: it prints as `<redacted>` everywhere.
public struct Secret: Shaped, Equatable, Codable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The Shape of a secret, which configuration files hold only as a reference.
    public static var shape: Shape { .secret }

    private let text: String

    /// Makes a secret from a text.
    public init(_ text: String) { self.text = text }

    /// The text itself; keep it away from logs and replies.
    public func reveal() -> String { text }

    /// Always `<redacted>`.
    public var description: String { Secret.redacted }
    /// Always `<redacted>`.
    public var debugDescription: String { Secret.redacted }
    /// A mirror that shows only `<redacted>`.
    public var customMirror: Mirror { Mirror(self, children: ["secret": Secret.redacted]) }

    /// The text that is shown in place of every secret.
    public static let redacted = "<redacted>"

    /// Reads the text that a host resolved from the reference.
    public init(from reader: inout RecordReader) throws(RecordError) { text = try reader.text() }

    /// Writes `<redacted>`, or the text where the data goes to the reader that it is meant for.
    public func write(to writer: inout RecordWriter) {
        writer.text(writer.revealsSecrets ? text : Secret.redacted)
    }

    /// Reads the text that a host resolved from the reference.
    public init(from decoder: any Decoder) throws { text = try String(from: decoder) }

    /// Writes `<redacted>`, so that encoded data never contains the text.
    ///
    /// The text itself is written only on the way to the reader that it is meant for, where that has another type or
    /// runs in another process.
    public func encode(to encoder: any Encoder) throws {
        try (CodingUserInfoKey.reveals(encoder.userInfo) ? text : Secret.redacted).encode(to: encoder)
    }
}
