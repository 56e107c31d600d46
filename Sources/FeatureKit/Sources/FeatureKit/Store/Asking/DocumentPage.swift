/// One page of a query's documents, and where the next page begins.
public struct DocumentPage<Document: Shaped>: Sendable {
    /// The documents, in the query's order.
    public let items: [Stored<Document>]
    /// The cursor of the next page; nil at the end.
    public let next: PageCursor?

    /// Puts a page together.
    @_spi(Hosting) public init(items: [Stored<Document>], next: PageCursor?) {
        self.items = items
        self.next = next
    }
}

/// Where a query's next page begins: a text that callers may get and send back.
///
/// It keeps its place while others write: they cause nothing to be shown twice or skipped.
public struct PageCursor: Shaped, Hashable, Codable, CustomStringConvertible {
    /// The text.
    public let description: String

    /// Takes a text that was handed out; whether it is valid is checked when it is used.
    public init(_ text: String) { description = text }

    /// A text.
    public static let shape = Shape.text(length: 1...StoreLimits.cursorBytes)
    /// Reads a text.
    public init(from reader: inout RecordReader) throws(RecordError) {
        description = try reader.text()
        guard description.textsHave(length: 1...StoreLimits.cursorBytes) else { throw reader.error(.outOfBounds) }
    }
    /// Writes the text.
    public func write(to writer: inout RecordWriter) { writer.text(description) }
    /// Reads a text.
    public init(from decoder: any Decoder) throws { description = try String(from: decoder) }
    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
