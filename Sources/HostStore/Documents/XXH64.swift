/// The 64-bit checksum of Yann Collet's xxHash: no protection from people, but from disks, at the speed of memory.
enum XXH64 {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
    private static let stripe = 32

    static func hash(_ bytes: borrowing Span<UInt8>, seed: UInt64) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe hash($0, seed: seed) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        let count = bytes.count
        var place = 0
        func word(_ place: Int) -> UInt64 {
            unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
        var sum: UInt64
        if count >= stripe {
            var lanes: (UInt64, UInt64, UInt64, UInt64) = (
                seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1
            )
            while place &+ stripe <= count {
                lanes.0 = round(lanes.0, word(place))
                lanes.1 = round(lanes.1, word(place &+ 8))
                lanes.2 = round(lanes.2, word(place &+ 16))
                lanes.3 = round(lanes.3, word(place &+ 24))
                place &+= stripe
            }
            sum =
                rotated(lanes.0, 1) &+ rotated(lanes.1, 7) &+ rotated(lanes.2, 12) &+ rotated(lanes.3, 18)
            sum = merged(sum, lanes.0)
            sum = merged(sum, lanes.1)
            sum = merged(sum, lanes.2)
            sum = merged(sum, lanes.3)
        } else {
            sum = seed &+ prime5
        }
        sum &+= UInt64(truncatingIfNeeded: count)
        while place &+ 8 <= count {
            sum = rotated(sum ^ round(0, word(place)), 27) &* prime1 &+ prime4
            place &+= 8
        }
        if place &+ 4 <= count {
            let half = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            sum = rotated(sum ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
            place &+= 4
        }
        while place < count {
            sum = unsafe rotated(sum ^ UInt64(bytes[place]) &* prime5, 11) &* prime1
            place &+= 1
        }
        sum = (sum ^ sum >> 33) &* prime2
        sum = (sum ^ sum >> 29) &* prime3
        return sum ^ sum >> 32
    }

    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word &<< bits | word &>> (64 &- bits) }

    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        rotated(lane &+ input &* prime2, 31) &* prime1
    }

    private static func merged(_ sum: UInt64, _ lane: UInt64) -> UInt64 {
        (sum ^ round(0, lane)) &* prime1 &+ prime4
    }
}
