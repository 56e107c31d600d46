import Testing

@testable import Codes

@Suite struct CodesTests {
    @Test func spokenCodesAreTypedAsTheyAreHeard() {
        var generator = SystemRandomNumberGenerator()
        let codes = (0..<200).map { _ in SpokenCode.random(using: &generator) }
        #expect(Set(codes).count > 150)
        #expect(codes.allSatisfy { $0.wholeMatch(of: /[a-z]{3,8}-[a-z]{3,8}/) != nil })
        #expect(Set(SpokenCode.words).count == SpokenCode.words.count)
        for typed in ["piano-delta", "PIANO DELTA", " piano  delta\n", "pianodelta"] {
            #expect(SpokenCode.matches(typed, "piano-delta"))
        }
        for typed in ["", "-", "piano", "delta-piano", "piano-delta-piano"] {
            #expect(!SpokenCode.matches(typed, "piano-delta"))
        }
    }

    @Test func shortCodesHaveNoLettersThatLookAlike() {
        var generator = SystemRandomNumberGenerator()
        let codes = (0..<1_000).map { _ in ShortCode.random(8, using: &generator) }
        #expect(Set(codes).count == 1_000)
        for code in codes {
            #expect(code.count == 8 && !code.contains { "0O1ILUV".contains($0) })
            #expect(ShortCode.normalized(" \(code.lowercased().prefix(4))-\(code.suffix(4))\n") == code)
        }
        for typed in ["", " - ", "ABO2", "AB_2", "ÄB22"] { #expect(ShortCode.normalized(typed) == nil) }
    }
}
