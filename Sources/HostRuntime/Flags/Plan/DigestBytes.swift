@_spi(Hosting) internal import FeatureKit

/// Bytes that are the same where what they are made of is: each part says what it is, and each of those that may be
/// longer or shorter how long.
struct DigestBytes {
    /// What a part is.
    enum Kind: UInt8 {
        case nothing, no, yes, integer, number, text, list, object
    }

    private var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    var hexDigest: String { SHA256.hexDigest(of: bytes) }

    mutating func add(_ text: String) {
        add(.text, text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ text: String?) {
        if let text { add(text) } else { bytes.append(Kind.nothing.rawValue) }
    }

    mutating func add(_ isSo: Bool) { bytes.append((isSo ? Kind.yes : .no).rawValue) }

    mutating func add(_ number: UInt64) { add(.integer, number) }

    /// Begins a list; its elements have to follow.
    mutating func begin(_ kind: Kind, count: Int) { add(kind, count) }

    mutating func add(_ value: Value) {
        switch value {
        case .null: bytes.append(Kind.nothing.rawValue)
        case .boolean(let boolean): add(boolean)
        case .integer(let integer): add(.integer, UInt64(bitPattern: integer))
        case .number(let number): add(.number, number.bitPattern)
        case .text(let text): add(text)
        case .list(let list):
            begin(.list, count: list.count)
            for element in list { add(element) }
        case .object(let members): add(members)
        }
    }

    mutating func add(_ members: Members) {
        begin(.object, count: members.count)
        for (name, value) in members {
            add(name)
            add(value)
        }
    }

    private mutating func add(_ kind: Kind, _ count: Int) { add(kind, UInt64(count)) }

    /// Seven bits in a byte, the lowest first; nearly all numbers are small.
    private mutating func add(_ kind: Kind, _ number: UInt64) {
        bytes.append(kind.rawValue)
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
