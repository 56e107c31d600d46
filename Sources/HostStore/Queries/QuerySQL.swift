@_spi(Hosting) internal import FeatureKit

/// A statement with its parameters.
struct BoundSQL: Sendable, Equatable {
    let text: String
    let parameters: [StoreKey]
}

/// A query as statements that begin with what one driver finds.
///
/// Each names its index, so SQLite never chooses to walk a whole table because of an order or of its statistics.
struct QuerySQL {
    let query: CheckedQuery
    let tables: CollectionTables
    let driver: QueryDriver

    /// The statements whose rows, one after another, are the page and one more: row, id and the keys of the order.
    ///
    /// A page that goes on begins in the middle of an order by several keys of which each may be nothing. What lies
    /// behind is cut into ranges that an index can jump to: same keys and a larger id, same first keys and a larger
    /// last one, and so on.
    func pages() -> [BoundSQL] {
        let ranges = query.start.map { Self.ranges(after: $0, query.order) } ?? [Range()]
        return ranges.map { range in
            var parameters = SQLParameters()
            let columns = ["d.row", "d.id"] + query.order.map { column($0.column) }
            let conditions = conditions(range, &parameters)
            let order = query.order.map { column($0.column) + ($0.isDescending ? " DESC" : "") } + ["d.id"]
            let text = """
                SELECT \(columns.joined(separator: ", ")) FROM \(source)\(whereClause(conditions)) \
                ORDER BY \(order.joined(separator: ", ")) LIMIT \(parameters.add(.integer(Int64(query.limit) + 1)))
                """
            return BoundSQL(text: text, parameters: parameters.keys)
        }
    }

    /// How many there are, nearness aside.
    func count() -> BoundSQL {
        var parameters = SQLParameters()
        let conditions = conditions(Range(), &parameters)
        return BoundSQL(text: "SELECT count(*) FROM \(source)\(whereClause(conditions))", parameters: parameters.keys)
    }

    /// How many rows the driver finds, no more than `most` of them.
    func probe(most: Int) -> BoundSQL {
        var parameters = SQLParameters()
        var conditions: [String] = []
        switch driver {
        case .ordered(let number):
            // The fields that the index holds from the left; on the others it would not be a range.
            for column in tables.ordered[number].columns {
                let terms = terms(on: column)
                guard !terms.isEmpty else { break }
                conditions += ColumnTerm.sql(of: terms, on: self.column(column), &parameters)
            }
            let rows = "SELECT 1 FROM \(source)\(whereClause(conditions)) LIMIT \(most)"
            return BoundSQL(text: "SELECT count(*) FROM (\(rows))", parameters: parameters.keys)
        case .contains(let number):
            guard case .contains(let part, let text) = query.tests[number] else { break }
            let rows = rows(part, text, &parameters)
            return BoundSQL(text: "SELECT count(*) FROM (\(rows) LIMIT \(most))", parameters: parameters.keys)
        case .near, .ids: break
        }
        return BoundSQL(text: "SELECT \(most)", parameters: [])
    }

    /// The row, id, latitude and longitude of everything that meets the other conditions; in a box, where there is one.
    func points(in box: GeoBox?) -> BoundSQL? {
        guard let nearness = query.nearness else { return nil }
        let points = tables.points[nearness.point]
        var parameters = SQLParameters()
        var from = source
        var conditions: [String] = []
        if let box {
            // CROSS keeps this order: first what lies in the box.
            from = "\"\(points.table)\" b CROSS JOIN \(tables.table) d ON d.row = b.row"
            conditions = [
                "b.north >= \(parameters.add(.number(box.south)))", "b.south <= \(parameters.add(.number(box.north)))",
                "b.east >= \(parameters.add(.number(box.west)))", "b.west <= \(parameters.add(.number(box.east)))",
            ]
        }
        conditions += self.conditions(Range(), &parameters)
        conditions.append("d.\"\(points.lat)\" IS NOT NULL")
        let columns = "d.row, d.id, d.\"\(points.lat)\", d.\"\(points.lon)\""
        return BoundSQL(
            text: "SELECT \(columns) FROM \(from)\(whereClause(conditions))", parameters: parameters.keys)
    }

