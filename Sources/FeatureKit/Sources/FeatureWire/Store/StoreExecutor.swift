@_spi(Hosting) internal import FeatureKit

/// Does what a worker asks for in one reading or transaction of the host's store; what the worker sends is not trusted.
final class StoreExecutor {
    private let reading: any StoreReading
    private let writing: (any StoreWriting)?
    private let access: StoreAccess
    /// The bytes that have arrived of a blob that is about to be put.
    private var pieces: [UInt8] = []

    init(_ reading: any StoreReading, _ writing: (any StoreWriting)?, _ access: StoreAccess) {
        self.reading = reading
        self.writing = writing
        self.access = access
    }

    func answer(to operation: StoreOperation, _ conversation: UInt32) -> WireMessage {
        var writer = WireWriter()
        do throws(StoreError) {
            try perform(operation, &writer)
            return WireMessage(.reply, conversation, writer.bytes)
        } catch {
            return WireMessage(.refusal, conversation) { $0.storeRefusal(.refused(error)) }
        }
    }

    private func perform(_ operation: StoreOperation, _ writer: inout WireWriter) throws(StoreError) {
        switch operation {
        case .token: writer.text(try reading.token.description)
        case .document(let name, let id):
            let collection = try access.checked(named: name)
            try StoreID.check(id)
            writer.optional(try reading.document(id, in: collection, as: Value.self)) { $0.stored($1) }
        case .page(let name, let query):
            let collection = try access.checked(named: name)
            try page(query, of: collection, into: &writer)
        case .count(let name, let query):
            let collection = try access.checked(named: name)
            writer.number(UInt64(try reading.count(checked(query, of: collection), of: collection)))
        case .blob(let id): writer.optional(try blob(id)) { $0.blob($1) }
        case .bytes(let id, let from, let count):
            guard let blob = try blob(id) else { return writer.data([]) }
            let start = min(max(from, 0), blob.size)
            let end = start + min(count, StoreOperation.piece, blob.size - start)
            writer.data(try reading.bytes(of: blob, range: start..<end))
        case .put(let name, let id, let expectation, let document):
            let collection = try access.checked(named: name)
            try StoreID.check(id)
            writer.number(try session().put(document, id: id, in: collection, expecting: expectation))
        case .delete(let name, let id, let expectation):
            let collection = try access.checked(named: name)
            try StoreID.check(id)
            writer.flag(try session().delete(id, in: collection, expecting: expectation))
        case .piece(let bytes):
            _ = try session()
            guard pieces.count + bytes.count <= StoreLimits.blobBytes else {
                defer { pieces = [] }
                throw .tooLarge("a blob", pieces.count + bytes.count, most: StoreLimits.blobBytes)
            }
            pieces += bytes
        case .putBlob(let id, let type):
            defer { pieces = [] }
            try access.checkBlobs()
            try StoreID.check(id)
            writer.blob(try session().put(Media(type: type, bytes: pieces), asBlob: id))
        case .deleteBlob(let id):
            try access.checkBlobs()
            try StoreID.check(id)
            writer.flag(try session().deleteBlob(id))
        }
    }

    private func session() throws(StoreError) -> any StoreWriting {
        guard let writing else { throw StoreError(.misused, "\(access.feature): writes where it may only read") }
        return writing
    }

    private func blob(_ id: String) throws(StoreError) -> Blob? {
        try access.checkBlobs()
        try StoreID.check(id)
        return try reading.blob(id)
    }

    private func checked(
        _ query: StoreOperation.Query, of collection: CheckedCollection
    ) throws(StoreError) -> CheckedQuery {
        try CheckedQuery(
            of: collection, where: query.conditions, order: query.order, limit: query.limit, after: query.cursor)
    }

    /// Answers with as much of a page as one answer should hold, and where the rest begins.
    private func page(
        _ query: StoreOperation.Query, of collection: CheckedCollection, into writer: inout WireWriter
    ) throws(StoreError) {
        let page = try reading.page(checked(query, of: collection), of: collection, as: Value.self)
        let some = page.items.fitting { $0.stored($1) }
        var next = page.next
        if some.count < page.items.count {
            var shorter = query
            shorter.limit = some.count
            next = try reading.page(checked(shorter, of: collection), of: collection, as: Value.self).next
        }
        writer.list(some) { $0.stored($1) }
        writer.optional(next) { $0.text($1.description) }
    }
}
