@_spi(Hosting) public import FeatureKit

// What a feature touches, without the Swift types.

private enum IndexMark {
    static let ordered: UInt8 = 0
    static let unique: UInt8 = 1
    static let parts: UInt8 = 2
    static let points: UInt8 = 3
}

@_spi(Hosting) extension WireWriter {
    /// Writes a contract.
    public mutating func contract(_ contract: Contract) {
        byte(UInt8(clamping: Contract.Role.allCases.firstIndex(of: contract.role) ?? Contract.Role.allCases.count))
        text(contract.name)
        shape(contract.shape)
        optional(contract.reply) { $0.shape($1) }
        optional(contract.endpoint) { $0.endpoint($1) }
        list(contract.indexes) { $0.index($1) }
        optional(contract.person) { writer, person in
            writer.text(person.field)
            writer.flag(person.deletes)
            writer.list(person.cleared) { $0.text($1) }
        }
        retention(contract.retention)
        flag(contract.isWatchable)
        optional(contract.decision) { writer, decision in
            writer.value(decision.fallback)
            writer.text(decision.summary)
        }
        list(contract.needs) { $0.text($1.rawValue) }
        list(contract.migrations) { writer, migration in
            writer.text(migration.name)
            writer.list(migration.fields) { $0.text($1) }
        }
    }

    private mutating func endpoint(_ endpoint: Contract.Endpoint) {
        text(endpoint.method.description)
        text(endpoint.path)
        access(endpoint.access)
        flag(endpoint.streams)
        optional(endpoint.summary) { $0.text($1) }
    }

    mutating func access(_ access: RouteAccess) {
        text(access.description)
        optional(access.role) { $0.text($1) }
    }

    private mutating func index(_ index: StoreIndex) {
        switch index.kind {
        case .ordered(let fields, let isUnique):
            byte(isUnique ? IndexMark.unique : IndexMark.ordered)
            list(fields) { writer, field in
                writer.text(field.path)
                writer.flag(field.isFolded)
            }
        case .parts(let field):
            byte(IndexMark.parts)
            text(field)
        case .points(let field):
            byte(IndexMark.points)
            text(field)
        @unknown default: refuse("one of its indexes is of a kind that no message holds")
        }
    }
}

@_spi(Hosting) extension WireReader {
    /// Reads a contract.
    public mutating func contract() throws(WireError) -> Contract {
        let role = Int(try byte())
        guard Contract.Role.allCases.indices.contains(role) else { throw .malformed("\(role) is no role") }
        let name = try text()
        let shape = try shape()
        let reply = try optional { (reader) throws(WireError) in try reader.shape() }
        let endpoint = try optional { (reader) throws(WireError) in try reader.endpoint() }
        let indexes = try list { (reader) throws(WireError) in try reader.index() }
        let person = try optional { (reader) throws(WireError) in
            PersonRule(
                field: try reader.text(), deletes: try reader.flag(),
                cleared: try reader.list { (reader) throws(WireError) in try reader.text() })
        }
        return Contract(
            role: Contract.Role.allCases[role], name: name, shape: shape, reply: reply, endpoint: endpoint,
            indexes: indexes, person: person,
            retention: try retention(), isWatchable: try flag(),
            decision: try optional { (reader) throws(WireError) in
                Contract.Decision(fallback: try reader.value(), summary: try reader.text())
            },
            needs: try list { (reader) throws(WireError) in try reader.need() },
            migrations: try list { (reader) throws(WireError) in
                DocumentMigration(
                    try reader.text(), changing: try reader.list { (reader) throws(WireError) in try reader.text() })
            }, types: [])
    }

    private mutating func need() throws(WireError) -> KitCollection {
        let name = try text()
        guard let need = KitCollection(rawValue: name) else { throw .malformed("the kit keeps no \"\(name)\"") }
        return need
    }

    private mutating func endpoint() throws(WireError) -> Contract.Endpoint {
        let method = RouteMethod(description: try text())
        guard RouteMethod.all.contains(method) else { throw .malformed("\"\(method)\" is no method of a route") }
        let path = try text()
        let (access, streams) = (try access(), try flag())
        let summary = try optional { (reader) throws(WireError) in try reader.text() }
        return Contract.Endpoint(method: method, path: path, access: access, streams: streams, summary: summary)
    }

    mutating func access() throws(WireError) -> RouteAccess {
        RouteAccess(description: try text(), role: try optional { (reader) throws(WireError) in try reader.text() })
    }

    private mutating func index() throws(WireError) -> StoreIndex {
        switch try byte() {
        case IndexMark.ordered: return StoreIndex(kind: .ordered(try fields(), isUnique: false))
        case IndexMark.unique: return StoreIndex(kind: .ordered(try fields(), isUnique: true))
        case IndexMark.parts: return StoreIndex(kind: .parts(try text()))
        case IndexMark.points: return StoreIndex(kind: .points(try text()))
        case let other: throw .malformed("\(other) is no kind of index")
        }
    }

    private mutating func fields() throws(WireError) -> [FieldKey] {
        try list { (reader) throws(WireError) in FieldKey(path: try reader.text(), isFolded: try reader.flag()) }
    }
}
