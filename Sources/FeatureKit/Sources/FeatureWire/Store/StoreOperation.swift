@_spi(Hosting) internal import FeatureKit

/// An operation on the store, as the body of a transaction or of a reading asks for it.
enum StoreOperation: Equatable {
    /// A query as the worker made it; the host checks it again.
    struct Query: Equatable {
        var conditions: [StoreCondition] = []
        var order: StoreOrder?
        var limit = 1
        var cursor: PageCursor?

        init() {}

        init(_ query: CheckedQuery) {
            conditions = query.asked.conditions
            order = query.asked.order
            limit = query.limit
            cursor = query.asked.cursor
        }
    }

    case token
    case document(collection: String, id: String)
    case page(collection: String, Query)
    case count(collection: String, Query)
    case blob(id: String)
    case bytes(id: String, from: Int, count: Int)
    case put(collection: String, id: String, Expectation, Value)
    case delete(collection: String, id: String, Expectation)
    /// Some of the bytes of the blob that is put next.
    case piece([UInt8])
    case putBlob(id: String, type: String)
    case deleteBlob(id: String)

    /// How many bytes of a blob go in one message, so that everything else passes between two of them.
    static let piece = WireLimits.frame / 2
    /// How many bytes of documents go in one answer before the rest is left for the next one.
    static let answer = WireLimits.message / 4
    /// The same, counted in parts.
    static let parts = WireLimits.parts / 4
}

extension WireWriter {
    mutating func operation(_ operation: StoreOperation) {
        switch operation {
        case .token: byte(0)
        case .document(let collection, let id):
            byte(1)
            text(collection)
            text(id)
        case .page(let collection, let query):
            byte(2)
            text(collection)
            self.query(query)
        case .count(let collection, let query):
            byte(3)
            text(collection)
            self.query(query)
        case .blob(let id):
            byte(4)
            text(id)
        case .bytes(let id, let from, let count):
            byte(5)
            text(id)
            number(UInt64(clamping: from))
            number(UInt32(clamping: count))
        case .put(let collection, let id, let expectation, let document):
            byte(6)
            text(collection)
            text(id)
            self.expectation(expectation)
            value(document)
        case .delete(let collection, let id, let expectation):
            byte(7)
            text(collection)
            text(id)
            self.expectation(expectation)
        case .piece(let bytes):
            byte(8)
            data(bytes)
        case .putBlob(let id, let type):
            byte(9)
            text(id)
            text(type)
        case .deleteBlob(let id):
            byte(10)
            text(id)
        }
    }

    private mutating func expectation(_ expectation: Expectation) {
        switch expectation.kind {
        case .anything: byte(0)
        case .absent: byte(1)
        case .version(let version):
            byte(2)
            number(version)
        }
    }

    private mutating func query(_ query: StoreOperation.Query) {
        list(query.conditions) { writer, condition in
            writer.field(condition.field)
            writer.test(condition.test)
        }
        list(query.order?.parts ?? []) { writer, part in
            writer.field(part.field)
            writer.flag(part.isDescending)
        }
        number(UInt32(clamping: query.limit))
        optional(query.cursor) { $0.text($1.description) }
    }

    private mutating func field(_ field: FieldKey) {
        text(field.path)
        flag(field.isFolded)
    }

    private mutating func test(_ test: StoreCondition.Test) {
        func named(_ number: UInt8, _ value: Value) {
            byte(number)
            self.value(value)
        }
        switch test {
        case .equals(let value): named(0, value)
        case .among(let values): named(1, .list(values))
        case .absent: byte(2)
        case .from(let value): named(3, value)
        case .above(let value): named(4, value)
        case .upTo(let value): named(5, value)
        case .below(let value): named(6, value)
        case .begins(let start):
            byte(7)
            text(start)
        case .contains(let part):
            byte(8)
            text(part)
        case .near(let point, let within):
            byte(9)
            number(point.lat.bitPattern)
            number(point.lon.bitPattern)
            optional(within) { $0.number($1.bitPattern) }
        case .broken(let why):
            byte(10)
            text(why)
        @unknown default: byte(.max)
        }
    }
}

extension WireReader {
    mutating func operation() throws(WireError) -> StoreOperation {
        switch try byte() {
        case 0: return .token
        case 1: return .document(collection: try text(), id: try text())
        case 2: return .page(collection: try text(), try query())
        case 3: return .count(collection: try text(), try query())
        case 4: return .blob(id: try text())
        case 5:
            let id = try text()
            let from = try number(UInt64.self)
            return .bytes(id: id, from: Int(clamping: from), count: Int(try number(UInt32.self)))
        case 6: return .put(collection: try text(), id: try text(), try expectation(), try value())
        case 7: return .delete(collection: try text(), id: try text(), try expectation())
        case 8: return .piece(try data())
        case 9: return .putBlob(id: try text(), type: try text())
        case 10: return .deleteBlob(id: try text())
        case let other: throw .malformed("\(other) is nothing that a store does")
        }
    }

    private mutating func expectation() throws(WireError) -> Expectation {
        switch try byte() {
        case 0: return .anything
        case 1: return .absent
        case 2: return .version(try number())
        case let other: throw .malformed("\(other) is nothing to expect of a document")
        }
    }

    private mutating func query() throws(WireError) -> StoreOperation.Query {
        var query = StoreOperation.Query()
        query.conditions = try list { (reader) throws(WireError) in
            StoreCondition(field: try reader.field(), test: try reader.test())
        }
        let parts = try list { (reader) throws(WireError) in
            StoreOrder.Part(field: try reader.field(), isDescending: try reader.flag())
        }
        query.order = parts.isEmpty ? nil : StoreOrder(parts: parts)
        query.limit = Int(try number(UInt32.self))
        query.cursor = try flag() ? PageCursor(try text()) : nil
        return query
    }

    private mutating func field() throws(WireError) -> FieldKey {
        let path = try text()
        return try flag() ? .folded(path) : FieldKey(path)
    }

    private mutating func test() throws(WireError) -> StoreCondition.Test {
        switch try byte() {
        case 0: return .equals(try value())
        case 1:
            guard case .list(let values) = try value() else { throw .malformed("a choice of values is no list") }
            return .among(values)
        case 2: return .absent
        case 3: return .from(try value())
        case 4: return .above(try value())
        case 5: return .upTo(try value())
        case 6: return .below(try value())
        case 7: return .begins(try text())
        case 8: return .contains(try text())
        case 9:
            let point = GeoPoint(
                lat: Double(bitPattern: try number(UInt64.self)), lon: Double(bitPattern: try number(UInt64.self)))
            return .near(point, within: try flag() ? Double(bitPattern: try number(UInt64.self)) : nil)
        case 10: return .broken(try text())
        case let other: throw .malformed("\(other) is no condition of a query")
        }
    }
}
