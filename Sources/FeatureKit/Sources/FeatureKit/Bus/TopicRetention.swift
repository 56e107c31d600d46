/// What a topic keeps for readers that come late, without the payload's type.
@_spi(Hosting) public enum TopicRetention: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// The last value.
    case latest
    /// The last value of each key.
    case latestPer(RetentionKey)

    /// Whether the topic holds a current state, and not events.
    public var keepsAny: Bool { self != .nothing }
}

/// The fields at the top of a topic's payload that distinguish the values that it keeps.
@_spi(Hosting) public struct RetentionKey: Sendable, Hashable {
    /// The most keys that any topic keeps values for; more is cut to this.
    public static let mostKept = 65_536

    /// The fields' names.
    public let fields: [String]
    /// A field that marks the end of its key: such a value reaches the readers and is not kept.
    public let end: String?
    /// For how many keys a value is kept; beyond that the one that changed longest ago is dropped.
    public let most: Int

    /// Names the fields.
    public init(_ fields: [String], until end: String?, most: Int) {
        self.fields = fields
        self.end = end
        self.most = min(max(1, most), Self.mostKept)
    }

    /// The key of a payload; nil where it has none.
    func mark(of payload: Value) -> KeptMark? {
        guard case .object(let members) = payload else { return nil }
        var parts: [Value] = []
        for field in fields {
            let part = members[field] ?? .null
            switch part {
            case .text, .integer, .null: parts.append(part)
            default: return nil
            }
        }
        return KeptMark(key: Value.list(parts).json, isOver: end.map { members[$0] == true } ?? false)
    }
}

/// The key of one published payload.
@_spi(Hosting) public struct KeptMark: Sendable, Hashable {
    /// The fields' values, as JSON.
    public let key: String
    /// Whether it marks the end of the key.
    public let isOver: Bool
}

extension TopicRetention {
    /// Why values of a Shape can't be kept by these fields; nil where they can.
    func problem(in shape: Shape) -> String? {
        guard case .latestPer(let key) = self else { return nil }
        guard case .object(let fields) = shape.kind else { return "its payload is \(shape.inWords), without fields" }
        guard !key.fields.isEmpty else { return "no field is named" }
        for name in key.fields {
            guard let field = fields.first(where: { $0.name == name }) else { return Self.unknown(name, fields) }
            switch field.shape.kind {
            case .text, .integer, .choice: continue
            default: return "\"\(name)\" is \(field.shape.inWords), and a key is a text or a whole number"
            }
        }
        guard let end = key.end else { return nil }
        guard let field = fields.first(where: { $0.name == end }) else { return Self.unknown(end, fields) }
        return field.shape.kind == .boolean ? nil : "\"\(end)\" is \(field.shape.inWords), and not true or false"
    }

    private static func unknown(_ name: String, _ fields: [Field]) -> String {
        let hint = Suggestion.closest(to: name, in: fields.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
        return "its payload has no field \"\(name)\"\(hint)"
    }

    /// What is kept, in a reader's words.
    var inWords: String {
        switch self {
        case .nothing: return "nothing"
        case .latest: return "the last value"
        case .latestPer(let key):
            let names = key.fields.map { "\"\($0)\"" }.joined(separator: " and ")
            let end = key.end.map { " until \"\($0)\"" } ?? ""
            return "the last value per \(names)\(end)"
        }
    }
}
