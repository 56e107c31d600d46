import FeatureKit
import Testing

@testable import JSON

/// Texts that are made to cost more than they look.
@Suite(.timeLimit(.minutes(1))) struct CostTests {
    private let many = 50_000

    @Test func `many names are looked through once`() throws {
        // All are of the same length and begin and end in the same way, so that a mark of eight bytes can't tell them
        // apart.
        let names = (0..<many).map { "\"beginning-\(1_000_000 + $0)-the-end\":0" }
        let value = try Value(json: "{" + names.joined(separator: ",") + "}")
        guard case .object(let members) = value else {
            Issue.record("not a mapping")
            return
        }
        #expect(members.count == many)
        let problem = #expect(throws: JSONProblem.self) {
            try Value(json: "{" + (names + [names[7]]).joined(separator: ",") + "}")
        }
        guard case .duplicateName("beginning-1000007-the-end", line: 1, column: 212) = problem?.reason else {
            Issue.record("\(String(describing: problem))")
            return
        }
    }

    @Test func `names with escapes are looked through once`() throws {
        let names = (0..<many).map { "\"\\u0061\($0)\":0" }
        #expect(throws: Never.self) { try Value(json: "{" + names.joined(separator: ",") + "}") }
    }

    @Test func `many small mappings cost no more than one`() throws {
        let one = "{" + (0..<17).map { "\"name-\($0)\":{}" }.joined(separator: ",") + "}"
        let text = "[" + Array(repeating: one, count: 3_000).joined(separator: ",") + "]"
        #expect(throws: Never.self) { try Value(json: text) }
    }

    @Test func `endless digits are read in one pass`() throws {
        let digits = String(repeating: "7", count: 300_000)
        let zeros = String(repeating: "0", count: 300_000)
        #expect(throws: JSONProblem.self) { try Value(json: digits) }
        #expect(try Value(json: "0." + digits) == .number(7.0 / 9))
        #expect(try Value(json: "0." + zeros + "1") == .number(0))
        #expect(try Value(json: "0." + zeros + "1e300001") == .number(1))
        #expect(try Value(json: "1" + zeros + "e-300000") == .number(1))
        #expect(try Value(json: digits + "e-299999") == .number(7.777777777777778))
        #expect(throws: JSONProblem.self) { try Value(json: "1e" + digits) }
        #expect(try Value(json: "1e-" + digits) == .number(0))
    }

    @Test func `a digit that is far away still rounds`() throws {
        // Half-way between two numbers: what comes behind decides.
        let half = "9007199254740993"
        #expect(try Value(json: half + ".0") == 9007199254740992.0)
        let zeros = String(repeating: "0", count: 2_000)
        #expect(try Value(json: half + "." + zeros) == 9007199254740992.0)
        #expect(try Value(json: half + "." + zeros + "1") == 9007199254740994.0)
    }

    @Test func `a large text leaves no large memory behind`() throws {
        var reader = JSONReader()
        let text = Array(("[" + Array(repeating: "1", count: 500_000).joined(separator: ",") + "]").utf8)
        #expect(try reader.read(text.span).footprint > JSONReader.mostKept)
        #expect(try reader.read(Array("1".utf8).span).footprint <= JSONReader.mostKept)
    }
}
