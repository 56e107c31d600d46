import Testing

@testable import HostConfig

@Suite struct ExcerptTests {
    @Test(arguments: [
        ("a: b", 4, "a: b\n   ^"),
        ("a", 2, "a\n ^"),
        ("a", 9, "a\n ^"),
        ("", 1, "\n^"),
        ("\ta:\tb", 5, "\ta:\tb\n\t  \t^"),
        ("日本: x", 5, "日本: x\n      ^"),
        ("e\u{301}: x", 5, "e\u{301}: x\n   ^"),
        ("a\u{1B}[31m: x", 2, "a\u{FFFD}[31m: x\n ^"),
    ])
    func theCaretStandsBelowTheColumn(line: String, column: Int, text: String) {
        #expect(Excerpt(line: line, column: column).text == text)
    }

    @Test func aLongLineIsCutAroundTheColumn() {
        let line = String(repeating: "a", count: 500) + "X" + String(repeating: "b", count: 500)
        let lines = Excerpt(line: line, column: 501).text.split(separator: "\n").map(Array.init)
        #expect(lines[0].count == 122)
        #expect(lines[0].first == "…" && lines[0].last == "…")
        #expect(lines[0][lines[1].count - 1] == "X")
        let start = Excerpt(line: line, column: 1).text
        #expect(start == String(repeating: "a", count: 120) + "…\n^")
        let end = Excerpt(line: line, column: 1002).text
        #expect(end == "…" + String(repeating: "b", count: 120) + "\n" + String(repeating: " ", count: 121) + "^")
    }

    @Test func aLineOfAHundredAndTwentyIsShownWhole() {
        let line = String(repeating: "a", count: 120)
        #expect(Excerpt(line: line, column: 120).text == line + "\n" + String(repeating: " ", count: 119) + "^")
    }
}
