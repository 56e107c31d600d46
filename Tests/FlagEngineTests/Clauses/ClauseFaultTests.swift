import FeatureKit
import Testing

@testable import FlagEngine

/// What is said about a clause that can't be evaluated.
@Suite struct ClauseFaultTests {
    @Test(
        arguments: [
            (.eq, ["ES"], "eq takes a text, a number or true or false, not a list"),
            (
                .not, .null,
                "not takes a text, a number or true or false; whether an attribute is there is asked by exists: true or false"
            ),
            (.in, "ES", "in takes a list of texts, numbers and true or false, not \"ES\""),
            (.in, [], "in takes a list of texts, numbers and true or false, and this list is empty"),
            (.notIn, ["ES", [1]], "not_in takes a list of texts, numbers and true or false, not a list"),
            (.inNoCase, ["ES", 3], "in_nocase takes a list of texts, not 3"),
            (.startsWith, 3, "starts_with takes a text or a list of texts, not 3"),
            (.eqNoCase, true, "eq_nocase takes a text, not true"),
            (
                .contains, ["a": 1],
                "contains takes a text, a number or true or false, or a list of them, not a mapping"
            ),
            (
                .matches, "a(b",
                "matches takes a regular expression of RE2, and \"a(b\" is none: missing ): a(b"
            ),
            (
                .matchesNoCase, "(?<!x)y",
                "matches_nocase takes a regular expression of RE2, and \"(?<!x)y\" is none: invalid perl operator: (?<"
            ),
            (
                .matches, .text(String(repeating: "a", count: 5_000)),
                "matches takes a regular expression of up to 4096 bytes, and this one has 5000"
            ),
            (.gt, "18", "gt takes a number, not \"18\""), (.lte, true, "lte takes a number, not true"),
            (.between, [18], "between takes a list of two numbers, [from, to], not a list"),
            (.between, [18, "65"], "between takes a list of two numbers, [from, to], not \"65\""),
            (
                .between, [65, 18.5],
                "between takes the smaller number first; nothing lies between 65 and 18.5"
            ),
            (.semverGte, "new", "semver_gte takes a version such as 2.1.0, not \"new\""),
            (.semverTilde, true, "semver_tilde takes a version, not true"),
            (
                .before, "soon",
                "before takes a time, not \"soon\"; write 2026-11-20, 2026-11-20T14:03:05Z or Unix seconds"
            ),
            (.after, [], "after takes a time, not a list"),
            (
                .inCIDR, ["10.0.0.0/8", "10.0.0.0/33"],
                "in_cidr takes addresses and blocks such as 10.0.0.0/8 or 2001:db8::/32, not \"10.0.0.0/33\""
            ),
            (.inCIDR, 10, "in_cidr takes an address, a block or a list of them, not 10"),
            (.exists, "yes", "exists takes true or false, not \"yes\""),
        ] as [(ClauseTest, Value, String)])
    func `an operand of the wrong kind is told`(_ test: ClauseTest, _ operand: Value, _ words: String) {
        #expect(ClauseBench.problems("a", test, operand) == ["flags.yaml:4:9: error: \(words)"])
    }

    @Test func `a dollar means two things`() {
        #expect(
            ClauseBench.problems("$nwo", .before, "2026-11-20") == [
                "flags.yaml:4:9: warning: nobody has an attribute \"$nwo\"; with a dollar there are $now and $flag"
                    + "; did you mean \"$now\"?"
            ])
        #expect(ClauseBench.problems("$flag", .eq, "x") == [])
    }

    @Test(arguments: [
        "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0/8", "/8", "", "::/129", ":::/8", "1::2::3", "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1.2.3", "1.2.3.4::", "1:2:3:4:5:6:7:1.2.3.4", "1:", ":1", "10.0.0.1 ",
        "::1:", "1:2:3:4:5:6:7:8::", "10.0.0.0/0008", "1.2.3.4.5",
    ])
    func `what is no block is refused`(_ text: String) {
        #expect(text.run { AddressBlock($0) } == nil)
    }

    @Test(
        arguments: [
            ("::", 0), ("::1", 1), ("1::", 1 << 112), ("1:2:3:4:5:6:7:8", 0x1_0002_0003_0004_0005_0006_0007_0008),
            ("1::8", 0x1_0000_0000_0000_0000_0000_0000_0008), ("::1.2.3.4", 0x0102_0304),
            ("64:ff9b::192.0.2.33", 0x64_ff9b_0000_0000_0000_0000_c000_0221), ("0.0.0.1", 0xffff_0000_0001),
            ("1:2:3:4:5:6:7::", 0x1_0002_0003_0004_0005_0006_0007_0000),
            ("::2:3:4:5:6:7:8", 0x2_0003_0004_0005_0006_0007_0008),
            ("ABCD::", 0xabcd << 112),
        ] as [(String, UInt128)])
    func `an address is read`(_ text: String, _ bits: UInt128) {
        #expect(text.run { Address($0) }?.bits == bits)
    }

    @Test func `folding twice is folding once`() {
        for value in UInt32(0)..<0x1_1000 where Unicode.Scalar(value) != nil {
            let folded = CaseFolding.folded(value)
            #expect(CaseFolding.folded(folded) == folded, "\(value)")
        }
    }
}
