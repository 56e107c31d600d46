import Testing

@testable import HostConfig

@Suite struct SyntaxTests {
    /// A text and the one thing that is wrong with it, word for word.
    static let table: [(text: String, complaint: String)] = [
        ("a:\n\tb: 1\n", "2:1: error: a tab cannot indent; use spaces"),
        ("a:\n  b: 1\n  \tc: 2\n", "3:3: error: a tab cannot indent; use spaces"),
        ("\ta: 1\n", "1:1: error: a tab cannot indent; use spaces"),
        ("a: |\n\tx\n", "2:1: error: a tab cannot indent; use spaces"),
        ("a: @b\n", "1:4: error: a value cannot start with \"@\"; put it in quotes"),
        (
            "a: b: c\n",
            "1:5: error: \":\" is not allowed here; check the indentation and the space after each key's \":\", "
                + "and put a text that holds \": \" in quotes"
        ),
        ("a: ?\n", "1:4: error: \"?\" is not allowed here; put a text that starts with it in quotes"),
        ("a: - b\n", "1:4: error: \"-\" is not allowed here; start the list on a line of its own"),
        ("a: 1\nb\n", "2:1: error: this key has no \":\" after it"),
        ("a:\n    b: 1\n  c: 2\n", "3:3: error: this line does not belong to the mapping above; check its indentation"),
        ("- a\nb: 1\n", "2:1: error: this line does not belong to the list above; check its indentation"),
        ("a: \"x\" y\n", "1:8: error: the value ended before this; put all of it in quotes"),
        ("a: [1, 2\nb: 3\n", "2:2: error: expected \",\" or \"]\""),
        ("a: {b: 1\nc: 2\n", "2:2: error: expected \",\" or \"}\""),
        ("a: [1, 2\n", "1:4: error: this list has no end; expected \"]\""),
        ("a:\n  {b: 1", "2:3: error: this mapping has no end; expected \"}\""),
        ("a: ]\n", "1:4: error: expected a value"),
        ("a: [", "1:5: error: the document ends here, inside a list or mapping"),
        ("a: [b, , c]\n", "1:8: error: expected a value"),
        ("a: \"x\n\n", "1:4: error: this quoted text has no end"),
        ("a: 'x\n", "1:4: error: this quoted text has no end"),
        ("a: 'x\n--- \nb'\n", "2:1: error: a quoted text cannot hold a line that starts with \"---\" or \"...\""),
        ("a: \"\\q\"\n", "1:5: error: unknown escape; in double quotes write a backslash as \"\\\\\""),
        ("a: \"\\xZZ\"\n", "1:7: error: this escape names no character"),
        ("a: \"\\ud800\"\n", "1:7: error: this escape names no character"),
        (
            "a: |x\n  x\n",
            "1:5: error: after \"|\" or \">\" only \"+\", \"-\", an indentation from 1 to 9 and a comment may stand"
        ),
        (
            "a: *\n",
            "1:5: error: expected a name of letters, digits, \"-\" and \"_\"; put a text that starts with \"*\" or \"&\" "
                + "in quotes"
        ),
        ("a: !<x\n", "1:7: error: this is no tag; put a text that starts with \"!\" in quotes"),
        ("a: !x!y z\n", "1:4: error: this is no tag; put a text that starts with \"!\" in quotes"),
        ("%FOO\n---\na\n", "1:5: error: only the directive \"%YAML 1.2\" is known, once"),
        ("%YAML 1.3\n---\na\n", "1:1: error: only the directive \"%YAML 1.2\" is known, once"),
        ("[a]\nb\n", "2:1: error: the document ended before this line; check its indentation"),
        ("--- a\n--- b\n", "2:1: error: a second document starts here; a file holds one"),
        ("a: 1\n---\n", "2:1: error: a second document starts here; a file holds one"),
        ("a: *b\n", "1:4: error: unknown alias \"b\""),
        ("a: &zones [1]\nb: *zone\n", "2:4: error: unknown alias \"zone\"; did you mean \"zones\"?"),
        ("a: &b [*b]\n", "1:8: error: alias \"b\" stands inside what it names"),
    ]

    @Test(arguments: table)
    func isToldInWords(text: String, complaint: String) {
        #expect(complaints(about: text) == ["plugins.yaml:" + complaint])
        #expect(read(text).root == nil)
    }

    @Test func showsWhereAMappingStarts() {
        #expect(
            read("a:\n    b: 1\n  c: 2\n").diagnostics.text == """
                plugins.yaml:3:3: error: this line does not belong to the mapping above; check its indentation
                  c: 2
                  ^
                plugins.yaml:1:1: note: the mapping starts here
                a:
                ^

                """)
    }

    @Test func isToldAloneEvenAfterOtherProblems() {
        #expect(complaints(about: "a: 1\na: 2\nb: 'x") == ["plugins.yaml:3:4: error: this quoted text has no end"])
    }
}
