/// MurmurHash3 of 32 bits with seed 0, of bytes that come in pieces.
struct Murmur3: BitwiseCopyable, Sendable {
    private var state: UInt32 = 0
    /// The bytes since the last whole word; the first one lowest.
    private var rest: UInt32 = 0
    private var count: UInt32 = 0

    init() {}

    @inline(__always)
    mutating func add(_ byte: UInt8) {
        rest |= UInt32(byte) &<< (8 &* (count & 3))
        count &+= 1
        guard count & 3 == 0 else { return }
        mix()
        rest = 0
    }

    @inline(__always)
    mutating func add(_ text: TextRun) {
        guard let start = unsafe text.bytes.baseAddress else { return }
        var offset = 0
        let shift = 8 &* (count & 3)
        while offset &+ 4 <= text.count {
            let word = unsafe UInt32(
                littleEndian: UnsafeRawPointer(start + offset).loadUnaligned(as: UInt32.self))
            rest |= word &<< shift
            mix()
            // Shifting by all 32 bits leaves nothing, as it should.
            rest = word >> (32 &- shift)
            offset &+= 4
        }
        var (tail, tailCount) = (UInt32(0), UInt32(0))
        while offset < text.count {
            tail |= unsafe UInt32(start[offset]) &<< (8 &* tailCount)
            tailCount &+= 1
            offset &+= 1
        }
        count &+= UInt32(truncatingIfNeeded: text.count)
        rest |= tail &<< shift
        guard shift &+ 8 &* tailCount >= 32 else { return }
        mix()
        rest = tail >> (32 &- shift)
    }

    /// The hash of what was added.
    @inline(__always)
    var hash: UInt32 {
        var sum = state ^ Self.spread(rest) ^ count
        sum = (sum ^ (sum &>> 16)) &* 0x85EB_CA6B
        sum = (sum ^ (sum &>> 13)) &* 0xC2B2_AE35
        return sum ^ (sum &>> 16)
    }

    @inline(__always)
    private mutating func mix() {
        let mixed = state ^ Self.spread(rest)
        state = (mixed &<< 13 | mixed &>> 19) &* 5 &+ 0xE654_6B64
    }

    @inline(__always)
    private static func spread(_ word: UInt32) -> UInt32 {
        let word = word &* 0xCC9E_2D51
        return (word &<< 15 | word &>> 17) &* 0x1B87_3593
    }
}
