/// The id of an entity of one type, so that a bar's id can't be mistaken for a booking's.
///
/// It is a text in documents, requests, paths and queries.
public struct ID<Entity>: Shaped, Codable, Hashable, Comparable, CustomStringConvertible {
    /// The text.
    public let text: String

    /// Makes an id from its text.
    public init(_ text: String) { self.text = text }

    /// Makes a unique id: 26 letters and digits that can't be guessed and carry no meaning.
    public static func random() -> ID { ID(StoreID.random()) }

    /// The text.
    public var description: String { text }

    /// Whether the first id comes before the second in the order of their texts.
    public static func < (left: ID, right: ID) -> Bool { left.text < right.text }

    /// A text.
    public static var shape: Shape { .text(length: 1...StoreLimits.idBytes) }
    /// Whatever the shape refuses is refused.
    public static var readsExactly: Bool { true }
    /// Reads the text.
    public init(from reader: inout RecordReader) throws(RecordError) {
        text = try reader.text()
        guard text.textsHave(length: 1...StoreLimits.idBytes) else { throw reader.error(.outOfBounds) }
    }
    /// Writes the text.
    public func write(to writer: inout RecordWriter) { writer.text(text) }
    /// Reads the text.
    public init(from decoder: any Decoder) throws { text = try String(from: decoder) }
    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Stored {
    /// The document's id with its type.
    public var key: ID<Document> { ID(id) }
}

extension StoredCollection {
    /// A document; nil where there is none.
    public func get(_ id: ID<Document>) async throws -> Stored<Document>? { try await get(id.text) }

    /// Writes a new document.
    ///
    /// - Throws: `exists` where there is one with this id.
    @discardableResult
    public func insert(_ document: Document, id: ID<Document>) async throws -> Stored<Document> {
        try await insert(document, id: id.text)
    }

    /// Writes a document, replacing the one that has its id.
    ///
    /// - Throws: `exists` or `version-differs` where something else was expected.
    @discardableResult
    public func put(
        _ document: Document, id: ID<Document>, expecting: Expectation = .anything
    ) async throws -> Stored<Document> { try await put(document, id: id.text, expecting: expecting) }

    /// Changes a document in isolation from other writers.
    ///
    /// - Throws: `not-found` where there is none; an error of `change`, and then nothing is written.
    @discardableResult
    public func update(
        _ id: ID<Document>, _ change: @escaping @Sendable (inout Document) throws -> Void
    ) async throws -> Stored<Document> { try await update(id.text, change) }

    /// Deletes a document; false where there was none.
    ///
    /// - Throws: `version-differs` where another version was expected.
    @discardableResult
    public func delete(_ id: ID<Document>, expecting: Expectation = .anything) async throws -> Bool {
        try await delete(id.text, expecting: expecting)
    }
}

extension StoreSnapshot {
    /// A document; nil where there is none.
    public func get<Document>(
        _ collection: StoredCollection<Document>, _ id: ID<Document>
    ) throws(StoreError) -> Stored<Document>? { try get(collection, id.text) }
}

extension StoreTransaction {
    /// Writes a new document.
    ///
    /// - Throws: `exists` where there is one with this id.
    @discardableResult
    public func insert<Document>(
        _ collection: StoredCollection<Document>, _ document: Document, id: ID<Document>
    ) throws(StoreError) -> Stored<Document> { try insert(collection, document, id: id.text) }

    /// Writes a document, replacing the one that has its id.
    ///
    /// - Throws: `exists` or `version-differs` where something else was expected.
    @discardableResult
    public func put<Document>(
        _ collection: StoredCollection<Document>, _ document: Document, id: ID<Document>,
        expecting: Expectation = .anything
    ) throws(StoreError) -> Stored<Document> { try put(collection, document, id: id.text, expecting: expecting) }

    /// Changes a document.
    ///
    /// - Throws: `not-found` where there is none; an error of `change`.
    @discardableResult
    public func update<Document>(
        _ collection: StoredCollection<Document>, _ id: ID<Document>, _ change: (inout Document) throws -> Void
    ) throws -> Stored<Document> { try update(collection, id.text, change) }

    /// Deletes a document; false where there was none.
    ///
    /// - Throws: `version-differs` where another version was expected.
    @discardableResult
    public func delete<Document>(
        _ collection: StoredCollection<Document>, _ id: ID<Document>, expecting: Expectation = .anything
    ) throws(StoreError) -> Bool { try delete(collection, id.text, expecting: expecting) }
}
