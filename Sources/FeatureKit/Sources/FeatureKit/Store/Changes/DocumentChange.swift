/// A document that was written or deleted.
public struct DocumentChange<Document: Shaped>: Sendable {
    /// The document's id.
    public let id: String
    /// The version that the change gave it, also where it was deleted.
    public let version: Int64
    /// The document after the change; nil where it was deleted.
    public let document: Document?
    /// The place after this change.
    public let token: ChangeToken

    /// Puts a change together.
    @_spi(Hosting) public init(id: String, version: Int64, document: Document?, token: ChangeToken) {
        self.id = id
        self.version = version
        self.document = document
        self.token = token
    }
}
