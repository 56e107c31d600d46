import Testing

@testable import FlagEngine

@Suite struct Murmur3Tests {
    @Test(
        arguments: [
            ("", 0), ("a", 1_009_084_850), ("ab", 2_613_040_991), ("abc", 3_017_643_002), ("abcd", 1_139_631_978),
            ("hello", 0x248B_FA47), ("hello, world", 0x149B_BB7F), ("あいう", 208_707_737),
        ] as [(String, UInt32)])
    func `agrees with the reference, however its bytes come`(text: String, hash: UInt32) {
        let bytes = Array(text.utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var murmur = Murmur3()
                for piece in [bytes[..<first], bytes[first..<second], bytes[second...]] {
                    unsafe piece.withUnsafeBufferPointer { unsafe murmur.add(TextRun($0)) }
                }
                #expect(murmur.hash == hash, "cut at \(first) and \(second)")
            }
        }
        var bytewise = Murmur3()
        for byte in bytes { bytewise.add(byte) }
        #expect(bytewise.hash == hash)
    }
}

@Suite struct CBORHashTests {
    private func expect(_ bytes: [UInt8], _ add: (inout CBORHash) -> Void) {
        var plain = Murmur3()
        for byte in bytes { plain.add(byte) }
        var hash = CBORHash()
        add(&hash)
        #expect(hash.hash == plain.hash, "\(bytes)")
    }

    @Test func `writes whole numbers as short as they are`() {
        expect([0x00]) { $0.add(Int64(0)) }
        expect([0x17]) { $0.add(Int64(23)) }
        expect([0x18, 24]) { $0.add(Int64(24)) }
        expect([0x18, 0xFF]) { $0.add(Int64(255)) }
        expect([0x19, 1, 0]) { $0.add(Int64(256)) }
        expect([0x1A, 0, 1, 0, 0]) { $0.add(Int64(65_536)) }
        expect([0x1B, 0, 0, 0, 1, 0, 0, 0, 0]) { $0.add(Int64(1) << 32) }
        expect([0x20]) { $0.add(Int64(-1)) }
        expect([0x38, 99]) { $0.add(Int64(-100)) }
        expect([0x3B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) { $0.add(Int64.min) }
    }

    @Test func `writes numbers as whole ones or as the shortest exact float`() {
        expect([0x00]) { $0.add(-0.0) }
        expect([0x03]) { $0.add(3.0) }
        expect([0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xF8, 0]) { $0.add(18_446_744_073_709_549_568.0) }
        expect([0xF9, 0x3E, 0x00]) { $0.add(1.5) }
        expect([0xFB, 0x3F, 0xF1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A]) { $0.add(1.1) }
        expect([0xFA, 0x7F, 0x7F, 0xFF, 0xFF]) { $0.add(3.4028234663852886e+38) }
        expect([0xF9, 0x7C, 0x00]) { $0.add(Double.infinity) }
        expect([0xF9, 0x7E, 0x00]) { $0.add(Double.nan) }
        expect([0xFB, 0x7E, 0x37, 0xE4, 0x3C, 0x88, 0x00, 0x75, 0x9C]) { $0.add(1.0e+300) }
        expect([0xFA, 0x5F, 0x80, 0x00, 0x00]) { $0.add(18_446_744_073_709_551_616.0) }
    }

    @Test func `writes texts, lists, objects and the simple values`() {
        expect([0xF6, 0xF5, 0xF4]) {
            $0.addNull()
            $0.add(true)
            $0.add(false)
        }
        expect([0x82, 0x61, 0x61, 0xA0]) { hash in
            hash.addList(count: 2)
            unsafe [UInt8(ascii: "a")].withUnsafeBufferPointer { unsafe hash.add(TextRun($0)) }
            hash.addObject(count: 0)
        }
    }
}