    // MARK: Pieces

    private var source: String {
        switch driver {
        case .ordered(let number): "\(tables.table) d INDEXED BY \"\(tables.ordered[number].name)\""
        case .ids: "\(tables.table) d INDEXED BY \"\(tables.byID)\""
        // By rows alone.
        case .contains, .near: "\(tables.table) d NOT INDEXED"
        }
    }

    private func column(_ number: Int) -> String { "d.\"\(tables.keys[number])\"" }

    private func whereClause(_ conditions: [String]) -> String {
        conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    private func terms(on column: Int) -> [ColumnTerm] {
        query.tests.flatMap { test -> [ColumnTerm] in
            guard let found = ColumnTerm.terms(of: test), found.column == column else { return [] }
            return found.terms
        }
    }

    private func conditions(_ range: Range, _ parameters: inout SQLParameters) -> [String] {
        var sql: [String] = []
        for (number, test) in query.tests.enumerated() {
            guard case .contains(let part, let text) = test else { continue }
            if driver == .contains(number) { sql.append("d.row IN (\(rows(part, text, &parameters)))") }
            // The table of trigrams says where to look; whether it is there the text itself says.
            sql.append("instr(d.\"\(tables.parts[part].column)\", \(parameters.add(.text(text)))) > 0")
        }
        var columns: [Int] = []
        for column in query.tests.compactMap({ ColumnTerm.terms(of: $0)?.column }) + range.terms.map(\.column)
        where !columns.contains(column) { columns.append(column) }
        for column in columns {
            let own = range.terms.filter { $0.column == column }.map(\.term)
            sql += ColumnTerm.sql(of: own + terms(on: column), on: self.column(column), &parameters)
        }
        if let id = range.id { sql.append("d.id > \(parameters.add(.text(id)))") }
        return sql
    }

    /// The rows whose text may hold a part.
    ///
    /// A part of three characters or more is a phrase of trigrams. A shorter one begins some trigrams, which lie side by
    /// side; the marks at each text's end give its last characters trigrams too.
    private func rows(_ part: Int, _ text: String, _ parameters: inout SQLParameters) -> String {
        let parts = tables.parts[part]
        guard text.unicodeScalars.count < 3 else {
            let phrase =
                "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
            return
                "SELECT rowid FROM \"\(parts.table)\" WHERE \"\(parts.table)\" MATCH \(parameters.add(.text(phrase)))"
        }
        let end = TextRange.end(of: text).map { " AND term < \(parameters.add(.text($0)))" } ?? ""
        return "SELECT doc FROM \"\(parts.terms)\" WHERE term >= \(parameters.add(.text(text)))\(end)"
    }

    /// A part of what comes after a place.
    struct Range: Sendable, Equatable {
        var terms: [Term] = []
        /// The id after which it begins, where it begins within equal keys.
        var id: String?

        /// What it says of one column.
        struct Term: Sendable, Equatable {
            let column: Int
            let term: ColumnTerm
        }
    }

    /// What comes after a place, in order.
    static func ranges(after place: CheckedQuery.Place, _ order: [CheckedQuery.Rank]) -> [Range] {
        let ranks = Array(zip(order, place.keys))
        func same(_ count: Int) -> [Range.Term] {
            ranks.prefix(count).map { rank, key in
                Range.Term(column: rank.column, term: key == .null ? .isNull : .equals(key))
            }
        }
        var ranges = [Range(terms: same(ranks.count), id: place.id)]
        for index in ranks.indices.reversed() {
            let (rank, key) = ranks[index]
            let after: [ColumnTerm] =
                switch (rank.isDescending, key) {
                case (false, .null): [.isNotNull]
                case (false, _): [.least(key, isIncluded: false)]
                case (true, .null): []
                case (true, _): [.most(key, isIncluded: false), .isNull]
                }
            ranges += after.map { Range(terms: same(index) + [Range.Term(column: rank.column, term: $0)], id: nil) }
        }
        return ranges
    }
}
