@_spi(Hosting) internal import FeatureKit
internal import JSON

/// What an open store's connections know in common.
final class StoreSchema: Sendable {
    /// One of the store's collections.
    struct Entry: Sendable {
        let collection: CheckedCollection
        /// What the file calls it.
        let number: Int64
        let tables: CollectionTables
        let gate: ShapeGate
        /// The fields of its documents that some index holds something of, and the part of the Shape that they are.
        let indexed: (names: [String], shape: Shape)

        var name: String { collection.name }

        init(_ collection: CheckedCollection, number: Int64) {
            self.collection = collection
            self.number = number
            tables = CollectionTables(collection, number: Int(number))
            gate = ShapeGate(collection.layout.shape)
            let paths = collection.columns.map(\.field.path) + collection.parts + collection.points
            let names = Set(paths.map { String($0.prefix { $0 != "." }) })
            indexed = (names.sorted(), collection.layout.shape.only(names))
        }
    }

    let feature: String
    let history: String
    let entries: [Entry]
    private let places: [ObjectIdentifier: Int]
    private let onDamage: @Sendable (StoreError) -> Void

    init(
        feature: String, history: String, entries: [Entry], onDamage: @escaping @Sendable (StoreError) -> Void
    ) {
        self.feature = feature
        self.history = history
        self.entries = entries
        self.onDamage = onDamage
        places = Dictionary(
            entries.enumerated().map { (ObjectIdentifier($0.element.collection), $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Where a collection stands among the entries.
    func place(of collection: CheckedCollection) throws(StoreError) -> Int {
        if let place = places[ObjectIdentifier(collection)] { return place }
        guard let place = entries.firstIndex(where: { $0.name == collection.name }) else {
            throw .undeclared(collection.name, of: feature, declared: entries.map(\.name).sorted())
        }
        guard entries[place].collection.layout == collection.layout else {
            throw .declaredOtherwise(collection.name, of: feature)
        }
        return place
    }

    /// An error about damage, which is also passed to `onDamage`.
    func damaged(_ what: String) -> StoreError {
        let error = StoreError.damaged(feature, what)
        onDamage(error)
        return error
    }

    /// The error for a failure of SQLite, which is also passed to `onDamage` if it is damage.
    func failed(_ failure: SQLiteFailure) -> StoreError {
        let error = StoreError.failed(failure, feature)
        if error.code == .damaged { onDamage(error) }
        return error
    }
}

extension Shape {
    /// Some of an object's fields.
    fileprivate func only(_ names: Set<String>) -> Shape {
        guard case .object(let fields) = kind else { return self }
        return .object(fields.filter { names.contains($0.name) })
    }
}
