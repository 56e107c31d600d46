/// The blobs at one moment, inside `store.read` and `store.transaction`.
public class SnapshotBlobs {
    let snapshot: StoreSnapshot

    init(of snapshot: StoreSnapshot) { self.snapshot = snapshot }

    /// A whole blob; nil where there is none.
    public func get(_ id: String) throws(StoreError) -> Media? {
        let session = try snapshot.session(forBlob: id)
        guard let facts = try session.blob(id) else { return nil }
        return Media(type: facts.type, bytes: try session.bytes(of: facts, range: 0..<facts.size))
    }

    /// Some bytes of a blob, as many of the range as there are; nil where there is no such blob.
    public func get(_ id: String, range: Range<Int>) throws(StoreError) -> [UInt8]? {
        let session = try snapshot.session(forBlob: id)
        guard let facts = try session.blob(id) else { return nil }
        return try session.bytes(of: facts, range: range.clamped(to: 0..<facts.size))
    }

    /// The metadata of a blob; nil where there is none.
    public func facts(_ id: String) throws(StoreError) -> Blob? { try snapshot.session(forBlob: id).blob(id) }
}

/// The blobs of a transaction.
public final class TransactionBlobs: SnapshotBlobs {
    private let transaction: StoreTransaction

    init(of transaction: StoreTransaction) {
        self.transaction = transaction
        super.init(of: transaction)
    }

    /// Writes a blob, replacing the one that has its id.
    @discardableResult
    public func put(_ media: Media, id: String) throws(StoreError) -> Blob {
        guard media.bytes.count <= StoreLimits.blobBytes else {
            throw .tooLarge("blob \"\(id)\"", media.bytes.count, most: StoreLimits.blobBytes)
        }
        return try transaction.writing(forBlob: id).put(media, asBlob: id)
    }

    /// Deletes a blob; false where there was none.
    @discardableResult
    public func delete(_ id: String) throws(StoreError) -> Bool { try transaction.writing(forBlob: id).deleteBlob(id) }
}
