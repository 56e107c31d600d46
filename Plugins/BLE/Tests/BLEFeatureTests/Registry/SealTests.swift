import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct SealTests {
    /// RFC 4231, test cases 1, 2 and 6: a key as long as a block's part, a short one, and one longer than a block.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "B0344C61D8DB38535CA8AFCEAF0BF12B881DC200C9833DA726E9376C2E32CFF7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60E431591EE0B67F0D8A26AACBF5B77F8E0BC6213728C5140546040F0EE37F54"
        ),
    ])
    func theCodeIsThatOfTheRFC(key: [UInt8], message: [UInt8], code: String) {
        #expect(Hex.text(SigningKey(key).code(of: message[...])) == code)
        // In pieces it is the same, and so it is where one is empty.
        #expect(Hex.text(SigningKey(key).code(of: message[..<3], [], message[3...])) == code)
    }

    /// Made with Python's hmac, over 34 12, the payload and the minute.
    @Test(arguments: [
        ("0103EA0200002A0A19", 29_929_920, "F0B1C014D50BFF13B001"),
        ("0103EA0200002A0A", 29_929_920, "F0B1C0FC9C75B1D1D2A7"),
        ("020A0B0C0D03E9030100073C00", 29_929_920, "F0B1C077E5F530007A19"),
        ("0103EA0200002A0A19", 65_535, "F0FFFF3BC14BFC74BBB5"),
        ("0103EA0200002A0A19", 65_536, "F00000A15FEC52EC921E"),
    ])
    func theBytesAreThose(payload: String, minute: Int, seal: String) throws {
        let key = SigningKey(Secret(KnownBeacon.paddockKey))
        let wall = Timestamp(nanoseconds: Int64(minute) * 60_000_000_000 + 59_999_999_999)
        let bytes = Seal.bytes(of: hex(payload), in: Seal.minute(of: wall), by: key)
        #expect(Hex.text(bytes) == seal)
        let read = try #require(Seal(bytes[...]))
        #expect(read.isMade(by: key, of: hex(payload)[...]))
        #expect(!read.isMade(by: SigningKey(Secret(KnownBeacon.gateKey)), of: hex(payload)[...]))
    }

    @Test func eachBitCounts() throws {
        let key = SigningKey(Secret(KnownBeacon.paddockKey))
        let payload = hex("0103EA0200002A0A19")
        let good = Seal.bytes(of: payload, in: 45_504, by: key)
        for bit in 8..<good.count * 8 {
            var bytes = good
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !#require(Seal(bytes[...])).isMade(by: key, of: payload[...]))
        }
        for bit in 0..<payload.count * 8 {
            var other = payload
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !#require(Seal(good[...])).isMade(by: key, of: other[...]))
        }
    }

    @Test func whatIsNoSignatureIsNone() {
        let good = hex("F0B1C014D50BFF13B001")
        #expect(Seal(good[...]) != nil)
        for count in 0..<good.count { #expect(Seal(good[..<count]) == nil) }
        #expect(Seal((good + [0])[...]) == nil)
        #expect(Seal((hex("F1") + good.dropFirst())[...]) == nil)
    }

    @Test(arguments: [(0, [0]), (59, [0]), (60, [-1, 0, 1]), (120, [-2, -1, 0, 1, 2]), (3_600, Array(-60...60))])
    func aMinuteCountsAsLongAsClocksMayBeOff(clock: Int, counting: [Int]) throws {
        // At both ends of the circle as well.
        for now in [29_929_920, 65_535, 65_536, 29_949_951, 29_949_952, 0, -1] {
            let wall = Timestamp(nanoseconds: Int64(now) * 60_000_000_000 + 30_000_000_000)
            let found = try (-70...70).filter { offset in
                let minute = UInt16(truncatingIfNeeded: now + offset)
                let bytes = [0xF0] + bigEndian(minute) + [UInt8](repeating: 0, count: 7)
                return try #require(Seal(bytes[...])).counts(at: wall, within: .seconds(clock))
            }
            #expect(found == counting)
        }
    }

    @Test func theNextMinuteBegins() {
        for (now, next) in [(0, 60), (59, 60), (60, 120), (-1, 0), (-60, 0), (-61, -60)] {
            let wall = Timestamp(nanoseconds: Int64(now) * 1_000_000_000)
            #expect(Seal.nextMinute(after: wall) == Timestamp(nanoseconds: Int64(next) * 1_000_000_000))
        }
    }
}
