import FeatureKit
import JSON
import Testing

@Suite struct QuickTests {
    @Test func `reads and writes`() throws {
        let value: Value = ["a": [1, 2.5, "x\u{2028}é", nil, true], "b": ["c": [:]]]
        #expect(try Value(json: value.json) == value)
        #expect(try Value(json: value.prettyJSON) == value)
        #expect(throws: JSONProblem.self) { try Value(json: #"{"a":1,"a":2}"#) }
        do { _ = try Value(json: #"{"context": {}, "\u0061" 3}"#) } catch { print(error) }
        do { _ = try Value(json: #"{"aé": {}, "b":1, "\u0061é": 3}"#) } catch { print(error) }
    }
}
