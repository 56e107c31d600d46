@_spi(Hosting) internal import FeatureKit

// The answers of stores: documents as plain data, pages of them, changes, and the metadata of blobs.

extension WireWriter {
    mutating func stored(_ stored: Stored<Value>) {
        text(stored.id)
        number(stored.version)
        value(stored.document)
        optional(stored.distance) { $0.number($1.bitPattern) }
    }

    mutating func blob(_ blob: Blob) {
        text(blob.id)
        text(blob.type)
        number(UInt64(clamping: blob.size))
        text(blob.hash)
        number(blob.version)
    }

    mutating func change(_ change: DocumentChange<Value>) {
        text(change.id)
        number(change.version)
        optional(change.document) { $0.value($1) }
        text(change.token.description)
    }

    /// As much of a batch as one answer should hold; the rest comes with the next request.
    mutating func changes(_ batch: ChangeBatch<Value>) {
        let some = batch.changes.fitting { $0.change($1) }
        list(some) { $0.change($1) }
        let isWhole = some.count == batch.changes.count
        text((isWhole ? batch.reached : some.last?.token ?? batch.reached).description)
        flag(isWhole && batch.isAtEnd)
    }
}

extension Array {
    /// As many of the first elements as one answer should hold, at least one.
    func fitting(_ write: (inout WireWriter, Element) -> Void) -> ArraySlice<Element> {
        var writer = WireWriter()
        for (index, element) in enumerated() {
            write(&writer, element)
            if writer.bytes.count >= StoreOperation.answer || writer.parts >= StoreOperation.parts {
                return self[...index]
            }
        }
        return self[...]
    }
}

extension WireReader {
    mutating func stored() throws(WireError) -> Stored<Value> {
        let id = try text()
        let version = try number(Int64.self)
        let document = try value()
        let distance = try flag() ? Double(bitPattern: try number(UInt64.self)) : nil
        return Stored(id: id, version: version, document: document, distance: distance)
    }

    mutating func blob() throws(WireError) -> Blob {
        let (id, type) = (try text(), try text())
        let size = Int(clamping: try number(UInt64.self))
        return Blob(id: id, type: type, size: size, hash: try text(), version: try number())
    }

    mutating func change() throws(WireError) -> DocumentChange<Value> {
        let id = try text()
        let version = try number(Int64.self)
        let document = try optional { (reader) throws(WireError) in try reader.value() }
        return DocumentChange(id: id, version: version, document: document, token: ChangeToken(try text()))
    }

    mutating func changes() throws(WireError) -> ChangeBatch<Value> {
        let changes = try list { (reader) throws(WireError) in try reader.change() }
        return ChangeBatch(changes: changes, reached: ChangeToken(try text()), isAtEnd: try flag())
    }

    mutating func page() throws(WireError) -> DocumentPage<Value> {
        let items = try list { (reader) throws(WireError) in try reader.stored() }
        return DocumentPage(items: items, next: try flag() ? PageCursor(try text()) : nil)
    }
}
