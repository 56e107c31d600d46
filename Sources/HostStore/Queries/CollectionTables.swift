@_spi(Hosting) package import FeatureKit

/// The tables of a collection: one of documents with what indexes compare beside them, and one for each text of which
/// every part is found and for each point.
///
/// No triggers: with `trusted_schema=OFF` they may not write to tables of modules, and so nothing that a foreign file
/// holds runs by itself.
package struct CollectionTables: Sendable {
    /// An ordered index.
    struct Ordered: Sendable {
        let name: String
        let columns: [Int]
        let isUnique: Bool
        let sql: String
    }

    /// What finds every part of a text.
    struct Parts: Sendable {
        /// The column of the folded text.
        let column: String
        /// The table of trigrams.
        let table: String
        /// The trigrams themselves, in order.
        let terms: String
    }

    /// What finds points.
    struct Points: Sendable {
        let lat: String
        let lon: String
        /// The R*Tree.
        let table: String
    }

    package let collection: CheckedCollection
    /// The name of the table of documents: `d1`.
    package let table: String
    /// The index by id.
    let byID: String
    /// The names of the columns of keys.
    let keys: [String]
    let ordered: [Ordered]
    let parts: [Parts]
    let points: [Points]
    /// The columns that hold what indexes compare: keys, texts, latitudes and longitudes.
    let columns: [String]
    /// Adds a document: id, version, seal, document, columns.
    let inserts: String
    /// Reads the columns of a row.
    let reads: String
    /// Deletes a row.
    let deletes: String

    /// Lays out the tables.
    ///
    /// - Parameter number: Which of the store's collections it is.
    package init(_ collection: CheckedCollection, number: Int) {
        let shape = collection.layout.shape
        let table = "d\(number)"
        let keys = collection.columns.map { ColumnName.key($0, in: shape) }
        self.collection = collection
        self.table = table
        self.keys = keys
        byID = "\(table) id"
        ordered = collection.ordered.flatMap { index in
            let names = index.columns.map { keys[$0] }
            let columns = names.map { "\"\($0)\"" }.joined(separator: ", ")
            func ordered(_ word: String, _ sql: String, isUnique: Bool) -> Ordered {
                let name = "\(table) \(word) \(names.joined(separator: ","))"
                return Ordered(
                    name: name, columns: index.columns, isUnique: isUnique,
                    sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX \"\(name)\" ON \(table)(\(sql))")
            }
            // The id at the end lets pages go on where many have the same keys.
            let plain = ordered("on", "\(columns), id", isUnique: false)
            guard index.isUnique else { return [plain] }
            let unique = ordered("unique", columns, isUnique: true)
            // Where a field may be absent, any number of documents have the same keys.
            let isOptional = index.columns.contains { shape.mayLack(collection.columns[$0].steps[...]) }
            return isOptional ? [unique, plain] : [unique]
        }
        parts = collection.parts.map { path in
            let column = ColumnName.parts(path, in: shape)
            return Parts(column: column, table: "\(table) \(column)", terms: "\(table) \(column) terms")
        }
        points = collection.points.map { path in
            let (lat, lon) = ColumnName.point(path, in: shape)
            return Points(lat: lat, lon: lon, table: "\(table) \(lat)")
        }
        columns = keys + parts.map(\.column) + points.flatMap { [$0.lat, $0.lon] }
        let quoted = columns.map { ", \"\($0)\"" }.joined()
        let places = columns.indices.map { ", ?\($0 + 5)" }.joined()
        inserts = "INSERT INTO \(table)(id, version, seal, document\(quoted)) VALUES (?1, ?2, ?3, ?4\(places))"
        reads = "SELECT row\(quoted) FROM \(table) WHERE row = ?1"
        deletes = "DELETE FROM \(table) WHERE row = ?1"
    }

    /// Every index and table beside the table of documents, with what makes it.
    var besides: [(name: String, sql: String)] {
        var besides = [(byID, "CREATE UNIQUE INDEX \"\(byID)\" ON \(table)(id)")]
        besides += ordered.map { ($0.name, $0.sql) }
        for parts in parts {
            let options = "content='\(table)', content_rowid='row', tokenize='trigram case_sensitive 1'"
            besides.append(
                (parts.table, "CREATE VIRTUAL TABLE \"\(parts.table)\" USING fts5(\"\(parts.column)\", \(options))"))
            besides.append(
                (parts.terms, "CREATE VIRTUAL TABLE \"\(parts.terms)\" USING fts5vocab(\"\(parts.table)\", instance)"))
        }
        for points in points {
            besides.append(
                (points.table, "CREATE VIRTUAL TABLE \"\(points.table)\" USING rtree(row, south, north, west, east)"))
        }
        return besides
    }

    /// What makes the table of documents.
    ///
    /// The document comes last, so that what is before it is read without it.
    var makesTable: String {
        let columns = columns.map { ", \"\($0)\"" }.joined()
        return """
            CREATE TABLE \(table)(row INTEGER PRIMARY KEY, id TEXT NOT NULL, version INTEGER NOT NULL, \
            seal INTEGER NOT NULL\(columns), document BLOB NOT NULL)
            """
    }
}

extension Shape {
    /// Whether a value of this shape may be without what the steps lead to.
    fileprivate func mayLack(_ steps: ArraySlice<String>) -> Bool {
        guard let step = steps.first else { return false }
        guard case .object(let fields) = kind, let field = fields.first(where: { $0.name == step }) else { return true }
        let isThere = field.isRequired || field.defaultValue != nil
        return !isThere || field.shape.mayLack(steps.dropFirst())
    }
}
