/// A place in a store's changes: a text that may be stored, and that is still valid after a restart.
public struct ChangeToken: Shaped, Hashable, Codable, CustomStringConvertible {
    /// The text.
    public let description: String

    /// Takes a text that was handed out; whether it is valid is checked when it is used.
    public init(_ text: String) { description = text }

    /// A place in one store's history.
    @_spi(Hosting) public init(history: String, position: Int64) { description = "\(history).\(position)" }

    /// The store's history that it belongs to, and the version after which it goes on; nil for a text that is none.
    @_spi(Hosting) public var place: (history: String, position: Int64)? {
        guard let dot = description.utf8.firstIndex(of: UInt8(ascii: ".")),
            let position = Int64(description[dot...].dropFirst()), position >= 0
        else { return nil }
        return (String(description[..<dot]), position)
    }

    /// A text.
    public static let shape = Shape.text(length: 1...128)
    /// Reads a text.
    public init(from reader: inout RecordReader) throws(RecordError) {
        description = try reader.text()
        guard description.textsHave(length: 1...128) else { throw reader.error(.outOfBounds) }
    }
    /// Writes the text.
    public func write(to writer: inout RecordWriter) { writer.text(description) }
    /// Reads a text.
    public init(from decoder: any Decoder) throws { description = try String(from: decoder) }
    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
