/// The metadata of a blob.
public struct Blob: Sendable, Hashable {
    /// Its id.
    public let id: String
    /// Its media type, such as `image/png`.
    public let type: String
    /// How many bytes it has.
    public let size: Int
    /// The SHA-256 of its bytes, in hexadecimal.
    public let hash: String
    /// The version, which only grows, across the whole store.
    public let version: Int64

    /// Puts the facts together.
    @_spi(Hosting) public init(id: String, type: String, size: Int, hash: String, version: Int64) {
        self.id = id
        self.type = type
        self.size = size
        self.hash = hash
        self.version = version
    }
}
