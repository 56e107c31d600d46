extension Value {
    /// Encodes a value through its `Encodable`.
    ///
    /// `Duration` becomes a text such as `250ms`, as a `Shape.duration` asks for.
    ///
    /// - Throws: `EncodingError`, also for whole numbers beyond 64 bits with sign; another error for data that are
    ///   nested more than 128 deep.
    public init(codable value: some Encodable) throws {
        self = try Slot.encode(value, at: [], depth: 0, reveals: false)
    }

    /// Encodes a value through its `Encodable`, with the text of its secrets where `revealing` is true.
    init(codable value: some Encodable, revealing: Bool) throws {
        self = try Slot.encode(value, at: [], depth: 0, reveals: revealing)
    }
}

extension CodingUserInfoKey {
    /// Whether a secret is written as its text.
    private static let revealsSecrets = CodingUserInfoKey(rawValue: "flagstand.reveals-secrets")

    /// The user info of an encoder that reveals secrets.
    fileprivate static var revealing: [CodingUserInfoKey: Any] { revealsSecrets.map { [$0: true] } ?? [:] }

    /// Whether an encoder reveals secrets.
    static func reveals(_ info: [CodingUserInfoKey: Any]) -> Bool { revealsSecrets.map { info[$0] != nil } ?? false }
}

/// A place that an encoder fills: containers are written through references, as `Encoder` demands.
private final class Slot {
    enum Content {
        case empty
        case value(Value)
        case object([(String, Slot)])
        case list([Slot])
    }

    var content = Content.empty
    /// How deep it is nested.
    let depth: Int
    let reveals: Bool

    init(depth: Int, reveals: Bool) {
        self.depth = depth
        self.reveals = reveals
    }

    var value: Value {
        switch content {
        case .empty: .object(Members())
        case .value(let value): value
        case .object(let members): .object(Members(members.map { ($0, $1.value) }))
        case .list(let slots): .list(slots.map(\.value))
        }
    }

    static func encode(
        _ value: some Encodable, at path: [any CodingKey], depth: Int, reveals: Bool
    ) throws -> Value {
        switch value {
        case let duration as Duration: return .text(DurationText.print(duration))
        case let value as Value: return value
        default:
            try DataDepth.check(depth)
            let slot = Slot(depth: depth, reveals: reveals)
            try value.encode(to: SlotEncoder(slot: slot, codingPath: path))
            return slot.value
        }
    }

    func member(_ name: String) -> Slot {
        let slot = Slot(depth: depth, reveals: reveals)
        var members: [(String, Slot)] = []
        if case .object(let filled) = content { members = filled }
        // The slot's reference to the array is dropped before it grows, so that it grows in place.
        content = .empty
        members.append((name, slot))
        content = .object(members)
        return slot
    }

    func element() -> Slot {
        let slot = Slot(depth: depth, reveals: reveals)
        var slots: [Slot] = []
        if case .list(let filled) = content { slots = filled }
        content = .empty
        slots.append(slot)
        content = .list(slots)
        return slot
    }
}

private struct SlotEncoder: Encoder {
    let slot: Slot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { slot.reveals ? CodingUserInfoKey.revealing : [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = slot.content {} else { slot.content = .object([]) }
        return KeyedEncodingContainer(SlotKeyed(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list = slot.content {} else { slot.content = .list([]) }
        return SlotUnkeyed(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SlotSingle(slot: slot, codingPath: codingPath) }
}

private struct SlotSingle: SingleValueEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]

    mutating func encodeNil() throws { slot.content = .value(.null) }

    mutating func encode(_ value: some Encodable) throws {
        let encoded: Value =
            switch value {
            case let value as Bool: .boolean(value)
            case let value as String: .text(value)
            case let value as Double: .number(value)
            case let value as Float: .number(Double(value))
            case let value as any BinaryInteger: try Value(whole: value, at: codingPath)
            default: try Slot.encode(value, at: codingPath, depth: slot.depth + 1, reveals: slot.reveals)
            }
        slot.content = .value(encoded)
    }

    // The defaults of the protocol refuse these two.
    mutating func encode(_ value: Int128) throws { try encode(Value(whole: value, at: codingPath)) }
    mutating func encode(_ value: UInt128) throws { try encode(Value(whole: value, at: codingPath)) }
}

extension Value {
    fileprivate init(whole value: any BinaryInteger, at codingPath: [any CodingKey]) throws {
        guard let whole = Int64(exactly: value) else {
            let problem = "a whole number beyond 64 bits with sign"
            throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: problem))
        }
        self = .integer(whole)
    }
}

private struct SlotKeyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: Slot
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) throws { slot.member(key.stringValue).content = .value(.null) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        var single = SlotSingle(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
        try single.encode(value)
    }

    mutating func encode(_ value: Int128, forKey key: Key) throws {
        try encode(Value(whole: value, at: codingPath + [key]), forKey: key)
    }

    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        try encode(Value(whole: value, at: codingPath + [key]), forKey: key)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested(SuperKey()) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: some CodingKey) -> SlotEncoder {
        SlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct SlotUnkeyed: UnkeyedEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]

    var count: Int { if case .list(let slots) = slot.content { slots.count } else { 0 } }

    mutating func encodeNil() throws { slot.element().content = .value(.null) }

    mutating func encode(_ value: some Encodable) throws {
        var single = SlotSingle(slot: slot.element(), codingPath: codingPath)
        try single.encode(value)
    }

    mutating func encode(_ value: Int128) throws { try encode(Value(whole: value, at: codingPath)) }
    mutating func encode(_ value: UInt128) throws { try encode(Value(whole: value, at: codingPath)) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        SlotEncoder(slot: slot.element(), codingPath: codingPath).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        SlotEncoder(slot: slot.element(), codingPath: codingPath).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { SlotEncoder(slot: slot.element(), codingPath: codingPath) }
}
