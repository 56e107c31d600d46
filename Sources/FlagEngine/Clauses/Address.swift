/// An IP address of either kind; one of version 4 as the version 6 that stands for it, `::ffff:192.0.2.1`.
struct Address: Equatable {
    let bits: UInt128

    /// Whether it is one of version 4.
    @inline(__always)
    var isFour: Bool { bits >> 32 == 0xFFFF }

    init(bits: UInt128) { self.bits = bits }

    /// Reads an address as it is written; nil for anything else, a zone or a port among it.
    init?(_ text: TextRun) {
        guard text.count <= Self.longest,
            let bits = Self.four(text, from: 0).map({ 0xFFFF << 32 | UInt128($0) }) ?? Self.six(text)
        else { return nil }
        self.bits = bits
    }

    /// The longest text of an address.
    private static let longest = 45

    /// The rest of a text as `192.0.2.1`: four numbers without leading zeros.
    private static func four(_ text: TextRun, from start: Int) -> UInt32? {
        var address: UInt32 = 0
        var parts = 0
        var index = start
        while true {
            var number: UInt32 = 0
            let first = index
            while index < text.count, case let digit = UInt32(text[index]) &- 0x30, digit < 10, index - first < 3 {
                number = number * 10 + digit
                index += 1
            }
            guard index > first, number < 256, index == first + 1 || text[first] != UInt8(ascii: "0") else {
                return nil
            }
            address = address << 8 | number
            parts += 1
            if parts == 4 { return index == text.count ? address : nil }
            guard index < text.count, text[index] == UInt8(ascii: ".") else { return nil }
            index += 1
        }
    }

    /// Eight groups of up to four digits, of which one run of zeros may be `::` and the last two an address of version 4.
    private static func six(_ text: TextRun) -> UInt128? {
        var (address, groups): (UInt128, Int) = (0, 0)
        var gap: Int?
        var index = 0
        if text.count >= 2, text[0] == colon, text[1] == colon {
            gap = 0
            index = 2
        }
        while index < text.count {
            guard groups < 8 else { return nil }
            if groups <= 6, let four = four(text, from: index) {
                address = address << 32 | UInt128(four)
                groups += 2
                index = text.count
                break
            }
            guard let group = group(text, at: &index) else { return nil }
            address = address << 16 | UInt128(group)
            groups += 1
            guard index < text.count else { break }
            guard text[index] == colon, index + 1 < text.count else { return nil }
            index += 1
            guard text[index] == colon else { continue }
            guard gap == nil else { return nil }
            gap = groups
            index += 1
        }
        guard let gap else { return groups == 8 ? address : nil }
        guard groups < 8 else { return nil }
        let low = (groups - gap) * 16
        let tail = address & ((UInt128(1) << UInt128(low)) - 1)
        return gap == 0 ? tail : (address >> UInt128(low)) << UInt128(128 - gap * 16) | tail
    }

    private static let colon = UInt8(ascii: ":")

    private static func group(_ text: TextRun, at index: inout Int) -> UInt16? {
        var group: UInt16 = 0
        let first = index
        while index < text.count, index - first < 4, let digit = digit(text[index]) {
            group = group << 4 | digit
            index += 1
        }
        return index > first ? group : nil
    }

    private static func digit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case 0x30...0x39: UInt16(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt16(byte | 0x20) - 0x57
        default: nil
        }
    }
}

/// A block of addresses, `10.0.0.0/8` or a single one.
struct AddressBlock: Equatable {
    let base: Address
    /// How many leading bits its addresses share, of 128.
    let prefix: Int

    init(base: Address, prefix: Int) {
        self.base = base
        self.prefix = prefix
    }

    /// Reads a block as it is written; bits beyond its prefix do not count.
    init?(_ text: TextRun) {
        guard let slash = (0..<text.count).first(where: { text[$0] == UInt8(ascii: "/") }) else {
            guard let base = Address(text) else { return nil }
            self.init(base: base, prefix: 128)
            return
        }
        guard let base = unsafe Address(TextRun(UnsafeBufferPointer(rebasing: text.bytes[..<slash]))),
            (1...3).contains(text.count - slash - 1)
        else { return nil }
        var length = 0
        for index in slash + 1..<text.count {
            guard case let digit = Int(text[index]) - 0x30, (0..<10).contains(digit) else { return nil }
            length = length * 10 + digit
        }
        // Of an address that is written with colons all 128 bits are counted.
        let isSix = (0..<slash).contains { text[$0] == UInt8(ascii: ":") }
        guard length <= (isSix ? 128 : 32) else { return nil }
        self.init(base: base, prefix: isSix ? length : length + 96)
    }

    /// Whether an address lies in it; those of version 4 lie in no block of version 6.
    @inline(__always)
    func contains(_ address: Address) -> Bool {
        let isFour = base.isFour && prefix >= 96
        return isFour == address.isFour && (prefix == 0 || (base.bits ^ address.bits) >> UInt128(128 &- prefix) == 0)
    }
}
