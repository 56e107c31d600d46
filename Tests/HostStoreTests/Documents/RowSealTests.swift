import Testing

@testable import HostStore

@Suite struct RowSealTests {
    /// From xxHash's own specification and sanity checks: every length has its own way through the loops.
    @Test(
        arguments: [
            ("", 0, 0xEF46_DB37_51D8_E999), ("a", 0, 0xD24E_C4F1_A98C_6E5B), ("abc", 0, 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64, UInt64)])
    func `the checksum is xxHash's`(text: String, seed: UInt64, sum: UInt64) {
        #expect(XXH64.hash(Array(text.utf8).span, seed: seed) == sum)
    }

    @Test func `whatever changes breaks the seal`() {
        let bytes = Array(#"{"name":"La Pepita","seats":40}"#.utf8)
        let seal = RowSeal.document("a", in: 1, version: 7, bytes.span)
        #expect(seal == RowSeal.document("a", in: 1, version: 7, bytes.span))
        #expect(seal != RowSeal.document("b", in: 1, version: 7, bytes.span))
        #expect(seal != RowSeal.document("a", in: 2, version: 7, bytes.span))
        #expect(seal != RowSeal.document("a", in: 1, version: 8, bytes.span))
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                #expect(seal != RowSeal.document("a", in: 1, version: 7, changed.span))
            }
        }
    }
}
