import FeatureKit
import Testing

@testable import FlagEngine
@testable import HostRuntime

@Suite struct DigestTests {
    @Test func `values that differ have other bytes`() {
        let values: [Value] = [
            nil, true, false, 0, 1, 127, 128, -1, 0.0, 1.0, .number(-0.0), "", "0", "1", "a", "ab", [], [[]], ["a"],
            ["a", "b"], ["ab"], [["a"], "b"], [["a", "b"]], [:], ["a": "b"], ["a": ["b": nil]], ["a": "b", "c": "d"],
            ["c": "d", "a": "b"], ["a", "b", "c", "d"], .integer(.max), .integer(.min),
            .text(String(repeating: "x", count: 300)),
        ]
        // Side by side as well: what ends one must not begin the next.
        let pairs = values.flatMap { first in values.map { [first, $0] } }
        let digests = (values.map { [$0] } + pairs).map { parts in
            var bytes = DigestBytes(capacity: 0)
            for part in parts { bytes.add(part) }
            return bytes.hexDigest
        }
        #expect(Set(digests).count == digests.count)
    }

    @Test func `what decides an answer changes the word, and what is for people does not`() {
        let flag = Self.flag()
        var states = [Self.digest(flag)]
        func add(_ change: (inout FlagDefinition) -> Void) {
            var other = flag
            change(&other)
            states.append(Self.digest(other))
        }
        add { $0.isEnabled = false }
        add { $0.defaultVariant = "off" }
        add { $0.offVariant = "off" }
        add { $0.bucketing = .v1 }
        add { $0.metadata = ["a": 1] }
        add { $0.kind = .string }
        add { $0.targeting = .rules([Self.rule(nil, "on")]) }
        add { $0.targeting = .rules([Self.rule(.any([], Self.place), "on")]) }
        add { $0.targeting = .rules([Self.rule(.all([], Self.place), "on")]) }
        add { $0.targeting = .rules([Self.rule(.not(.all([], Self.place), Self.place), "on")]) }
        add { $0.targeting = .logic(Logic("on")) }
        add { $0.targeting = .logic(Logic(["on"])) }
        add { $0.targeting = .logic(Logic(["var": "on"])) }
        add { $0.targeting = .logic(Logic(["var": ["on"]])) }
        #expect(Set(states).count == states.count)
        var same = flag
        same.summary = "for people"
        same.owner = "somebody"
        #expect(Self.digest(same) == states[0])
    }

    private static let place = FlagPlace(file: "flags.yaml", line: 1, column: 1)

    private static func flag() -> FlagDefinition {
        FlagDefinition(
            key: "f", place: place, kind: .boolean,
            variants: [("on", true), ("off", false)].map { .init(name: $0, value: .boolean($1), place: place) },
            defaultVariant: "on")
    }

    private static func rule(_ condition: Condition?, _ variant: String) -> Rule {
        Rule(name: nil, condition: condition, outcome: .serve(variant: variant), place: place)
    }

    private static func digest(_ flag: FlagDefinition) -> String {
        var problems: [FlagProblem] = []
        let book = FlagDefinitions(sets: [FlagSet(source: "flags.yaml", flags: [flag])])
        return FlagProgram(book, revision: 1, problems: &problems).digest(book, Members())
    }
}
