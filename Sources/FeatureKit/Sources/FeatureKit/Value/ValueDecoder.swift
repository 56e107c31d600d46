extension Value {
    /// Decodes the value through a type's `Decodable`.
    ///
    /// - Throws: `DecodingError`; after `Shape.problems(in:)` found none, that is a mistake in the type's own code.
    public func decoded<T: Decodable>(codable type: T.Type) throws -> T {
        try ValueDecoder(value: self, codingPath: [], witness: nil).decode(type)
    }

    /// Decodes through `Decodable` where the bytes of one member may have come beside the data.
    func decoded<T: Decodable>(codable type: T.Type, attached media: Media?) throws -> T {
        try ValueDecoder(value: self, codingPath: [], witness: nil, attached: media).decode(type)
    }

    /// Decodes through `Decodable` and reports to `witness` each member that the type asks for.
    @_spi(Hosting) public func decoded<T: Decodable>(
        codable type: T.Type, witness: @escaping (ValuePath) -> Void
    ) throws -> T {
        try ValueDecoder(value: self, codingPath: [], witness: witness).decode(type)
    }
}

/// A position in a list, as a coding key.
private struct IndexKey: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }
    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}

/// Where `superEncoder()` and `superDecoder()` keep a parent's data when nobody names a key.
struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { if stringValue != "super" { return nil } }
    init?(intValue: Int) { nil }
}

private struct ValueDecoder: Decoder {
    let value: Value
    let codingPath: [any CodingKey]
    let witness: ((ValuePath) -> Void)?
    /// Media that stand in for the only value of their type.
    var attached: Media?

    var userInfo: [CodingUserInfoKey: Any] {
        // Where a type asks for media, an empty mapping stands for the attached ones.
        guard let attached, value == .object(Members()) else { return [:] }
        return CodingUserInfoKey.carrying(attached)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Value].self) }
        return KeyedDecodingContainer(KeyedValues(members: members, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let list) = value else { throw mismatch([Value].self) }
        return UnkeyedValues(list: list, decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleValue(decoder: self) }

    func inside(_ value: Value, _ key: any CodingKey) -> ValueDecoder {
        ValueDecoder(value: value, codingPath: codingPath + [key], witness: witness, attached: attached)
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "found \(value.kindInWords)"))
    }

    func note(_ key: any CodingKey) {
        guard let witness else { return }
        witness(
            ValuePath(
                (codingPath + [key]).map { key in
                    key.intValue.map(ValuePath.Step.element) ?? .member(key.stringValue)
                }))
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // `as? T` on a value of T's own type always holds. An optional T has to go through its own decoding: "none of
        // these" would pass for its nil.
        let plain: Any
        switch type {
        case _ where type == Bool.self: plain = try read(\.boolean)
        case _ where type == String.self: plain = try read(\.text)
        case _ where type == Double.self: plain = try read(\.number)
        case _ where type == Float.self: plain = try shortNumber()
        case _ where type == Duration.self: plain = try read(\.duration)
        case _ where type == Value.self: plain = value
        case let whole as any FixedWidthInteger.Type: plain = try self.whole(whole)
        default:
            try DataDepth.check(codingPath.count)
            return try T(from: self)
        }
        guard let plain = plain as? T else { throw mismatch(type) }
        return plain
    }

    private func read<Plain>(_ reading: (Value) -> Plain?) throws -> Plain {
        guard let plain = reading(value) else { throw mismatch(Plain.self) }
        return plain
    }

    private func shortNumber() throws -> Float {
        let number = try read(\.number)
        let short = Float(number)
        guard short.isFinite || !number.isFinite else { throw mismatch(Float.self) }
        return short
    }

    private func whole<I: FixedWidthInteger>(_ type: I.Type) throws -> I {
        try read { $0.whole(type) }
    }
}

/// The value's content where it is of the kind asked for; nil otherwise.
extension Value {
    fileprivate var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    fileprivate var text: String? { if case .text(let value) = self { value } else { nil } }

    fileprivate var number: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    fileprivate var duration: Duration? { text.flatMap(DurationText.parse) }

    fileprivate func whole<I: FixedWidthInteger>(_ type: I.Type) -> I? {
        if case .integer(let value) = self { I(exactly: value) } else { nil }
    }
}

private struct SingleValue: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    func decodeNil() -> Bool { decoder.value == .null }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
    // The defaults of the protocol refuse these two.
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decode(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decode(type) }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: Members
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool {
        decoder.note(key)
        return members[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key) == .null }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.inside(member(key), key).decode(type)
    }

    // The most frequent types, without the detour through the generic `decode`.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key, \.boolean) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key, \.text) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(key, \.number) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(key) { $0.whole(Int.self) } }

    private func read<Plain>(_ key: Key, _ reading: (Value) -> Plain?) throws -> Plain {
        let value = try member(key)
        guard let plain = reading(value) else { throw decoder.inside(value, key).mismatch(Plain.self) }
        return plain
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try decoder.inside(member(key), key).decode(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try decoder.inside(member(key), key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder.inside(member(key), key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.inside(member(key), key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder.inside(member(SuperKey()), SuperKey()) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.inside(member(key), key) }

    private func member(_ key: some CodingKey) throws -> Value {
        decoder.note(key)
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "not there"))
        }
        return value
    }
}

private struct UnkeyedValues: UnkeyedDecodingContainer {
    let list: [Value]
    let decoder: ValueDecoder
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { list.count }
    var isAtEnd: Bool { currentIndex >= list.count }

    init(list: [Value], decoder: ValueDecoder) {
        self.list = list
        self.decoder = decoder
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw end }
        guard list[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next().decode(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private var end: DecodingError {
        .valueNotFound(Value.self, .init(codingPath: codingPath, debugDescription: "the list ends here"))
    }

    private mutating func next() throws -> ValueDecoder {
        guard !isAtEnd else { throw end }
        defer { currentIndex += 1 }
        return decoder.inside(list[currentIndex], IndexKey(currentIndex))
    }
}
