/// The hash of values as deterministic CBOR (RFC 8949, section 4.2.1), without writing it anywhere.
///
/// After the start of a list or an object its content is added next; members in the order of `comesFirst`.
struct CBORHash {
    private var murmur = Murmur3()

    init() {}

    var hash: UInt32 { murmur.hash }

    mutating func addNull() { murmur.add(0xF6) }

    mutating func add(_ boolean: Bool) { murmur.add(boolean ? 0xF5 : 0xF4) }

    mutating func add(_ integer: Int64) {
        if integer < 0 { addHead(.negative, ~UInt64(bitPattern: integer)) } else { addHead(.unsigned, UInt64(integer)) }
    }

    /// Whole numbers are added as such where 64 bits hold them, others as the shortest float that is exact.
    mutating func add(_ number: Double) {
        if let integer = Int64(exactly: number) { return add(integer) }
        if let integer = UInt64(exactly: number) { return addHead(.unsigned, integer) }
        if number.isNaN {
            addBytes(of: 0xF9, UInt64(0x7E00), 2)
        } else if Double(Float16(number)) == number {
            addBytes(of: 0xF9, UInt64(Float16(number).bitPattern), 2)
        } else if Double(Float(number)) == number {
            addBytes(of: 0xFA, UInt64(Float(number).bitPattern), 4)
        } else {
            addBytes(of: 0xFB, number.bitPattern, 8)
        }
    }

    mutating func add(_ text: TextRun) {
        addHead(.text, UInt64(text.count))
        murmur.add(text)
    }

    mutating func addList(count: Int) { addHead(.list, UInt64(count)) }

    mutating func addObject(count: Int) { addHead(.object, UInt64(count)) }

    /// Whether a member's name stands before another: as encoded, so that the shorter one does.
    static func comesFirst(_ left: TextRun, before right: TextRun) -> Bool {
        guard left.count == right.count else { return left.count < right.count }
        return unsafe left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    private enum Major: UInt8 {
        case unsigned = 0x00
        case negative = 0x20
        case text = 0x60
        case list = 0x80
        case object = 0xA0
    }

    private mutating func addHead(_ major: Major, _ argument: UInt64) {
        let major = major.rawValue
        switch argument {
        case 0..<24: murmur.add(major | UInt8(argument))
        case 24...0xFF: addBytes(of: major | 24, argument, 1)
        case 0x100...0xFFFF: addBytes(of: major | 25, argument, 2)
        case 0x1_0000...0xFFFF_FFFF: addBytes(of: major | 26, argument, 4)
        default: addBytes(of: major | 27, argument, 8)
        }
    }

    private mutating func addBytes(of head: UInt8, _ argument: UInt64, _ count: UInt64) {
        murmur.add(head)
        var shift = count &* 8
        while shift > 0 {
            shift &-= 8
            murmur.add(UInt8(truncatingIfNeeded: argument &>> shift))
        }
    }
}
