import Testing

/// What holds pages to their word can fail.
@Suite struct ConsolePageTests {
    @Test func commandsAndWhatTheyPrintAreRead() {
        let page = ConsolePage(
            """
            # A page
            $ no command
            ```console
            $ ls
            a
              b
            $ cat > x <<'END'
            $ one
            ```
            END
            $ true
            ```
            """)
        #expect(page.problems == [])
        #expect(
            page.commands == [
                .init(text: "ls", line: 4, shown: ["a", "  b"]),
                .init(text: "cat > x <<'END'\n$ one\n```\nEND", line: 7),
                .init(text: "true", line: 11),
            ])
    }

    @Test func whatNobodyRunsIsAProblem() {
        #expect(ConsolePage("```yaml\na: 1\n```").problems == ["1: ```yaml", "2: a: 1"])
        #expect(ConsolePage("```\n$ ls\n```").problems == ["1: ```"])
        #expect(ConsolePage("```console\nls\n```").problems == ["2: ls"])
        #expect(ConsolePage("```console\n$ ls\n").problems == ["the last block does not end"])
        #expect(ConsolePage("```console\n$ cat <<'END'\n```\n").problems == ["the last block does not end"])
    }

    @Test func aBlockOfTheUntypedLanguageIsLeftOut() {
        let page = ConsolePage("```sh\nmake\n```\n```console\n$ ls\n```\n```yaml\n```", untyped: "sh")
        #expect(page.commands == [.init(text: "ls", line: 5)])
        #expect(page.problems == ["7: ```yaml"])
        #expect(ConsolePage("```sh\nmake", untyped: "sh").problems == ["the last block does not end"])
    }

    @Test func aCommandFailsWhereThePageShowsThatItDoes() {
        #expect(ConsolePage.Command(text: "", line: 1, shown: ["a", "  ✘ b"]).fails)
        #expect(ConsolePage.Command(text: "", line: 1, shown: ["x: error: y"]).fails)
        #expect(!ConsolePage.Command(text: "", line: 1, shown: ["✔ error"]).fails)
    }

    @Test(
        arguments: [
            (["a", "b"], ["a", "b"]), ([], []), (["…"], []), (["…"], ["a", "b"]), (["…", "b"], ["a", "b"]),
            (["a", "…", "d"], ["a", "b", "c", "d"]), (["…", "b", "…"], ["b"]), (["a…c"], ["abc"]),
            (["a…c…e"], ["abcde"]),
            (["off after 2ms"], ["off after 117ms"]), (["after 110ms"], ["after 1s61ms"]),
            (["x      2 ms"], ["x 110.5 ms"]),
            (["until 2026-11-22T13:06:22Z."], ["until 2030-01-02T03:04:05.250Z."]),
            (["done! (63.32s)"], ["done! (1s)"]),
            (["passed in 0.31 s"], ["passed in 207 ms"]), (["after 0.155 seconds."], ["after 12 seconds."]),
        ] as [([String], [String])]) func whatIsLikeIt(_ shown: [String], _ printed: [String])
    {
        #expect(ShownOutput(shown: shown).isLike(printed))
    }

    @Test(
        arguments: [
            (["a"], ["b"]), (["a"], []), ([], ["a"]), (["a", "b"], ["a"]), (["a"], ["a", "b"]),
            (["…", "c"], ["a", "b"]),
            (["a…c"], ["ab"]), (["a…a"], ["a"]), (["a…b…c"], ["axc"]), (["x 2 ms"], ["x 2 mb"]),
            (["5 scenarios passed in 1 s"], ["4 scenarios passed in 1 s"]), (["\"space\":1"], ["\"space\":2"]),
            (["stay: 30s"], ["stay: 31s"]), (["off after 2ms"], ["on after 2ms"]), (["  a"], ["a"]),
            (["2026-11-22T13:06:22Z"], ["yesterday"]),
        ] as [([String], [String])]) func whatIsNot(_ shown: [String], _ printed: [String])
    {
        #expect(!ShownOutput(shown: shown).isLike(printed))
    }
}
