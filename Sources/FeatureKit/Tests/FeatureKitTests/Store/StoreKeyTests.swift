@_spi(Hosting) import FeatureKit
import Testing

@Suite struct StoreKeyTests {
    @Test func comesInSQLitesOrder() {
        let keys: [StoreKey] = [
            .null, .number(-.infinity), .number(-0x1p63 * 2), .integer(.min), .integer(.min + 1), .number(-1.5),
            .integer(-1), .number(-.leastNonzeroMagnitude), .integer(0), .number(.leastNonzeroMagnitude), .integer(1),
            .number(1.5), .integer(2),
            .number(0x1p53), .integer((1 << 53) + 1), .number(0x1p53 + 2), .integer(.max - 1), .integer(.max),
            .number(0x1p63), .number(.infinity), .text(""), .text("\0"), .text("a"), .text("a\0"), .text("aa"),
            .text("e\u{301}"), .text("z"), .text("é"), .text("\u{FFFD}"), .text("😀"), .text("\u{10FFFF}"),
        ]
        for (index, key) in keys.enumerated() {
            #expect(key == key && !(key < key))
            for later in keys[(index + 1)...] {
                #expect(key < later && !(later < key) && key != later, "\(key) before \(later)")
            }
        }
    }

    @Test func comparesNumbersByWhatTheyAreWorth() {
        let same: [(StoreKey, StoreKey)] = [
            (.integer(1), .number(1)), (.number(-0.0), .number(0)), (.number(-0.0), .integer(0)),
            (.integer(.min), .number(-0x1p63)), (.integer(1 << 53), .number(0x1p53)),
        ]
        for (left, right) in same {
            #expect(left == right && left.hashValue == right.hashValue)
            #expect(!(left < right) && !(right < left))
        }
        #expect(StoreKey(Double.nan) == .null)
        // Swift's own comparison takes these two for the same text.
        #expect(StoreKey.text("é") != .text("e\u{301}"))
    }

    @Test func isATotalOrder() {
        var random = SeededRandom.announced()
        let some: [StoreKey] = (0..<120).map { _ in
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .null
            case 1: .integer(Int64.random(in: .min ... .max, using: &random))
            case 2: .integer(Int64.random(in: -3...3, using: &random))
            case 3: .number(Double(Int64.random(in: .min ... .max, using: &random)))
            case 4: .number(Double.random(in: -3...3, using: &random))
            default: .text(["", "a", "b", "ab", "é", "😀"].randomElement(using: &random) ?? "")
            }
        }
        for one in some {
            for other in some {
                #expect([one < other, one == other, other < one].count { $0 } == 1)
                for third in some where one < other && other < third { #expect(one < third) }
            }
        }
    }
}
