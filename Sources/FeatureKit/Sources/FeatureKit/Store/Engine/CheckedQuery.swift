/// A query that fits its collection, in the numbers of the collection's columns.
@_spi(Hosting) public struct CheckedQuery: Sendable, Equatable {
    /// A condition on a column, a text or a point.
    public enum Test: Sendable, Equatable {
        case equals(column: Int, StoreKey)
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
    }

    /// Where a page goes on: the keys of the order, or the distance, of the last document before it, and its id.
    public struct Start: Sendable, Equatable {
        /// The keys of the order; the distance alone where the query is by nearness.
        public let keys: [StoreKey]
        /// The id.
        public let id: String
    }

    /// All of them hold.
    public let tests: [Test]
    /// The order before the id; empty where nearness orders, or the id alone.
    public let order: [Rank]
    /// The most documents.
    public let limit: Int
    /// Where it goes on.
    public let start: Start?

    /// Checks a query against its collection.
    ///
    /// - Throws: `misused` with everything that is wrong with it; a cursor of another query too.
    public init(
        of collection: CheckedCollection, where conditions: [StoreCondition], order: StoreOrder?, limit: Int,
        after: PageCursor?
    ) throws(StoreError) {
        tests = []
        self.order = []
        self.limit = limit
        start = nil
    }

    /// The cursor of a page that ends with a document.
    public func cursor(after keys: [StoreKey], id: String) -> PageCursor { PageCursor(id) }
}
