/// A document as the store has it.
public struct Stored<Document: Shaped>: Sendable {
    /// Its id.
    public let id: String
    /// What it was written as; it only grows, across the whole store.
    public let version: Int64
    /// Its content.
    public var document: Document
    /// How far it lies from the point that was asked for, in metres.
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
