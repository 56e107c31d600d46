/// The members of a mapping.
struct TapeKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: TapeSource
    let place: TapePlace

    var codingPath: [any CodingKey] { source.path(to: place) }

    var allKeys: [Key] {
        var keys: [Key] = []
        source.forEachMember(of: place) { name, _ in
            if let key = Key(stringValue: name) { keys.append(key) }
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { source.member(key.stringValue, of: place) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { source.isNull(try member(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try source.boolean(member(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try source.string(member(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try source.double(member(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try source.float(member(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try source.whole(member(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try source.whole(member(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try source.whole(member(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try source.whole(member(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try source.whole(member(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try source.whole(member(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try source.whole(member(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try source.whole(member(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try source.whole(member(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try source.whole(member(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try source.whole(member(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try source.whole(member(key)) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).decode(type) }

    // Optional members are common enough not to be looked for three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key).map(source.boolean) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map(source.string)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map(source.double)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key).map(source.whole) }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let place = present(key) else { return nil }
        return try TapeDecoder(source: source, place: place).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = TapeKey(stringValue: "super")
        guard let place = source.member(key.stringValue, of: place) else { throw absent(key) }
        return TapeDecoder(source: source, place: place)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> TapeDecoder { TapeDecoder(source: source, place: try member(key)) }

    @inline(__always)
    private func member(_ key: Key) throws -> TapePlace {
        guard let member = source.member(key.stringValue, of: place) else { throw absent(key) }
        return member
    }

    /// The place of a member, unless it is absent or nothing.
    private func present(_ key: Key) -> TapePlace? {
        guard let member = source.member(key.stringValue, of: place), !source.isNull(member) else { return nil }
        return member
    }

    @inline(never)
    private func absent(_ key: some CodingKey) -> DecodingError {
        .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "not there"))
    }
}
