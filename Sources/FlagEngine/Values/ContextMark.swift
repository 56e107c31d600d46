/// What two contexts share when they say the same, in whatever order: 128 bits, of every name and value.
///
/// The same on every host, since a client may ask another one next time. It is no secret and guards none: who makes
/// two contexts of one mark keeps only themselves from news.
package struct ContextMark: Equatable, Sendable {
    private var low: UInt64
    private var high: UInt64

    /// - Parameter context: All of it counts, also what no flag looks at.
    package init(_ context: borrowing FlagContext) {
        let root = context.root
        let mark = Self.members(context.slate, root.start, root.count)
        self.init(low: mark.low, high: mark.high)
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// As 32 hexadecimal digits.
    package var digits: String {
        var digits = [UInt8](repeating: 0, count: 32)
        for index in 0..<16 {
            digits[index] = Self.digit(high >> UInt64(60 - 4 * index))
            digits[16 + index] = Self.digit(low >> UInt64(60 - 4 * index))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func digit(_ bits: UInt64) -> UInt8 {
        let bits = UInt8(truncatingIfNeeded: bits & 15)
        return bits < 10 ? UInt8(ascii: "0") &+ bits : UInt8(ascii: "a") &+ bits &- 10
    }

    /// Takes in a number; the order counts.
    @inline(__always)
    package mutating func add(_ word: UInt64) {
        low = Self.mixed(low ^ word, 0x9E37_79B9_7F4A_7C15)
        high = Self.mixed(high &+ word, 0xD6E8_FEB8_6659_FD93)
    }

    @inline(__always)
    private static func mixed(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        let product = (word ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: factor)
        return product.high ^ product.low &+ factor
    }

    // MARK: - Of values

    /// Of the members of a mapping; their order does not count, so that they are added up.
    @inline(__always)
    private static func members(_ slate: borrowing Slate, _ first: Int, _ count: Int) -> ContextMark {
        var sum = ContextMark(low: 7, high: UInt64(truncatingIfNeeded: count))
        for index in first..<(first &+ count) {
            let cell = slate.cells[index]
            var member = ContextMark(low: 1, high: 2)
            member.add(slate, from: Int(cell.nameStart), count: Int(cell.nameCount))
            member.add(cell.value, slate)
            sum.low &+= member.low
            sum.high &+= member.high
        }
        return sum
    }

    @inline(__always)
    private mutating func add(_ value: Operand, _ slate: borrowing Slate) {
        add(UInt64(value.kind.rawValue))
        switch value.kind {
        case .null: break
        case .boolean: add(value.boolean ? 1 : 0)
        case .integer: add(UInt64(bitPattern: value.integer))
        case .number: add(value.number.bitPattern)
        case .text: add(slate, from: value.start, count: value.count)
        case .list, .object: addInside(of: value, slate)
        }
    }

    @inline(never)
    private mutating func addInside(of value: Operand, _ slate: borrowing Slate) {
        if value.kind == .object {
            let sum = Self.members(slate, value.start, value.count)
            add(sum.low)
            return add(sum.high)
        }
        add(UInt64(truncatingIfNeeded: value.count))
        for index in value.start..<(value.start &+ value.count) { add(slate.cells[index].value, slate) }
    }

    /// Takes in a text, eight bytes at a time.
    @inline(__always)
    private mutating func add(_ slate: borrowing Slate, from start: Int, count: Int) {
        add(UInt64(truncatingIfNeeded: count))
        let bytes = slate.bytes.span
        var index = start
        let end = start &+ count
        while index < end {
            var word: UInt64 = 0
            let next = min(end, index &+ 8)
            while index < next {
                word = word << 8 | UInt64(bytes[index])
                index &+= 1
            }
            add(word)
        }
    }
}
