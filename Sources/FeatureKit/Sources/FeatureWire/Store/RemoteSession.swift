@_spi(Hosting) internal import FeatureKit

/// A reading or a transaction of the host's store inside a body: each operation is a request whose answer the body's
/// thread waits for.
final class RemoteSession: StoreWriting {
    private let number: UInt32
    private let store: RemoteStore
    private let beats: BodyBeats

    init(_ number: UInt32, of store: RemoteStore, _ beats: BodyBeats) {
        self.number = number
        self.store = store
        self.beats = beats
    }

    private func ask<Content>(
        _ operation: StoreOperation, _ read: (inout WireReader) throws(WireError) -> Content
    ) throws(StoreError) -> Content {
        beats.rests(number)
        defer { beats.runs(number) }
        return try store.operate(
            { writer in
                writer.number(number)
                writer.operation(operation)
            }, reading: read)
    }

    // MARK: - Reading

    var token: ChangeToken {
        get throws(StoreError) { try ask(.token) { (reader) throws(WireError) in ChangeToken(try reader.text()) } }
    }

    func document<Document: Shaped>(
        _ id: String, in collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> Stored<Document>? {
        let found = try ask(.document(collection: collection.name, id: id)) { (reader) throws(WireError) in
            try reader.flag() ? try reader.stored() : nil
        }
        return try found.map { stored throws(StoreError) in try read(stored, in: collection) }
    }

    func page<Document: Shaped>(
        _ query: CheckedQuery, of collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> DocumentPage<Document> {
        var items: [Stored<Document>] = []
        var cursor = query.asked.cursor
        var most = query.limit
        while true {
            var rest = StoreOperation.Query(query)
            rest.cursor = cursor
            rest.limit = min(most, query.limit - items.count)
            let part = try ask(.page(collection: collection.name, rest)) { (reader) throws(WireError) in
                try reader.page()
            }
            for item in part.items { items.append(try read(item, in: collection)) }
            cursor = part.next
            // A large result comes in several answers, all of the same moment.
            guard cursor != nil, items.count < query.limit, !part.items.isEmpty else {
                return DocumentPage(items: items, next: cursor)
            }
            most = part.items.count * 2
        }
    }

    func count(_ query: CheckedQuery, of collection: CheckedCollection) throws(StoreError) -> Int {
        let count = try ask(.count(collection: collection.name, StoreOperation.Query(query))) {
            (reader) throws(WireError) in try reader.number(UInt64.self)
        }
        return Int(clamping: count)
    }

    func blob(_ id: String) throws(StoreError) -> Blob? {
        try ask(.blob(id: id)) { (reader) throws(WireError) in try reader.flag() ? try reader.blob() : nil }
    }

    func bytes(of blob: Blob, range: Range<Int>) throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        while bytes.count < range.count {
            let from = range.lowerBound + bytes.count
            let count = min(StoreOperation.piece, range.upperBound - from)
            let piece = try ask(.bytes(id: blob.id, from: from, count: count)) { (reader) throws(WireError) in
                try reader.data()
            }
            guard !piece.isEmpty else { break }
            bytes += piece
        }
        return bytes
    }

    private func read<Document: Shaped>(
        _ stored: Stored<Value>, in collection: CheckedCollection
    ) throws(StoreError) -> Stored<Document> {
        Stored(
            id: stored.id, version: stored.version,
            document: try collection.read(stored.document, stored.id, as: Document.self),
            distance: stored.distance)
    }

    // MARK: - Writing

    func put<Document: Shaped>(
        _ document: Document, id: String, in collection: CheckedCollection, expecting: Expectation
    ) throws(StoreError) -> Int64 {
        let value: Value
        do { value = try Value(encoding: document) } catch { throw .misfit(id, in: collection.name, error) }
        try checkWritable(value, id, in: collection)
        return try ask(.put(collection: collection.name, id: id, expecting, value)) { (reader) throws(WireError) in
            try reader.number(Int64.self)
        }
    }

    /// Refuses values that are too large for the wire, with the error that the store would have for them.
    private func checkWritable(_ value: Value, _ id: String, in collection: CheckedCollection) throws(StoreError) {
        var writer = WireWriter()
        writer.value(value)
        // Nothing that may be kept is that large on the wire.
        guard writer.problem != nil || writer.bytes.count > WireLimits.message / 2 else { return }
        let bytes = value.json.utf8.count
        guard bytes <= StoreLimits.documentBytes else { throw .tooLarge(id, in: collection.name, bytes) }
        let problems = collection.layout.shape.problems(in: collection.layout.shape.completed(value))
        guard problems.isEmpty else { throw .misfit(id, in: collection.name, problems) }
        throw .misfit(id, in: collection.name, WireError.tooLarge(writer.problem ?? "\(bytes) bytes"))
    }

    func delete(_ id: String, in collection: CheckedCollection, expecting: Expectation) throws(StoreError) -> Bool {
        try ask(.delete(collection: collection.name, id: id, expecting)) { (reader) throws(WireError) in
            try reader.flag()
        }
    }

    func put(_ media: Media, asBlob id: String) throws(StoreError) -> Blob {
        for start in stride(from: 0, to: media.bytes.count, by: StoreOperation.piece) {
            let end = min(start + StoreOperation.piece, media.bytes.count)
            try ask(.piece(Array(media.bytes[start..<end]))) { _ throws(WireError) in }
        }
        return try ask(.putBlob(id: id, type: media.type)) { (reader) throws(WireError) in try reader.blob() }
    }

    func deleteBlob(_ id: String) throws(StoreError) -> Bool {
        try ask(.deleteBlob(id: id)) { (reader) throws(WireError) in try reader.flag() }
    }
}
