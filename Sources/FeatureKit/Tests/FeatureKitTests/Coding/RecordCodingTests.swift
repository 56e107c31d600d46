@_spi(Hosting) import FeatureKit
import Testing

/// What the reader takes and what it refuses, by RFC 8259, and what the writer writes.
struct RecordCodingTests {
    private func read<T: Shaped>(_ json: String, as type: T.Type = T.self) -> Result<T, RecordError> {
        T.read(json: Array(json.utf8).span)
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min), (" \n\t\r42 ", 42),
    ])
    func readsWholeNumbers(json: String, number: Int64) { #expect(read(json) == .success(number)) }

    @Test(arguments: [
        "", "-", "01", "-01", "+1", "1.0", "1e2", "9223372036854775808", "-9223372036854775809", "99999999999999999999",
        "1 2", "true", "\"1\"", "null", "0x10",
    ])
    func refusesWhatIsNoWholeNumber(json: String) {
        #expect(throws: RecordError.self) { try read(json, as: Int64.self).get() }
    }

    @Test(arguments: [
        ("1.5", 1.5), ("-0.0", -0.0), ("1e3", 1000), ("1E-2", 0.01), ("7", 7), ("0.1", 0.1),
        ("5e-324", .leastNonzeroMagnitude),
        ("179769313486231570000000000000000000000e270", 1.7976931348623157e308), ("0.30000000000000004", 0.1 + 0.2),
    ])
    func readsNumbers(json: String, number: Double) throws {
        #expect(try read(json, as: Double.self).get().bitPattern == number.bitPattern)
    }

    @Test(arguments: ["1.", ".5", "1e", "1e+", "-", "NaN", "Infinity", "1e999", "00.5", "1.5.5", "\"1.5\""])
    func refusesWhatIsNoNumber(json: String) {
        #expect(throws: RecordError.self) { try read(json, as: Double.self).get() }
    }

    @Test(arguments: [
        (#""""#, ""), (#""plain""#, "plain"), (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{C}\n\r\t"),
        (#""Zo\u00eb ñ 🏁 \ud83c\udfc1""#, "Zoë ñ 🏁 🏁"),
        (#""eight by eight, and then \u0041""#, "eight by eight, and then A"),
        ("\"\u{7F}\"", "\u{7F}"),
    ])
    func readsTexts(json: String, text: String) { #expect(read(json) == .success(text)) }

    @Test(arguments: [
        #"""#, #""abc"#, "\"a\nb\"", #""\x""#, #""\u12""#, #""\ud800""#, #""\udc00\ud800""#, #""\ud800\u0041""#, "abc",
        "'a'", #""a" "b""#,
    ])
    func refusesWhatIsNoText(json: String) {
        #expect(throws: RecordError.self) { try read(json, as: String.self).get() }
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22],
    ])
    func refusesWhatIsNotUTF8(bytes: [UInt8]) {
        #expect(throws: RecordError.self) { try String(json: bytes) }
    }

    @Test func readsTreesAsTheyAreWritten() throws {
        let json = #"{"b":[1,2.5,"x",null,true,{}],"a":{"":[]},"n":-7}"#
        let value = try read(json, as: Value.self).get()
        #expect(value.json == json)
        #expect(try value.jsonBytes() == Array(json.utf8))
    }

    @Test(arguments: [
        "{", "[", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "[1 2]", "{\"a\":1 \"b\":2}", "[1}", "nul", "tru", "truex",
        "{}{}",
        #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "\u{FEFF}1",
    ])
    func refusesWhatIsNoTree(json: String) {
        #expect(throws: RecordError.self) { try read(json, as: Value.self).get() }
    }

    @Test func refusesWhatIsNestedTooDeeply() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try read(nested(32), as: Value.self).get() }
        #expect(read(nested(33), as: Value.self) == .failure(RecordError(.tooDeep, at: 33)))
        // What stands beside each other is not nested.
        let wide = "[" + Array(repeating: nested(31), count: 40).joined(separator: ",") + "]"
        #expect(throws: Never.self) { try read(wide, as: Value.self).get() }
    }

    @Test func readsListsAndMaps() {
        #expect(read("[ 1 , 2 ]") == .success([1, 2]))
        #expect(read(#"{ "a" : [true] , "b" : [] }"#) == .success(["a": [true], "b": []]))
        #expect(read("[1,\"2\"]", as: [Int].self) == .failure(RecordError(.wrongType, at: 3)))
        #expect(["b": 2, "a": 1].json == #"{"a":1,"b":2}"#)
        #expect([[Int]]([[], [1]]).json == "[[],[1]]")
    }

    @Test func readsEnumsByTheirTexts() {
        #expect(read("\"dark\"") == .success(Theme.dark))
        #expect(read("\"pink\"", as: Theme.self) == .failure(RecordError(.outOfBounds, at: 6)))
        #expect(Theme.light.json == "\"light\"")
        #expect(Theme.shape == .choice(["light", "dark"]))
    }

    private enum Theme: String, CaseIterable, Shaped, Codable { case light, dark }

    @Test func writesWhatJSONAllows() {
        #expect("a\"\\\n\u{1}\u{7F}\u{2028}é🏁".json == #""a\"\\\n\u0001\u007f\u2028é🏁""#)
        #expect(Double.infinity.json == "null")
        #expect((1.0).json == "1.0")
        #expect(Int.min.json == "-9223372036854775808")
        #expect(Duration.milliseconds(250).json == "\"250ms\"")
        #expect(Secret("secret word").json == "\"<redacted>\"")
    }

    @Test func secretsReachTheirReader() throws {
        #expect(
            String(decoding: try Secret("secret word").jsonBytes(revealing: true), as: UTF8.self) == "\"secret word\"")
    }

    @Test(arguments: [
        ("abc", 3...3, true), ("abc", 4...9, false), ("ñañ", 3...3, true), ("🏁🏁", 2...2, true), ("🏁🏁", 3...8, false),
        ("", 0...0, true), ("", 1...5, false), ("ääää", 0...3, false), ("abcd", 0...3, false),
    ])
    func countsTheCharactersOfTexts(text: String, length: ClosedRange<Int>, fits: Bool) {
        #expect(text.textsHave(length: length) == fits)
        #expect(Shape.text(length: length).problems(in: .text(text)).isEmpty == fits)
    }
}
