import Testing

@testable import HostConfig

@Suite struct DiagnosticsTests {
    @Test func theyAreInTheOrderOfTheLines() {
        let bytes = Array("a: 1\nb: 2\nc: 3\n".utf8)
        var findings = Findings()
        findings.add(Finding(.mergeKey, at: Mark(line: 3, column: 1)))
        findings.add(Finding(.keyIsNothing, at: Mark(line: 1, column: 4)))
        findings.add(Finding(.secondDocument, at: Mark(line: 1, column: 4)))
        findings.add(Finding(.outOfMemory, at: nil))
        let list = Diagnostics(findings, origin: origin, bytes: bytes).list
        #expect(
            list.map(\.mark) == [nil, Mark(line: 1, column: 4), Mark(line: 1, column: 4), Mark(line: 3, column: 1)])
        #expect(list[1].message == "a key must be a text, not nothing")
    }

    @Test func thoseOfAnotherFileFollow() {
        var all = read("a: [1").diagnostics
        all.append(Diagnostics([Diagnostic(.warning, file: "features/x", message: "is odd", suggestion: "y")]))
        #expect(
            all.text == """
                plugins.yaml:1:4: error: this list has no end; expected "]"
                a: [1
                   ^
                features/x: warning: is odd; did you mean "y"?

                """)
    }

    @Test func whatADocumentHoldsDoesNotSteerTheTerminal() {
        let found = complaints(about: #"{"a\e[31m\n\u202E": 1, "a\e[31m\n\u202E": 2}"#)
        #expect(found == [#"plugins.yaml:1:24: error: duplicate key "a\u{001B}[31m\n\u{202E}""#])
    }

    @Test func longTextsAreCutInMessages() {
        let key = String(repeating: "k", count: 100)
        let expected = "duplicate key \"" + String(repeating: "k", count: 59) + "…\""
        #expect(read("\(key): 1\n\(key): 2\n").diagnostics.list.map(\.message) == [expected])
    }
}
