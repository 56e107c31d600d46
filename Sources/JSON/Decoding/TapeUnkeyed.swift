internal import FeatureKit

/// The elements of a list, one after another.
struct TapeUnkeyed: UnkeyedDecodingContainer {
    let source: TapeSource
    let place: TapePlace
    private var next: Int32
    private var index: Int32 = 0

    init(source: TapeSource, place: TapePlace) {
        self.source = source
        self.place = place
        next = place.isDefault ? place.index &- 1 : place.index &+ 1
    }

    var codingPath: [any CodingKey] { source.path(to: place) }
    var count: Int? { source.token(place).count }
    var currentIndex: Int { Int(index) }
    var isAtEnd: Bool { currentIndex >= source.token(place).count }

    mutating func decodeNil() throws -> Bool {
        guard source.isNull(try element().place) else { return false }
        advance()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take().decode(type) }
    // Whoever does not read these two itself refuses them.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try take().decode(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try take().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try take().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try take() }

    private func element() throws -> TapeDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self, .init(codingPath: codingPath, debugDescription: "the list ends here"))
        }
        return TapeDecoder(source: source, place: TapePlace(index: next, rule: source.elementRule(of: place)))
    }

    private mutating func take() throws -> TapeDecoder {
        let decoder = try element()
        advance()
        return decoder
    }

    private mutating func advance() {
        let (tape, token) = source.locate(TapePlace(index: next, rule: TapePlace.none))
        let following = Int32(truncatingIfNeeded: tape[token].next(after: token))
        next = next < 0 ? ~following : following
        index &+= 1
    }
}
