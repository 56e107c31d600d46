import FeatureKit
import Testing

@testable import JSON

/// Each mistake is told at its place, word for word.
@Suite struct ProblemTests {
    @Test(
        arguments: [
            (#"{"context": {}, "a" 3}"#, #"line 1, column 21: expected ":" after this name"#),
            ("", "line 1, column 1: there is nothing here; expected a value"),
            ("  \n ", "line 2, column 2: there is nothing here; expected a value"),
            ("\u{FEFF}{}", "line 1, column 1: a byte order mark is not wanted"),
            ("[1,\n  oops]", "line 2, column 3: expected a value"),
            ("[1,\r\n é]", "line 2, column 2: expected a value"),
            (#"{"é😀": é}"#, "line 1, column 8: expected a value"),
            ("{a: 1}", #"line 1, column 2: expected a name in double quotes, or "}""#),
            (#"{"a": 1, }"#, "line 1, column 10: expected a name in double quotes"),
            ("[1 2]", #"line 1, column 4: expected "," or "]""#),
            (#"{"a": 1 "b": 2}"#, #"line 1, column 9: expected "," or "}""#),
            ("1 2", "line 1, column 3: expected nothing more after the value"),
            ("[1.]", "line 1, column 4: expected a digit"), ("[1e]", "line 1, column 4: expected a digit"),
            ("-", "line 1, column 2: expected a digit"), ("[+1]", "line 1, column 2: a number has no plus sign"),
            ("[-01]", "line 1, column 2: a number has no leading zeros"),
            ("[1e400]", "line 1, column 2: this number is too large"),
            (#"["abc"#, "line 1, column 2: this text has no end"),
            (#"["abc\"#, "line 1, column 2: this text has no end"),
            ("[\"a\nb\"]", "line 1, column 4: a control character has to be escaped"),
            (#"["a\qb"]"#, "line 1, column 4: unknown escape"),
            (#"["a\u12G4"]"#, #"line 1, column 4: expected four hexadecimal digits after "\u""#),
            (#"["a\ud800b"]"#, "line 1, column 4: half of a surrogate pair"),
            (
                "{\n  \"seat\": 1,\n  \"s\\u0065at\": 2}",
                #"line 3, column 3: the name "seat" stands at line 2, column 3 already"#
            ),
        ])
    func `is told in these words`(text: String, wanted: String) {
        let problem = #expect(throws: JSONProblem.self) { try Value(json: text) }
        #expect(problem?.description == wanted)
    }

    @Test func `bytes that are no UTF-8 are told by their place`() {
        let problem = #expect(throws: JSONProblem.self) { try Value(json: [0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D]) }
        #expect(problem?.description == "line 1, column 3: this is not UTF-8")
    }

    @Test func `limits are kept to the unit`() throws {
        func refusal(of text: String, _ change: (inout JSONLimits) -> Void) -> String? {
            var limits = JSONLimits()
            change(&limits)
            do {
                _ = try Value(json: text, limits: limits)
                return nil
            } catch { return error.description }
        }
        #expect(refusal(of: "[1,2]") { $0.bytes = 5 } == nil)
        #expect(refusal(of: "[1,2]") { $0.bytes = 4 } == "line 1, column 1: longer than 4 bytes")
        #expect(refusal(of: #"{"a":[1]}"#) { $0.nodes = 4 } == nil)
        #expect(refusal(of: #"{"a":[1]}"#) { $0.nodes = 3 } == "line 1, column 7: more than 3 names and values")
        #expect(refusal(of: "[[1],{}]") { $0.depth = 2 } == nil)
        let wanted = "line 1, column 4: lists and mappings are more than 2 deep"
        #expect(
            refusal(of: #"[{"a":[]}]"#) { $0.depth = 2 } == "line 1, column 7: lists and mappings are more than 2 deep")
        #expect(refusal(of: "[[ []]]") { $0.depth = 2 } == wanted)
        #expect(refusal(of: "1") { $0.depth = 0 } == nil)
    }

    @Test func `the limits stand at what documents have`() {
        #expect(JSONLimits.standard.depth == 32)
        let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(throws: Never.self) { try Value(json: deep) }
        #expect(throws: JSONProblem.self) { try Value(json: "[" + deep + "]") }
        #expect(throws: JSONProblem.self) { try Value(json: String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONProblem.self) { try Value(json: String(repeating: "{\"a\":", count: 1_000_000)) }
    }
}
