/// A document with its id and version.
public struct Stored<Document: Shaped>: Sendable {
    /// Its id.
    public let id: String
    /// The version, which only grows, across the whole store.
    public let version: Int64
    /// Its content.
    public var document: Document
    /// How far it is from the point of the query, in metres.
    public let distance: Double?

    /// Puts a stored document together.
    @_spi(Hosting) public init(id: String, version: Int64, document: Document, distance: Double? = nil) {
        self.id = id
        self.version = version
        self.document = document
        self.distance = distance
    }
}

extension Stored: Equatable where Document: Equatable {}
