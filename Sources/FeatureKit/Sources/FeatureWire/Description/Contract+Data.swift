@_spi(Hosting) internal import FeatureKit

// Contracts as descriptions have them, each in the terms of its role: {"publishes": "lamp.lit", "shape": …}.

extension Contract.Role {
    /// The member that names what a contract of this role is about.
    fileprivate var word: String {
        switch self {
        case .publishes: "publishes"
        case .reads: "reads"
        case .serves: "serves"
        case .requests: "requests"
        case .keeps: "keeps"
        case .evaluates: "evaluates"
        @unknown default: "touches"
        }
    }
}

extension Contract {
    /// The contract as data.
    var data: Value {
        var data: Members = [role.word: .text(name)]
        if let endpoint {
            data["method"] = .text(endpoint.method.description)
            data["path"] = .text(endpoint.path)
            data["access"] = .text(endpoint.access.description)
            if let role = endpoint.access.role { data["role"] = .text(role) }
            if endpoint.streams { data["streams"] = true }
            if let summary = endpoint.summary { data["summary"] = .text(summary) }
        }
        if let decision {
            data["default"] = decision.fallback
            data["summary"] = .text(decision.summary)
        }
        if isWatchable { data["watchable"] = true }
        switch retention {
        case .nothing: break
        case .latest: data["retains"] = "latest"
        case .latestPer(let key):
            data["retains"] = .list(key.fields.map { .text($0) })
            if let end = key.end { data["until"] = .text(end) }
            data["keys"] = .integer(Int64(key.most))
        @unknown default: data["retains"] = "unknown"
        }
        if !needs.isEmpty { data["needs"] = .list(needs.map { .text($0.rawValue) }) }
        if let person { data["person"] = person.data }
        if !indexes.isEmpty { data["indexes"] = .list(indexes.map(\.data)) }
        if !migrations.isEmpty { data["migrations"] = .list(migrations.map(\.data)) }
        data[reply == nil ? "shape" : "request"] = .object(shape.data)
        if let reply { data["reply"] = .object(reply.data) }
        return .object(data)
    }

    init(_ object: DescriptionObject) throws(DescriptionError) {
        guard let role = Role.allCases.first(where: { object.has($0.word) }) else {
            throw DescriptionError(object.place, "does not say what the feature does")
        }
        self.init(
            role: role, name: try object.text(role.word),
            shape: try object.shape(object.has("reply") ? "request" : "shape"),
            reply: object.has("reply") ? try object.shape("reply") : nil,
            endpoint: object.has("path") ? try Endpoint(object) : nil,
            indexes: try object.list("indexes") { (value, place) throws(DescriptionError) in
                try StoreIndex(DescriptionObject(value, at: place))
            },
            person: try object.members["person"].map { (value) throws(DescriptionError) in
                try PersonRule(DescriptionObject(value, at: "\(object.place).person"))
            },
            retention: try TopicRetention(object), isWatchable: try object.flag("watchable"),
            decision: role == .evaluates
                ? Decision(fallback: try object.value("default"), summary: try object.text("summary")) : nil,
            needs: try object.list("needs") { (value, place) throws(DescriptionError) in
                guard case .text(let name) = value, let need = KitCollection(rawValue: name) else {
                    throw DescriptionError(place, "is no collection of the kit")
                }
                return need
            },
            migrations: try object.list("migrations") { (value, place) throws(DescriptionError) in
                let migration = try DescriptionObject(value, at: place)
                return DocumentMigration(try migration.text("name"), changing: try migration.texts("changes"))
            }, types: [])
    }
}

extension DocumentMigration {
    fileprivate var data: Value { ["name": .text(name), "changes": .list(fields.map { .text($0) })] }
}

extension Contract.Endpoint {
    fileprivate init(_ object: DescriptionObject) throws(DescriptionError) {
        let method = RouteMethod(description: try object.text("method"))
        guard RouteMethod.all.contains(method) else { throw object.fail("method", "\"\(method)\" is no method") }
        self.init(
            method: method, path: try object.text("path"),
            access: RouteAccess(description: try object.text("access"), role: try object.optionalText("role")),
            streams: try object.flag("streams"), summary: try object.optionalText("summary"))
    }
}

extension TopicRetention {
    fileprivate init(_ object: DescriptionObject) throws(DescriptionError) {
        switch object.members["retains"] {
        case nil: self = .nothing
        case .text("latest"): self = .latest
        case .list:
            self = .latestPer(
                RetentionKey(
                    try object.texts("retains"), until: try object.optionalText("until"),
                    most: Int(clamping: try object.integer("keys"))))
        default: throw object.fail("retains", "is nothing that a topic retains")
        }
    }
}

extension StoreIndex {
    fileprivate var data: Value {
        switch kind {
        case .ordered(let fields, let isUnique): [isUnique ? "unique" : "on": .list(fields.map(\.data))]
        case .parts(let field): ["contains": .text(field)]
        case .points(let field): ["near": .text(field)]
        @unknown default: ["unknown": .null]
        }
    }

    fileprivate init(_ object: DescriptionObject) throws(DescriptionError) {
        if object.has("contains") {
            self.init(kind: .parts(try object.text("contains")))
        } else if object.has("near") {
            self.init(kind: .points(try object.text("near")))
        } else {
            let isUnique = object.has("unique")
            guard isUnique || object.has("on") else { throw DescriptionError(object.place, "is no kind of index") }
            let fields = try object.list(isUnique ? "unique" : "on") { (value, place) throws(DescriptionError) in
                try FieldKey(value, at: place)
            }
            self.init(kind: .ordered(fields, isUnique: isUnique))
        }
    }
}

extension PersonRule {
    fileprivate var data: Value {
        var data: Members = [deletes ? "deletes" : "anonymises": .text(field)]
        if !cleared.isEmpty { data["clears"] = .list(cleared.map { .text($0) }) }
        return .object(data)
    }

    fileprivate init(_ object: DescriptionObject) throws(DescriptionError) {
        let deletes = object.has("deletes")
        self.init(
            field: try object.text(deletes ? "deletes" : "anonymises"), deletes: deletes,
            cleared: try object.texts("clears"))
    }
}

extension FieldKey {
    fileprivate var data: Value { isFolded ? ["folded": .text(path)] : .text(path) }

    fileprivate init(_ value: Value, at place: String) throws(DescriptionError) {
        if case .text(let path) = value {
            self.init(path: path, isFolded: false)
        } else {
            self.init(path: try DescriptionObject(value, at: place).text("folded"), isFolded: true)
        }
    }
}
