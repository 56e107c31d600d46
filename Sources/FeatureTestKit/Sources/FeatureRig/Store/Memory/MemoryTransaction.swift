@_spi(Hosting) internal import FeatureKit

/// What a body writes, and how to take it back.
final class MemoryTransaction: MemoryMoment, StoreWriting {
    private let terms: MemoryStore.Terms
    private let before: Int64
    private var steps: [Step] = []
    private var changes: [MemoryChanges.Change] = []

    /// What was somewhere before.
    private enum Step {
        case row(MemoryContents.Row?, String, CheckedCollection)
        case blob(MemoryContents.StoredBlob?, String)
    }

    init(on shelf: MemoryContents, _ terms: MemoryStore.Terms) {
        self.terms = terms
        before = shelf.version
        super.init(of: shelf)
    }

    func put<Document: Shaped>(
        _ document: Document, id: String, in collection: CheckedCollection, expecting: Expectation
    ) throws(StoreError) -> Int64 {
        let value: Value
        do { value = try Value(encoding: document) } catch { throw .misfit(id, in: collection.name, error) }
        let bytes = value.json.utf8.count
        guard bytes <= StoreLimits.documentBytes else { throw .tooLarge(id, in: collection.name, bytes) }
        let shape = collection.layout.shape
        let complete = shape.completed(value)
        let problems = shape.problems(in: complete)
        guard problems.isEmpty else { throw .misfit(id, in: collection.name, problems) }
        let entry = try collection.entry(of: complete, id: id)
        let old = shelf.row(id, in: collection)
        try check(old, id, in: collection, expecting)
        if old == nil, shelf.documents >= terms.documents {
            throw .full(shelf.feature, "documents", most: terms.documents)
        }
        try makeRoom(for: bytes, insteadOf: old?.bytes ?? 0)
        if let (fields, holder) = shelf.holder(of: entry, in: collection) {
            throw .duplicate(fields, in: collection.name, holder: holder)
        }
        shelf.version += 1
        set(.init(version: shelf.version, document: value, bytes: bytes, entry: entry), id, in: collection)
        return shelf.version
    }

    func delete(_ id: String, in collection: CheckedCollection, expecting: Expectation) throws(StoreError) -> Bool {
        let old = shelf.row(id, in: collection)
        try check(old, id, in: collection, expecting)
        guard old != nil else { return false }
        shelf.version += 1
        set(nil, id, in: collection)
        return true
    }

    func put(_ media: Media, asBlob id: String) throws(StoreError) -> Blob {
        try makeRoom(for: media.bytes.count, insteadOf: shelf.blobs[ByteText(id)]?.facts.size ?? 0)
        shelf.version += 1
        let facts = Blob(
            id: id, type: media.type, size: media.bytes.count, hash: SHA256.hexDigest(of: media.bytes),
            version: shelf.version)
        steps.append(.blob(shelf.set(.init(facts: facts, bytes: media.bytes), id), id))
        return facts
    }

    func deleteBlob(_ id: String) throws(StoreError) -> Bool {
        guard let old = shelf.set(nil, id) else { return false }
        shelf.version += 1
        steps.append(.blob(old, id))
        return true
    }

    /// Keeps what was written; whether anything was.
    func commit() -> Bool {
        shelf.keep(changes, terms)
        return shelf.version > before
    }

    /// Leaves everything as it was before.
    func undo() {
        for step in steps.reversed() {
            switch step {
            case .row(let old, let id, let collection): shelf.set(old, id, in: collection)
            case .blob(let old, let id): shelf.set(old, id)
            }
        }
        shelf.version = before
    }

    private func set(_ row: MemoryContents.Row?, _ id: String, in collection: CheckedCollection) {
        steps.append(.row(shelf.set(row, id, in: collection), id, collection))
        changes.append(
            .init(
                version: shelf.version, collection: collection.name, id: id, document: row?.document,
                bytes: row?.bytes ?? 0))
    }

    private func check(
        _ old: MemoryContents.Row?, _ id: String, in collection: CheckedCollection, _ expecting: Expectation
    ) throws(StoreError) {
        switch expecting.kind {
        case .anything: return
        case .absent: if old != nil { throw .exists(id, in: collection.name) }
        case .version(let expected):
            guard old?.version == expected else {
                throw .versionDiffers(id, in: collection.name, expected: expected, found: old?.version)
            }
        }
    }

    /// What gets smaller is taken even where the limit has been lowered since.
    private func makeRoom(for bytes: Int, insteadOf old: Int) throws(StoreError) {
        guard bytes <= old || shelf.bytes - old + bytes <= terms.bytes else {
            throw .full(shelf.feature, "bytes", most: terms.bytes)
        }
    }
}
