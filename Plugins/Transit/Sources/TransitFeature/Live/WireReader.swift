/// Reads the fields of a protobuf message one after the other; what is damaged ends it with an error.
struct WireReader {
    /// A message that ends too early, or has something in it that no message has.
    struct Damage: Error, Equatable {}

    /// What a field holds.
    enum Content {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next field and its number; nil at the end.
    mutating func next() throws(Damage) -> (field: Int, content: Content)? {
        guard !rest.isEmpty else { return nil }
        let key = try number()
        let field = Int(truncatingIfNeeded: key >> 3)
        guard field > 0, key >> 3 < 1 << 29 else { throw Damage() }
        switch key & 7 {
        case 0: return (field, .number(try number()))
        case 1: return (field, .bytes(try take(8)))
        case 2: return (field, .bytes(try take(try number())))
        case 5: return (field, .bytes(try take(4)))
        default: throw Damage()
        }
    }

    private mutating func number() throws(Damage) -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while let byte = rest.popFirst() {
            guard shift < 64 else { throw Damage() }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw Damage()
    }

    private mutating func take(_ count: UInt64) throws(Damage) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw Damage() }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}

/// A message whose fields were read: the last number and all bytes of each field.
struct WireMessage {
    private(set) var numbers: [Int: UInt64] = [:]
    private(set) var parts: [Int: [ArraySlice<UInt8>]] = [:]

    init(_ bytes: ArraySlice<UInt8>) throws(WireReader.Damage) {
        var reader = WireReader(bytes)
        while let (field, content) = try reader.next() {
            switch content {
            case .number(let number): numbers[field] = number
            case .bytes(let bytes): parts[field, default: []].append(bytes)
            }
        }
    }

    /// A signed number, as int32 and int64 are written.
    func signed(_ field: Int) -> Int? { numbers[field].map { Int(Int64(bitPattern: $0)) } }

    /// A text; nil where there is none.
    func text(_ field: Int) -> String? { parts[field]?.last.map { String(decoding: $0, as: UTF8.self) } }

    /// The messages of a field.
    func messages(_ field: Int) throws(WireReader.Damage) -> [WireMessage] {
        var found: [WireMessage] = []
        for part in parts[field] ?? [] { found.append(try WireMessage(part)) }
        return found
    }
}
