@_spi(Hosting) internal import FeatureKit

/// What a body reads while nobody writes.
class MemoryMoment: StoreReading {
    let shelf: MemoryContents

    init(of shelf: MemoryContents) { self.shelf = shelf }

    var token: ChangeToken { shelf.token }

    func document<Document: Shaped>(
        _ id: String, in collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> Stored<Document>? {
        guard let row = shelf.row(id, in: collection) else { return nil }
        let document = try collection.read(row.document, id, as: type)
        return Stored(id: id, version: row.version, document: document)
    }

    func page<Document: Shaped>(
        _ query: CheckedQuery, of collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> DocumentPage<Document> {
        let page = query.page(among: entries(of: collection))
        var items: [Stored<Document>] = []
        for entry in page.found {
            guard let row = shelf.row(entry.id, in: collection) else { continue }
            let document = try collection.read(row.document, entry.id, as: type)
            items.append(
                Stored(id: entry.id, version: row.version, document: document, distance: query.distance(of: entry)))
        }
        return DocumentPage(items: items, next: page.next)
    }

    func count(_ query: CheckedQuery, of collection: CheckedCollection) throws(StoreError) -> Int {
        entries(of: collection).count(where: query.matches)
    }

    func blob(_ id: String) throws(StoreError) -> Blob? { shelf.blobs[ByteText(id)]?.facts }

    func bytes(of blob: Blob, range: Range<Int>) throws(StoreError) -> [UInt8] {
        shelf.blobs[ByteText(blob.id)].map { Array($0.bytes[range.clamped(to: 0..<$0.bytes.count)]) } ?? []
    }

    private func entries(of collection: CheckedCollection) -> [DocumentEntry] {
        (shelf.rows[collection.name] ?? [:]).values.map(\.entry)
    }
}
