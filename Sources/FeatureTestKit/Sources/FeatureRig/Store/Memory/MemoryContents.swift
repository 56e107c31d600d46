@_spi(Hosting) internal import FeatureKit

/// A feature's documents, blobs and changes; a transaction works on them in place and puts back what was there before.
final class MemoryContents {
    /// A document as it was written, and what queries look at.
    struct Row {
        let version: Int64
        let document: Value
        let bytes: Int
        var entry: DocumentEntry
    }

    struct StoredBlob {
        let facts: Blob
        let bytes: [UInt8]
    }

    /// The values of a unique index that some document has.
    private struct Claim: Hashable {
        let index: Int
        let keys: [StoreKey]
    }

    let feature: String
    /// The number of the newest change of all.
    var version: Int64 = 0
    private(set) var documents = 0
    private(set) var bytes = 0
    private(set) var rows: [String: [ByteText: Row]] = [:]
    private(set) var blobs: [ByteText: StoredBlob] = [:]
    private var collections: [String: CheckedCollection] = [:]
    private var claims: [String: [Claim: String]] = [:]
    private var log = MemoryChanges()

    init(of feature: String) { self.feature = feature }

    /// The place of this moment in the changes.
    var token: ChangeToken { log.token(at: version) }

    /// Makes everything that is kept fit what is declared now, or leaves it as it was.
    func arrange(_ declared: [CheckedCollection]) throws(StoreError) {
        var arranged: [(CheckedCollection, [ByteText: Row], [Claim: String])] = []
        for collection in declared where collections[collection.name]?.layout != collection.layout {
            var (rows, claims) = (rows[collection.name] ?? [:], [Claim: String]())
            for id in rows.keys.sorted() {
                guard var row = rows[id] else { continue }
                let entry = try collection.entry(ofStored: row.document, id: id.text)
                row.entry = entry
                rows[id] = row
                for claim in Self.claims(of: entry, in: collection) {
                    if let holder = claims.updateValue(id.text, forKey: claim) {
                        let fields = collection.ordered[claim.index].columns.map { collection.columns[$0].field }
                        throw .duplicates(fields, in: collection.name, holder, id.text)
                    }
                }
            }
            arranged.append((collection, rows, claims))
        }
        for (collection, rows, claims) in arranged {
            collections[collection.name] = collection
            self.rows[collection.name] = rows
            self.claims[collection.name] = claims
        }
    }

    func row(_ id: String, in collection: CheckedCollection) -> Row? { rows[collection.name]?[ByteText(id)] }

    /// Puts a row in its place, or takes it away; what was there before.
    @discardableResult
    func set(_ row: Row?, _ id: String, in collection: CheckedCollection) -> Row? {
        let old = rows[collection.name]?[ByteText(id)]
        for claim in Self.claims(of: old?.entry, in: collection) { claims[collection.name]?[claim] = nil }
        for claim in Self.claims(of: row?.entry, in: collection) { claims[collection.name, default: [:]][claim] = id }
        rows[collection.name, default: [:]][ByteText(id)] = row
        documents += (row == nil ? 0 : 1) - (old == nil ? 0 : 1)
        bytes += (row?.bytes ?? 0) - (old?.bytes ?? 0)
        return old
    }

    @discardableResult
    func set(_ blob: StoredBlob?, _ id: String) -> StoredBlob? {
        let old = blobs.removeValue(forKey: ByteText(id))
        blobs[ByteText(id)] = blob
        bytes += (blob?.facts.size ?? 0) - (old?.facts.size ?? 0)
        return old
    }

    /// Another document that has the same values in a unique index, if there is one.
    func holder(of entry: DocumentEntry, in collection: CheckedCollection) -> (fields: [FieldKey], holder: String)? {
        for claim in Self.claims(of: entry, in: collection) {
            if let holder = claims[collection.name]?[claim], ByteText(holder) != ByteText(entry.id) {
                return (collection.ordered[claim.index].columns.map { collection.columns[$0].field }, holder)
            }
        }
        return nil
    }

    private static func claims(of entry: DocumentEntry?, in collection: CheckedCollection) -> [Claim] {
        guard let entry else { return [] }
        return collection.ordered.enumerated().compactMap { number, index in
            guard index.isUnique else { return nil }
            let keys = index.columns.map { entry.keys[$0] }
            return keys.contains(.null) ? nil : Claim(index: number, keys: keys)
        }
    }

    func keep(_ changes: [MemoryChanges.Change], _ terms: MemoryStore.Terms) {
        log.append(changes, most: terms.keptChanges, mostBytes: terms.keptChangeBytes)
    }

    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) throws(StoreError) -> ChangeBatch<Document> {
        guard let position = log.position(of: place, in: collection.name, newest: version) else {
            throw .behind(collection.name)
        }
        let found = log.changes(of: collection.name, after: position, most: most)
        var changes: [DocumentChange<Document>] = []
        for change in found {
            let document: Document? =
                if let value = change.document {
                    try collection.read(value, change.id, as: type)
                } else { nil }
            let token = log.token(at: change.version)
            changes.append(.init(id: change.id, version: change.version, document: document, token: token))
        }
        guard found.count == most, let last = found.last else {
            return ChangeBatch(changes: changes, reached: token, isAtEnd: true)
        }
        return ChangeBatch(changes: changes, reached: log.token(at: last.version), isAtEnd: false)
    }
}
