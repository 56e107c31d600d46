import Testing

@testable import HostConfig

@Suite struct TextCheckTests {
    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x61, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x61], "UTF-16"),
            ([0x61, 0x00, 0x3A, 0x00], "UTF-16"), ([0x00, 0x61, 0x00, 0x3A], "UTF-16"),
            ([0xFF, 0xFE, 0x00, 0x00, 0x61, 0, 0, 0], "UTF-32"), ([0x00, 0x00, 0xFE, 0xFF], "UTF-32"),
            ([0x61, 0x00, 0x00, 0x00], "UTF-32"), ([0x00, 0x00, 0x00, 0x61], "UTF-32"),
        ] as [([UInt8], String)])
    func otherEncodingsAreNamed(bytes: [UInt8], name: String) {
        #expect(complaint(about: bytes) == "plugins.yaml: error: is written in \(name); save it as UTF-8\n")
    }

    @Test func aByteThatIsNotUTF8IsShown() {
        #expect(
            complaint(about: Array("a: 1\r\né: ".utf8) + [0xE9, 0x0A]) == """
                plugins.yaml:2:4: error: byte 0xE9 is not UTF-8; save the file as UTF-8
                é: \u{FFFD}
                   ^

                """)
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xC3], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func overlongHalvedAndCutCharactersAreNotUTF8(bytes: [UInt8]) {
        let text = complaint(about: Array("x: ".utf8) + bytes)
        #expect(text.hasPrefix("plugins.yaml:1:4: error: byte 0x"))
        #expect(text.contains(" is not UTF-8; save the file as UTF-8\n"))
    }

    @Test(arguments: [
        ("\u{0}", "U+0000"), ("\u{1B}", "U+001B"), ("\u{7F}", "U+007F"), ("\u{85}", "U+0085"), ("\u{2028}", "U+2028"),
        ("\u{FEFF}", "U+FEFF"), ("\u{FFFF}", "U+FFFF"),
    ])
    func invisibleCharactersAreNamed(character: String, name: String) {
        let expected =
            "plugins.yaml:2:7: error: the invisible character \(name) cannot stand here; write it as an escape in "
            + "double quotes"
        #expect(complaints(about: "a: 1\nb: \"x \(character)y\"\n") == [expected])
    }

    @Test(arguments: ["\u{A0}", "¿", "…", "—", "\u{2027}", "\u{202F}", "€", "\u{FFFD}", "ﺀ", "\u{FEFE}", "🏁"])
    func theirNeighboursAreFine(character: String) throws {
        #expect(try #require(read("a: x\(character)y").root)[key: "a"]?.raw == "x\(character)y")
    }

    @Test func everyControlCharacterIsUnfit() {
        for code in Array(0x80...0x9F as ClosedRange<UInt32>) + [0x01, 0x08, 0x0B, 0x1F, 0x2028, 0x2029, 0xFFFE] {
            let character = Unicode.Scalar(code).map(String.init) ?? ""
            #expect(complaints(about: "a: \"…\(character)\"").count == 1, "\(code)")
        }
    }

    @Test func theSameCharactersMayStandAsEscapes() throws {
        let root = try #require(read(#"a: "\0\e\N\L\uFEFF""#).root)
        #expect(root[key: "a"]?.raw == "\u{0}\u{1B}\u{85}\u{2028}\u{FEFF}")
    }

    @Test func otherWritingIsFine() throws {
        let root = try #require(read("日本: \u{A0}ö😀\u{E000}\n").root)
        #expect(root[key: "日本"]?.raw == "\u{A0}ö😀\u{E000}")
    }
}
