internal import FeatureKit

/// Decodes one value of a document.
///
/// Small enough to lie inside an existential, so that none of the values on the way costs an allocation.
struct TapeDecoder: Decoder {
    let source: TapeSource
    let place: TapePlace

    var codingPath: [any CodingKey] { source.path(to: place) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard source.token(place).kind == .object else { throw source.mismatch(place, [String: Value].self) }
        return KeyedDecodingContainer(TapeKeyed(source: source, place: place))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard source.token(place).kind == .list else { throw source.mismatch(place, [Value].self) }
        return TapeUnkeyed(source: source, place: place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension TapeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { source.isNull(place) }
    func decode(_ type: Bool.Type) throws -> Bool { try source.boolean(place) }
    func decode(_ type: String.Type) throws -> String { try source.string(place) }
    func decode(_ type: Double.Type) throws -> Double { try source.double(place) }
    func decode(_ type: Float.Type) throws -> Float { try source.float(place) }
    func decode(_ type: Int.Type) throws -> Int { try source.whole(place) }
    func decode(_ type: Int8.Type) throws -> Int8 { try source.whole(place) }
    func decode(_ type: Int16.Type) throws -> Int16 { try source.whole(place) }
    func decode(_ type: Int32.Type) throws -> Int32 { try source.whole(place) }
    func decode(_ type: Int64.Type) throws -> Int64 { try source.whole(place) }
    func decode(_ type: Int128.Type) throws -> Int128 { try source.whole(place) }
    func decode(_ type: UInt.Type) throws -> UInt { try source.whole(place) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try source.whole(place) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try source.whole(place) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try source.whole(place) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try source.whole(place) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try source.whole(place) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // Only these two mean something else here than they do for every decoder.
        if type == Duration.self { return try special(source.duration(place)) }
        if type == Value.self { return try special(source.value(place)) }
        return try T(from: self)
    }

    // Apart from the way that all others go, since the cast asks the runtime for types.
    @inline(never)
    private func special<T>(_ value: any Sendable) throws -> T {
        guard let value = value as? T else { throw source.mismatch(place, T.self) }
        return value
    }
}
