import FeatureKit
import FlagEngine
import TestSupport
import Testing

/// What contexts that say the same have in common, and others have not.
@Suite struct ContextMarkTests {
    private static func mark(_ members: Members) -> ContextMark {
        var context = FlagContext()
        context.add(members)
        return ContextMark(context)
    }

    @Test func `the order makes no difference, at any depth`() {
        let left: Members = ["targetingKey": "alice", "age": 33, "device": ["os": "ios", "at": [1, 2]]]
        let right: Members = ["device": ["at": [1, 2], "os": "ios"], "age": 33, "targetingKey": "alice"]
        #expect(Self.mark(left) == Self.mark(right))
    }

    @Test func `it is the same on every host`() {
        #expect(Self.mark(["targetingKey": "alice", "country": "ES"]).digits.count == 32)
        #expect(
            Self.mark(["targetingKey": "alice", "country": "ES"]).digits
                == Self.mark(["country": "ES", "targetingKey": "alice"]).digits)
    }

    @Test func `anything else makes another one`() {
        let contexts: [Members] = [
            [:], ["a": nil], ["a": true], ["a": false], ["a": 0], ["a": 1], ["a": 1.5], ["a": "1"], ["a": ""],
            ["a": "\0"], ["a": "\0\0"], ["a": []], ["a": [nil]], ["a": [[]]], ["a": [:]], ["a": ["b": nil]],
            ["b": ""], ["ab": ""], ["a": "b"], ["a": "bb"], ["a": ["b", "c"]], ["a": ["c", "b"]],
            ["a": ["b": "c"]], ["a": ["c": "b"]], ["a": "x", "b": "y"], ["a": "y", "b": "x"],
            ["a": "12345678"], ["a": "123456781"], ["a": "12345679"], ["12345678": "a"],
        ]
        var seen: [String: Members] = [:]
        for context in contexts {
            let digits = Self.mark(context).digits
            #expect(seen[digits] == nil, "\(context) and \(String(describing: seen[digits]))")
            seen[digits] = context
        }
    }

    @Test(arguments: Seeds.forThisRun(count: 3))
    func `thousands of callers have a mark each`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var seen: Set<String> = []
        for number in 0..<20_000 {
            let age = Int64.random(in: 0...3, using: &generator)
            seen.insert(Self.mark(["targetingKey": .text("user-\(number)"), "age": .integer(age)]).digits)
        }
        #expect(seen.count == 20_000)
    }
}
