/// The fields of a message of protobuf in their order, by the numbers of a schema that the caller knows.
///
/// Nothing is copied of what is in them, and a message within it is read when it is asked for: what one takes is bounded by its
/// bytes, depth by how deep the caller asks. Groups are refused.
public struct WireMessage: Sendable {
    /// A message that ends too early, or has something in it that no message has.
    public struct Damage: Error, Equatable {
        /// For callers who miss a field that has to be there.
        public init() {}
    }

    /// What a field holds.
    private enum Content: Sendable {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private var fields: [(field: UInt64, content: Content)] = []

    /// Reads the fields of these bytes.
    public init(_ bytes: ArraySlice<UInt8>) throws(Damage) {
        var rest = bytes
        while !rest.isEmpty {
            let key = try Self.number(&rest)
            guard key >> 3 > 0, key >> 3 < 1 << 29 else { throw Damage() }
            switch key & 7 {
            case 0: fields.append((key >> 3, .number(try Self.number(&rest))))
            case 1: fields.append((key >> 3, .bytes(try Self.take(8, &rest))))
            case 2: fields.append((key >> 3, .bytes(try Self.take(try Self.number(&rest), &rest))))
            case 5: fields.append((key >> 3, .bytes(try Self.take(4, &rest))))
            default: throw Damage()
            }
        }
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) throws(Damage) -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while let byte = rest.popFirst() {
            guard shift < 64 else { throw Damage() }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw Damage()
    }

    private static func take(_ count: UInt64, _ rest: inout ArraySlice<UInt8>) throws(Damage) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw Damage() }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    /// A number, the last one where it is there more than once; nil where there is none.
    public func number(_ field: UInt64) -> UInt64? {
        for case (field, .number(let number)) in fields.reversed() { return number }
        return nil
    }

    /// A signed number, as int32 and int64 are written.
    public func signed(_ field: UInt64) -> Int? { number(field).map { Int(Int64(bitPattern: $0)) } }

    /// A number of four bytes with a fraction; nil where there is none that is finite.
    public func float(_ field: UInt64) -> Double? {
        guard let bytes = parts(field).last, bytes.count == 4 else { return nil }
        let value = Float(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
        return value.isFinite ? Double(value) : nil
    }

    /// A text; nil where there is none.
    public func text(_ field: UInt64) -> String? { parts(field).last.map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of each of a field's parts.
    public func parts(_ field: UInt64) -> [ArraySlice<UInt8>] {
        fields.compactMap { if case (field, .bytes(let bytes)) = $0 { bytes } else { nil } }
    }

    /// The messages of a field.
    public func messages(_ field: UInt64) throws(Damage) -> [WireMessage] {
        var found: [WireMessage] = []
        for part in parts(field) { found.append(try WireMessage(part)) }
        return found
    }

    /// The message of a field, the last one where there are more.
    public func message(_ field: UInt64) throws(Damage) -> WireMessage? {
        if let part = parts(field).last { try WireMessage(part) } else { nil }
    }
}
