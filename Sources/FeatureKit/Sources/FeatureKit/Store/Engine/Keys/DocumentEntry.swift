/// What engines keep of a document beside it, so that queries find it without reading it.
@_spi(Hosting) public struct DocumentEntry: Sendable, Equatable {
    /// The document's id.
    public let id: String
    /// The key of each of the collection's columns.
    public let keys: [StoreKey]
    /// Each of the collection's texts of which every part is found, folded; nil where there is none.
    public let parts: [String?]
    /// Each of the collection's points; nil where there is none.
    public let points: [GeoPoint?]

    /// Puts an entry together.
    public init(id: String, keys: [StoreKey], parts: [String?], points: [GeoPoint?]) {
        self.id = id
        self.keys = keys
        self.parts = parts
        self.points = points
    }
}

@_spi(Hosting) extension CheckedCollection {
    /// What is kept of a document that fits its Shape and is complete.
    ///
    /// - Throws: `too-large` where a text is longer than what an index holds.
    public func entry(of document: Value, id: String) throws(StoreError) -> DocumentEntry {
        let keys = keys(of: document)
        try checkLengths(of: keys, id: id)
        return DocumentEntry(id: id, keys: keys, parts: partTexts(of: document), points: points(of: document))
    }

    /// What is kept of a document that an earlier version may have written: of one that does not fit, what still can be
    /// found, by the names of today.
    ///
    /// - Throws: `too-large` where a text is longer than what an index holds.
    public func entry(ofStored document: Value, id: String) throws(StoreError) -> DocumentEntry {
        try entry(of: layout.shape.completed(layout.shape.renamingPreviousFields(in: document)), id: id)
    }

    /// The key of each column; nothing where the field is absent or null.
    public func keys(of document: Value) -> [StoreKey] {
        columns.map { $0.key(of: document.part(at: $0.steps)) }
    }

    /// Each text of which every part is found, folded; nil where there is none.
    public func partTexts(of document: Value) -> [String?] {
        parts.map { path in
            guard case .text(let text)? = document.part(at: FieldKey.steps(of: path)) else { return nil }
            return FoldedText.fold(text)
        }
    }

    /// Each point; nil where there is none.
    public func points(of document: Value) -> [GeoPoint?] {
        points.map { path in
            guard let point = document.part(at: FieldKey.steps(of: path)), let lat = point["lat"]?.double,
                let lon = point["lon"]?.double
            else { return nil }
            return GeoPoint(lat: lat, lon: lon)
        }
    }

    /// Refuses texts that are longer than what an index holds.
    public func checkLengths(of keys: [StoreKey], id: String) throws(StoreError) {
        for (column, key) in zip(columns, keys) {
            guard case .text(let text) = key, text.utf8.count > StoreLimits.comparedBytes else { continue }
            throw .tooLong(column.field, of: id, in: name, text.utf8.count)
        }
    }
}

extension Value {
    fileprivate func part(at steps: [String]) -> Value? {
        var part = self
        for step in steps {
            guard let next = part[step] else { return nil }
            part = next
        }
        return part
    }

    fileprivate var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }
}
