/// A query that fits its collection, with the numbers of the collection's columns.
@_spi(Hosting) public struct CheckedQuery: Sendable, Equatable {
    /// A condition on a column, a text or a point.
    public enum Test: Sendable, Equatable {
        case equals(column: Int, StoreKey)
        /// Each key once, in order.
        case among(column: Int, [StoreKey])
        case absent(column: Int)
        case from(column: Int, StoreKey)
        case above(column: Int, StoreKey)
        case upTo(column: Int, StoreKey)
        case below(column: Int, StoreKey)
        /// The text is in the column's form already.
        case begins(column: Int, String)
        /// The text is folded.
        case contains(part: Int, String)
        case near(point: Int, GeoPoint, within: Double?)
    }

    /// One column of the order.
    public struct Rank: Sendable, Equatable {
        /// The column.
        public let column: Int
        /// Whether the largest comes first.
        public let isDescending: Bool

        /// Names a column and its direction.
        public init(column: Int, isDescending: Bool) {
            self.column = column
            self.isDescending = isDescending
        }
    }

    /// A document's position: the keys of the order, or the distance, and its id.
    public struct Place: Sendable, Equatable {
        /// The keys of the order; the distance alone where the query is by nearness.
        public let keys: [StoreKey]
        /// The id.
        public let id: String

        /// Names a place.
        public init(keys: [StoreKey], id: String) {
            self.keys = keys
            self.id = id
        }
    }

    /// The conditions, which all have to hold.
    public let tests: [Test]
    /// The order before the id; empty where documents are ordered by nearness, or by id alone.
    public let order: [Rank]
    /// The most documents.
    public let limit: Int
    /// The place of the last document before the page.
    public let start: Place?
    private let collection: CheckedCollection
    /// The query as it was asked, which another process can check again.
    package let asked: Asked

    package struct Asked: Sendable, Equatable {
        package let conditions: [StoreCondition]
        package let order: StoreOrder?
        package let cursor: PageCursor?
    }

    /// Checks a query against its collection.
    ///
    /// - Throws: `misused` with everything that is wrong with it; `misfit` where the cursor is not one of this query.
    public init(
        of collection: CheckedCollection, where conditions: [StoreCondition], order: StoreOrder?, limit: Int,
        after cursor: PageCursor?
    ) throws(StoreError) {
        let reader = QueryReader(collection, conditions, order, limit)
        guard reader.problems.isEmpty else { throw .senseless(collection.name, reader.problems) }
        tests = reader.tests
        self.order = reader.order
        self.limit = limit
        asked = Asked(conditions: conditions, order: order, cursor: cursor)
        self.collection = collection
        guard let cursor else {
            start = nil
            return
        }
        guard let text = CursorText(cursor.description) else { throw .noCursor(collection.name) }
        let keys = reader.nearness == nil ? reader.order.count : 1
        let fingerprint = CursorText.fingerprint(of: collection, tests: reader.tests, order: reader.order)
        guard text.fingerprint == fingerprint, text.place.keys.count == keys else {
            throw .foreignCursor(collection.name)
        }
        start = text.place
    }

    /// What the query's cursors are recognised by.
    private var fingerprint: UInt64 { CursorText.fingerprint(of: collection, tests: tests, order: order) }

    /// The point that nearness is measured from, and the largest distance.
    public var nearness: (point: Int, center: GeoPoint, within: Double?)? {
        for case .near(let point, let center, let within) in tests { return (point, center, within) }
        return nil
    }

    /// The cursor of a page that ends with a document.
    public func cursor(after place: Place) -> PageCursor {
        PageCursor(CursorText(fingerprint: fingerprint, place: place).description)
    }
}
