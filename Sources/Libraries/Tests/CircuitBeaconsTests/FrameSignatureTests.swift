import BluetoothCaptures
import CircuitBeacons
import Crypto
import FeatureKit
import Testing

@Suite struct FrameSignatureTests {
    /// Made with Python's hmac, over 34 12, the payload and the minute.
    @Test(arguments: [
        ("0103EA0200002A0A19", 29_929_920, "F0B1C014D50BFF13B001"),
        ("0103EA0200002A0A", 29_929_920, "F0B1C0FC9C75B1D1D2A7"),
        ("020A0B0C0D03E9030100073C00", 29_929_920, "F0B1C077E5F530007A19"),
        ("0103EA0200002A0A19", 65_535, "F0FFFF3BC14BFC74BBB5"),
        ("0103EA0200002A0A19", 65_536, "F00000A15FEC52EC921E"),
    ])
    func theBytesAreThose(payload: String, minute: Int, signature: String) throws {
        let key = Array("the paddock's own key".utf8)
        let wall = Timestamp(nanoseconds: Int64(minute) * 60_000_000_000 + 59_999_999_999)
        let bytes = FrameSignature(of: hex(payload), at: wall, by: key).bytes
        #expect(upper(bytes) == signature)
        let read = try #require(FrameSignature(bytes[...]))
        #expect(read.isMade(by: key, of: hex(payload)[...]))
        #expect(!read.isMade(by: Array("another beacon's own key".utf8), of: hex(payload)[...]))
    }

    @Test func eachBitCounts() throws {
        let key = Array("the paddock's own key".utf8)
        let payload = hex("0103EA0200002A0A19")
        let good = FrameSignature(of: payload, at: Timestamp(nanoseconds: 29_929_920 * 60_000_000_000), by: key).bytes
        for bit in 8..<good.count * 8 {
            var bytes = good
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !#require(FrameSignature(bytes[...])).isMade(by: key, of: payload[...]))
        }
        for bit in 0..<payload.count * 8 {
            var other = payload
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !#require(FrameSignature(good[...])).isMade(by: key, of: other[...]))
        }
    }

    @Test func whatIsNoSignatureIsNone() {
        let good = hex("F0B1C014D50BFF13B001")
        #expect(FrameSignature(good[...]) != nil)
        for count in 0..<good.count { #expect(FrameSignature(good[..<count]) == nil) }
        #expect(FrameSignature((good + [0])[...]) == nil)
        #expect(FrameSignature((hex("F1") + good.dropFirst())[...]) == nil)
    }

    @Test(arguments: [(0, [0]), (59, [0]), (60, [-1, 0, 1]), (120, [-2, -1, 0, 1, 2]), (3_600, Array(-60...60))])
    func aMinuteCountsAsLongAsClocksMayBeOff(clock: Int, counting: [Int]) throws {
        // At both ends of the circle as well.
        for now in [29_929_920, 65_535, 65_536, 29_949_951, 29_949_952, 0, -1] {
            let wall = Timestamp(nanoseconds: Int64(now) * 60_000_000_000 + 30_000_000_000)
            let found = try (-70...70).filter { offset in
                let minute = UInt16(truncatingIfNeeded: now + offset)
                let bytes = [0xF0] + [UInt8(minute >> 8), UInt8(minute & 0xFF)] + [UInt8](repeating: 0, count: 7)
                return try #require(FrameSignature(bytes[...])).isTimely(at: wall, within: .seconds(clock))
            }
            #expect(found == counting)
        }
    }

    @Test func theNextMinuteBegins() {
        for (now, next) in [(0, 60), (59, 60), (60, 120), (-1, 0), (-60, 0), (-61, -60)] {
            let wall = Timestamp(nanoseconds: Int64(now) * 1_000_000_000)
            #expect(FrameSignature.nextMinute(after: wall) == Timestamp(nanoseconds: Int64(next) * 1_000_000_000))
        }
    }
}
