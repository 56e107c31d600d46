/// Bytes that a feature keeps beside its documents, such as images and sounds.
public struct Blobs: Sendable {
    let access: StoreAccess

    /// Writes a blob, replacing the one that has its id.
    @discardableResult
    public func put(_ media: Media, id: String) async throws -> Blob {
        try await access.write { tx in try tx.blobs.put(media, id: id) }
    }

    /// A whole blob; nil where there is none.
    public func get(_ id: String) async throws -> Media? {
        try await access.read { snapshot in try snapshot.blobs.get(id) }
    }

    /// Some bytes of a blob, as many of the range as there are; nil where there is no such blob.
    public func get(_ id: String, range: Range<Int>) async throws -> [UInt8]? {
        try await access.read { snapshot in try snapshot.blobs.get(id, range: range) }
    }

    /// The metadata of a blob; nil where there is none.
    public func facts(_ id: String) async throws -> Blob? {
        try await access.read { snapshot in try snapshot.blobs.facts(id) }
    }

    /// Deletes a blob; false where there was none.
    @discardableResult
    public func delete(_ id: String) async throws -> Bool {
        try await access.write { tx in try tx.blobs.delete(id) }
    }
}
