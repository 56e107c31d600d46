@_spi(Hosting) package import FeatureKit

/// Runs a query and finds the rows of its page.
///
/// The caller reads the documents.
package struct QueryRun {
    /// One row of a page.
    package struct Found: Sendable, Equatable {
        /// The row of the document.
        package let row: Int64
        /// Its place in the query's order.
        package let place: CheckedQuery.Place
        /// How far it lies from what nearness is measured from.
        package let distance: Double?
    }

    /// So many rows of a driver are counted where there are several, to take the one that finds fewest.
    static let probed = 256
    /// How far is looked for what is near first; then twice as far, and so on.
    private static let firstRing = 500.0

    private let query: CheckedQuery
    private let tables: CollectionTables
    private let connection: Connection
    /// Where the statements of pages are kept.
    private let book: CollectionBook?

    package init(_ query: CheckedQuery, of tables: CollectionTables, on connection: Connection) {
        self.init(query, of: tables, on: connection, keeping: nil)
    }

    init(
        _ query: CheckedQuery, of tables: CollectionTables, on connection: Connection, keeping book: CollectionBook?
    ) {
        self.query = query
        self.tables = tables
        self.connection = connection
        self.book = book
    }

    /// The rows of the page, and whether more come after it.
    package func page() throws(SQLiteFailure) -> (found: [Found], hasMore: Bool) {
        var found: [Found] = []
        func take(_ row: Statement) -> Bool {
            let keys = query.order.indices.map { row.key(Int32($0 + 2)) }
            let place = CheckedQuery.Place(keys: keys, id: row.text(1))
            found.append(Found(row: row.integer(0), place: place, distance: nil))
            return found.count <= query.limit
        }
        var parameters: [StoreKey] = []
        if let book, let form = QueryForm(query, &parameters), let statement = try book.page(query, form) {
            try rows(of: statement, parameters, take)
        } else {
            let sql = QuerySQL(query: query, tables: tables, driver: try driver())
            if query.nearness != nil {
                found = try nearest(sql)
            } else {
                for statement in sql.pages() {
                    try rows(of: statement, take)
                    if found.count > query.limit { break }
                }
            }
        }
        return (Array(found.prefix(query.limit)), found.count > query.limit)
    }

    /// How many documents the query finds.
    package func count() throws(SQLiteFailure) -> Int {
        let sql = QuerySQL(query: query, tables: tables, driver: try driver())
        if let nearness = query.nearness {
            var count = 0
            let within = nearness.within ?? .infinity
            try points(sql, nearness, within: within) { _, distance in if distance <= within { count += 1 } }
            return count
        }
        var count = 0
        try rows(of: sql.count()) { row in
            count = Int(row.integer(0))
            return false
        }
        return count
    }

    /// What finds fewest: what comes first where all find many.
    func driver() throws(SQLiteFailure) -> QueryDriver {
        let candidates = QueryDriver.candidates(for: query, in: tables)
        var best = candidates[0]
        guard candidates.count > 1 else { return best }
        var fewest = Self.probed
        for candidate in candidates {
            if case .near = candidate { continue }
            let sql = QuerySQL(query: query, tables: tables, driver: candidate)
            try rows(of: sql.probe(most: fewest)) { row in
                let count = Int(row.integer(0))
                if count < fewest { (best, fewest) = (candidate, count) }
                return false
            }
            if fewest == 0 { break }
        }
        return best
    }

    // MARK: Nearness

    private typealias Nearness = (point: Int, center: GeoPoint, within: Double?)

    /// The nearest of them after the start, and one more.
    private func nearest(_ sql: QuerySQL) throws(SQLiteFailure) -> [Found] {
        guard let nearness = query.nearness else { return [] }
        let within = min(nearness.within ?? .infinity, GreatCircle.longest * 1.01)
        var radius = Self.firstRing
        if case .number(let reached)? = query.start?.keys.first { radius = max(radius, min(reached * 2, within)) }
        while true {
            radius = min(radius, within)
            if case .near = sql.driver {} else { radius = within }
            var nearest = Nearest(most: query.limit + 1, query)
            try points(sql, nearness, within: radius) { row, distance in
                guard distance <= radius, nearest.mayTake(distance) else { return }
                let place = CheckedQuery.Place(keys: [.number(distance)], id: row.text(1))
                nearest.take(Found(row: row.integer(0), place: place, distance: distance))
            }
            let found = nearest.sorted
            if found.count > query.limit || radius >= within { return found }
            radius *= 2
        }
    }

    /// Walks over what meets the other conditions and lies within about so many metres; nothing comes twice.
    private func points(
        _ sql: QuerySQL, _ nearness: Nearness, within metres: Double, _ body: (Statement, Double) -> Void
    ) throws(SQLiteFailure) {
        var boxes: [GeoBox?] = [nil]
        if case .near = sql.driver {
            boxes = GeoBox.around(nearness.center, within: min(metres, GreatCircle.longest * 1.01))
        }
        var seen: Set<Int64> = []
        for box in boxes {
            guard let statement = sql.points(in: box) else { return }
            try rows(of: statement) { row in
                // What lies on the edge of two boxes is in both.
                guard boxes.count == 1 || seen.insert(row.integer(0)).inserted else { return true }
                let point = GeoPoint(lat: row.number(2), lon: row.number(3))
                body(row, GreatCircle.distance(from: nearness.center, to: point))
                return true
            }
        }
    }

    private func rows(of sql: BoundSQL, _ body: (Statement) -> Bool) throws(SQLiteFailure) {
        try rows(of: connection.statement(sql.text), sql.parameters, body)
    }

    private func rows(
        of statement: Statement, _ parameters: [StoreKey], _ body: (Statement) -> Bool
    ) throws(SQLiteFailure) {
        defer { statement.reset() }
        for (index, key) in parameters.enumerated() { try statement.bind(key, at: Int32(index + 1)) }
        while try statement.step() { if !body(statement) { return } }
    }
}

/// The nearest of what is shown to it, no more than so many.
private struct Nearest {
    private let most: Int
    private let query: CheckedQuery
    private var found: [QueryRun.Found] = []
    private var furthest = Double.infinity

    init(most: Int, _ query: CheckedQuery) {
        self.most = most
        self.query = query
    }

    /// Whether something so far away has a chance.
    func mayTake(_ distance: Double) -> Bool { distance <= furthest }

    mutating func take(_ one: QueryRun.Found) {
        if let start = query.start, !query.isOrdered(start, before: one.place) { return }
        found.append(one)
        guard found.count >= 4 * most else { return }
        found = sorted
        furthest = found.last?.distance ?? .infinity
    }

    var sorted: [QueryRun.Found] {
        Array(found.sorted { query.isOrdered($0.place, before: $1.place) }.prefix(most))
    }
}
