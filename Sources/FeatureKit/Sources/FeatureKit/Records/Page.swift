/// One page of a list and where the next one begins, as the reply of a route that lists things.
public struct Page<Item: Shaped>: Shaped {
    /// The items on this page.
    public let items: [Item]
    /// The cursor of the next page; nil at the end.
    public let next: PageCursor?

    /// The items and the cursor.
    public static var shape: Shape {
        .object([
            Field("items", .list(of: Item.shape, count: 0...StoreLimits.page), "What stands on this page."),
            Field("next", PageCursor.shape, "What to ask after for the next page; absent at the end.", optional: true),
        ])
    }

    /// Makes a page.
    public init(items: [Item], next: PageCursor? = nil) {
        self.items = items
        self.next = next
    }

    /// A page of a list in memory, in the order of a key that no two items share, or in reverse.
    ///
    /// The cursor is the key of the page's last item, so that items which come or go between two pages shift nothing.
    public init(
        of list: some Collection<Item>, by key: (Item) -> String, descending: Bool = false,
        _ request: some PagedRequest
    ) {
        let precedes: (String, String) -> Bool = descending ? { $0 > $1 } : { $0 < $1 }
        var rest = list.map { (key: key($0), item: $0) }
        if let after = request.after?.description { rest.removeAll { !precedes(after, $0.key) } }
        rest.sort { precedes($0.key, $1.key) }
        let page = rest.prefix(request.pageLimit)
        self.init(
            items: page.map(\.item), next: page.count < rest.count ? page.last.map { PageCursor($0.key) } : nil)
    }
}

extension Page {
    // One for all pages, since a generic type has no stored statics.
    private static var fields: RecordFields { pageReplyFields }

    /// Reads the items and the cursor.
    public init(from reader: inout RecordReader) throws(RecordError) {
        var items: [Item]?
        var next: PageCursor?
        var cursor = try reader.beginRecord()
        while let field = try reader.nextField(&cursor, Self.fields) {
            if field == 0 {
                items = try [Item](from: &reader)
            } else {
                next = try PageCursor(from: &reader)
            }
        }
        guard let items else { throw reader.missing(0) }
        self.init(items: items, next: next)
    }

    /// Writes the items and the cursor.
    public func write(to writer: inout RecordWriter) {
        writer.beginRecord()
        writer.field("items")
        items.write(to: &writer)
        if let next {
            writer.field("next")
            next.write(to: &writer)
        }
        writer.endRecord()
    }
}

private let pageReplyFields = RecordFields("items", "next")

extension Page: Equatable where Item: Equatable {}

/// A request for one page of a list; declare its two fields beside your own.
public protocol PagedRequest: Shaped {
    /// The most items to reply; nil leaves it to the route.
    var limit: Int? { get }
    /// The `next` of the previous page; nil for the first page.
    var after: PageCursor? { get }
}

extension PagedRequest {
    /// The fields of such a request, for a Shape that has others besides.
    public static var pageFields: [Field] {
        [
            Field(
                "limit", .integer(in: 1...Int64(StoreLimits.page)), "How many to reply at most; 100 by default.",
                optional: true),
            Field("after", PageCursor.shape, "The `next` of the page before.", optional: true),
        ]
    }

    /// How many items the page has at most.
    public var pageLimit: Int { limit ?? StoreLimits.usualPage }
}

/// A request for one page of a list, without other fields.
public struct PageRequest: PagedRequest, Equatable {
    /// How many items to reply at most.
    public var limit: Int?
    /// The `next` of the page before.
    public var after: PageCursor?

    /// The limit and the cursor.
    public static let shape = Shape.object(pageFields)

    private static let fields = RecordFields("limit", "after")

    /// Makes a request for a page.
    public init(limit: Int? = nil, after: PageCursor? = nil) {
        self.limit = limit
        self.after = after
    }

    /// Reads the limit and the cursor.
    public init(from reader: inout RecordReader) throws(RecordError) {
        var limit: Int?
        var after: PageCursor?
        var cursor = try reader.beginRecord()
        while let field = try reader.nextField(&cursor, Self.fields) {
            if field == 0 {
                let most = try Int(from: &reader)
                guard (1...StoreLimits.page).contains(most) else { throw reader.outOfBounds(0) }
                limit = most
            } else {
                after = try PageCursor(from: &reader)
            }
        }
        self.init(limit: limit, after: after)
    }

    /// Writes the limit and the cursor.
    public func write(to writer: inout RecordWriter) {
        writer.beginRecord()
        if let limit {
            writer.field("limit")
            limit.write(to: &writer)
        }
        if let after {
            writer.field("after")
            after.write(to: &writer)
        }
        writer.endRecord()
    }
}

extension StoredCollection {
    /// The page of a query that a caller requested, with each document converted by `shown`.
    public func page<Item>(
        _ request: some PagedRequest, where conditions: [StoreCondition] = [], order: StoreOrder? = nil,
        showing shown: @escaping @Sendable (Stored<Document>) throws -> Item
    ) async throws -> Page<Item> {
        try await access.read { snapshot in
            try snapshot.page(self, request, where: conditions, order: order, showing: shown)
        }
    }
}

extension StoreSnapshot {
    /// The page of a query that a caller requested, with each document converted by `shown`.
    public func page<Document, Item>(
        _ collection: StoredCollection<Document>, _ request: some PagedRequest, where conditions: [StoreCondition] = [],
        order: StoreOrder? = nil, showing shown: (Stored<Document>) throws -> Item
    ) throws -> Page<Item> {
        let page = try query(
            collection, where: conditions, order: order, limit: request.pageLimit, after: request.after)
        return Page(items: try page.items.map(shown), next: page.next)
    }
}
