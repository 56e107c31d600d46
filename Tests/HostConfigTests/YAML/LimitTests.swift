import Testing

@testable import HostConfig

@Suite struct LimitTests {
    @Test func eightMebibytesAreReadAndOneByteMoreIsNot() {
        let limit = 8 * 1024 * 1024
        let full = [UInt8](repeating: UInt8(ascii: "#"), count: limit)
        #expect(complaint(about: full) == "")
        #expect(
            complaint(about: full + [UInt8(ascii: "#")])
                == "plugins.yaml: error: is larger than 8 MiB, the most that is read\n")
    }

    @Test func aMillionNodesAreReadAndOneMoreIsNot() {
        // The list itself counts as well.
        let fits = "[" + String(repeating: "0,", count: 999_999) + "]"
        #expect(complaint(about: Array(fits.utf8)) == "")
        let text = "[\n" + String(repeating: "0,", count: 999_999) + "\n0]"
        #expect(
            complaint(about: Array(text.utf8)) == """
                plugins.yaml:3:1: error: more than 1000000 keys and values
                0]
                ^

                """)
    }

    @Test func thirtyTwoLevelsAreReadAndOneMoreIsNot() {
        let open = String(repeating: "[", count: 32)
        let close = String(repeating: "]", count: 32)
        #expect(complaints(about: open + close) == [])
        #expect(
            complaints(about: "[\(open)\(close)]")
                == ["plugins.yaml:1:33: error: more than 32 lists and mappings inside one another"])
        let block = (0..<33).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(
            complaints(about: block)
                == ["plugins.yaml:33:33: error: more than 32 lists and mappings inside one another"])
    }

    @Test(arguments: ["[", "{a: ", "- ", "? ", "&a [", "!!seq ["])
    func depthBombsEnd(opening: String) {
        let text = String(repeating: opening, count: 1_000_000 / opening.utf8.count)
        let found = complaints(about: text)
        #expect(found.count == 1)
        #expect(found.first?.contains("error: more than 32 lists and mappings inside one another") == true, "\(found)")
    }

    @Test func depthIsCountedThroughAliases() {
        let open = String(repeating: "[", count: 20)
        let close = String(repeating: "]", count: 20)
        let text = "a: &a \(open)\(close)\nb: \(open)*a\(close)\n"
        #expect(
            complaints(about: text)
                == ["plugins.yaml:2:24: error: more than 32 lists and mappings inside one another"])
    }

    @Test func aliasBombsEnd() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...20 {
            let aliases = (0..<10).map { _ in "*a\(level - 1)" }.joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(
            complaints(about: text)
                == ["plugins.yaml:6:45: error: more than 1000000 keys and values, with what this alias repeats"])
    }

    @Test func aliasesCountAsIfWrittenOut() {
        var limits = ReadingLimits()
        limits.nodes = 10
        // The mapping, two keys and four nodes behind the name are 7; the alias and what it repeats are 4 more.
        let text = "a: &a [1, 2, 3]\nb: *a\n"
        #expect(read(text, limits: limits).diagnostics.hasErrors)
        limits.nodes = 11
        #expect(!read(text, limits: limits).diagnostics.hasErrors)
    }

    @Test func complaintsAreCountedBeyondAHundred() {
        let keys = (0..<150).map { "? [\($0)]\n: 1\n" }.joined()
        let diagnostics = read(keys).diagnostics
        #expect(diagnostics.list.count == 100)
        #expect(diagnostics.dropped == 50)
        #expect(diagnostics.text.hasSuffix("\n… and 50 more problems, not shown\n"))
    }
}
