/// A store as it is at one moment, inside `store.read`; not to be used after it.
public class StoreSnapshot {
    let access: StoreAccess
    private var open: (any StoreReading)?

    init(of access: StoreAccess, _ session: any StoreReading) {
        self.access = access
        open = session
    }

    /// The place in the changes up to which this snapshot has them.
    public var token: ChangeToken { get throws(StoreError) { try session().token } }

    /// The blobs.
    public var blobs: SnapshotBlobs { SnapshotBlobs(of: self) }

    /// A document; nil where there is none.
    public func get<Document>(
        _ collection: StoredCollection<Document>, _ id: String
    ) throws(StoreError) -> Stored<Document>? {
        try session(for: collection, id).document(id, in: collection.checked, as: Document.self)
    }

    /// The documents that meet all conditions, page by page.
    public func query<Document>(
        _ collection: StoredCollection<Document>, where conditions: [StoreCondition] = [], order: StoreOrder? = nil,
        limit: Int? = nil, after: PageCursor? = nil
    ) throws(StoreError) -> DocumentPage<Document> {
        let query = try CheckedQuery(
            of: collection.checked, where: conditions, order: order, limit: limit ?? StoreLimits.usualPage, after: after
        )
        return try session(for: collection).page(query, of: collection.checked, as: Document.self)
    }

    /// The first document that meets all conditions; nil where there is none.
    public func first<Document>(
        _ collection: StoredCollection<Document>, where conditions: [StoreCondition] = [], order: StoreOrder? = nil
    ) throws(StoreError) -> Stored<Document>? {
        try query(collection, where: conditions, order: order, limit: 1).items.first
    }

    /// All documents that meet all conditions, whatever their number; meant for those of one thing, such as a user.
    public func all<Document>(
        _ collection: StoredCollection<Document>, where conditions: [StoreCondition], order: StoreOrder? = nil
    ) throws(StoreError) -> [Stored<Document>] {
        var page = try query(collection, where: conditions, order: order, limit: StoreLimits.page)
        var found = page.items
        while let next = page.next {
            page = try query(collection, where: conditions, order: order, limit: StoreLimits.page, after: next)
            found += page.items
        }
        return found
    }

    /// How many documents meet all conditions.
    public func count<Document>(
        _ collection: StoredCollection<Document>, where conditions: [StoreCondition] = []
    ) throws(StoreError) -> Int {
        let query = try CheckedQuery(of: collection.checked, where: conditions, order: nil, limit: 1, after: nil)
        return try session(for: collection).count(query, of: collection.checked)
    }

    func session() throws(StoreError) -> any StoreReading {
        guard let open else { throw .ended(access.feature) }
        return open
    }

    /// With what a blob of this id can be read.
    func session(forBlob id: String) throws(StoreError) -> any StoreReading {
        try access.checkBlobs()
        try StoreID.check(id)
        return try session()
    }

    /// With what a collection can be read, if it is one of this store.
    func session<Document>(
        for collection: StoredCollection<Document>, _ id: String? = nil
    ) throws(StoreError) -> any StoreReading {
        guard collection.access === access else {
            let (owner, here) = (collection.access.feature, access.feature)
            // One of this feature, but of an earlier run.
            guard owner != here else { throw .stopped(here) }
            throw .foreign(collection.name, of: owner, in: here)
        }
        if let id { try StoreID.check(id) }
        return try session()
    }

    func end() { open = nil }
}
