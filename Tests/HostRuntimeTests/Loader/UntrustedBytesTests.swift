import HostSystem
import Testing

@testable import HostRuntime


@Suite struct UntrustedBytesTests {
    private let bytes = UntrustedBytes([1, 2, 3, 4] + Array("ab\u{0}cd".utf8))

    @Test func numbersAreLittleEndianAndWithin() throws {
        #expect(try bytes.number(UInt32.self, at: 0, of: .header) == 0x0403_0201)
        #expect(try bytes.number(UInt8.self, at: 8, of: .header) == 0x64)
        for place in [6, 9, Int.max, -1] {
            #expect(throws: ELFProblem.damaged(.header)) { try bytes.number(UInt32.self, at: place, of: .header) }
        }
    }

    @Test(arguments: [
        (0, 9, true), (9, 0, true), (0, 10, false), (10, 0, false), (1, .max, false), (.max, .max, false),
    ])
    func rangesLieWithin(offset: UInt64, count: UInt64, isWithin: Bool) {
        #expect(((try? bytes.range(at: offset, count: count, of: .header)) != nil) == isWithin)
    }

    @Test func textsEndWithinTheirTable() throws {
        #expect(try bytes.text(at: 0, in: 4..<9, of: .stamp) == "ab")
        #expect(try bytes.text(at: 2, in: 4..<9, of: .stamp) == "")
        for offset in [3, 5, .max] as [UInt64] {
            #expect(throws: ELFProblem.damaged(.stamp)) { try bytes.text(at: offset, in: 4..<9, of: .stamp) }
        }
        // The zero that ends it lies beyond the table.
        #expect(throws: ELFProblem.damaged(.stamp)) { try bytes.text(at: 0, in: 4..<6, of: .stamp) }
        let long = UntrustedBytes([UInt8](repeating: 97, count: UntrustedBytes.longestText) + [0])
        #expect(throws: ELFProblem.damaged(.stamp)) {
            try long.text(at: 0, in: 0..<(UntrustedBytes.longestText + 1), of: .stamp)
        }
    }

    @Test(
        arguments: [
            ("ab", 0, true), ("b", 1, true), ("", 2, true),
            ("a", 0, false), ("abc", 0, false), ("cd", 3, false), ("d", 4, false), ("", 5, false), ("ab", .max, false),
        ] as [(String, UInt64, Bool)])
    func aTextIsWholeOrAnother(text: String, offset: UInt64, isThere: Bool) {
        #expect(bytes.isText(text.utf8, at: offset, in: 4..<9) == isThere)
    }
}
