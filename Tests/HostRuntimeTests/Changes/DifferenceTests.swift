import FeatureKit
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// How two documents differ, path by path.
@Suite struct DifferenceTests {
    private func told(_ old: String, _ new: String) throws -> [String] {
        Differences(from: try Value(json: old), to: try Value(json: new)).list.map(\.inWords)
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1}"#, []),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, []),
        (#"{"log":"info"}"#, #"{"log":"debug"}"#, [#"log: "info" → "debug""#]),
        (
            #"{"features":{"bars":{"enabled":false}}}"#, #"{"features":{"bars":{"enabled":true}}}"#,
            ["features.bars.enabled: false → true"]
        ),
        (#"{"a":{"rollout":"20%"}}"#, #"{"a":{"rollout":"30%"}}"#, ["a.rollout: 20% → 30%"]),
        (#"{"a":{}}"#, #"{"a":{"x":[1,2]}}"#, ["a.x: + [1,2]"]),
        (#"{"a":{"x":null}}"#, #"{"a":{}}"#, ["a.x: - null"]),
        (#"{"a":[1,2,3]}"#, #"{"a":[1,5]}"#, ["a.1: 2 → 5", "a.2: - 3"]),
        (#"{"a":[]}"#, #"{"a":[[]]}"#, ["a.0: + []"]),
        (#"{"a":1}"#, #"{"a":1.5}"#, ["a: 1 → 1.5"]),
        (#"{"a":"1"}"#, #"{"a":1}"#, [#"a: "1" → 1"#]),
        (#"{"a":{"b":1}}"#, #"{"a":[1]}"#, [#"a: {"b":1} → [1]"#]),
        ("1", "2", ["1 → 2"]),
    ])
    func `each difference with its path`(old: String, new: String, words: [String]) throws {
        #expect(try told(old, new) == words)
    }

    @Test func `names with special characters are quoted`() throws {
        #expect(
            try told(
                #"{"flags":{"shop.banner":{"":1,"é-1_$x":1,"a b":1,"\u001b":1}}}"#, #"{"flags":{"shop.banner":{}}}"#)
                == [
                    #"flags."shop.banner"."": - 1"#, #"flags."shop.banner".é-1_$x: - 1"#,
                    #"flags."shop.banner"."a b": - 1"#, "flags.\"shop.banner\".\"\\u001b\": - 1",
                ])
    }

    @Test func `entries with a key or a name are matched by it, whatever their position`() throws {
        let old = #"{"rules":[{"name":"a","serve":1},{"name":"b","serve":2},{"name":"c.d","serve":3}]}"#
        #expect(
            try told(old, #"{"rules":[{"name":"new","serve":0},{"name":"a","serve":1},{"name":"c.d","serve":4}]}"#)
                == [
                    #"rules.b: - {"name":"b","serve":2}"#, #"rules."c.d".serve: 3 → 4"#,
                    #"rules.new: + {"name":"new","serve":0}"#,
                ])
        // Which one comes first decides.
        #expect(
            try told(old, #"{"rules":[{"name":"b","serve":2},{"name":"a","serve":1},{"name":"c.d","serve":3}]}"#)
                == [#"rules: ["a","b","c.d"] → ["b","a","c.d"]"#])
        #expect(
            try told(#"[{"key":"x","v":1},{"key":"y","v":2}]"#, #"[{"key":"y","v":3}]"#)
                == [#"x: - {"key":"x","v":1}"#, "y.v: 2 → 3"])
        // Two entries of the same name cannot be told apart.
        #expect(
            try told(#"[{"name":"a","v":1},{"name":"a","v":2}]"#, #"[{"name":"a","v":1},{"name":"a","v":3}]"#)
                == ["1.v: 2 → 3"])
        #expect(try told("[]", #"[{"name":"a"}]"#) == [#"a: + {"name":"a"}"#])
    }

    @Test func `long values are cut, and of many differences the first are listed`() throws {
        let long = String(repeating: "ü", count: 5_000)
        let words = try told(#"{"a":1}"#, #"{"a":"\#(long)"}"#)[0]
        #expect(words.count == "a: 1 → ".count + Difference.longestValue && words.hasSuffix("ü…"))
        let many = Value.object(Members((0..<1_200).map { ("k\($0)", .integer($0)) }))
        let differences = Differences(from: [:], to: many)
        #expect(differences.list.count == Differences.most && differences.dropped == 200)
        #expect(Differences(from: [:], to: many, most: 2).inWords == "k0: + 0; k1: + 1; and 1198 more")
        #expect(Differences(from: [:], to: many, most: 0).isEmpty == false)
    }

    @Test func `NaN equals itself`() {
        #expect(Differences(from: ["a": .number(.nan)], to: ["a": .number(.nan)]).isEmpty)
        #expect(!Differences(from: ["a": .number(.nan)], to: ["a": 1]).isEmpty)
    }

    /// A random value.
    private func value(_ dice: inout SeededGenerator, depth: Int = 0) -> Value {
        switch dice.next() % (depth > 3 ? 4 : 6) {
        case 0: .null
        case 1: .boolean(dice.next() % 2 == 0)
        case 2: .integer(Int64(dice.next() % 3))
        case 3: .text(["", "a", "b.c", "20%"][Int(dice.next() % 4)])
        case 4: .list((0..<Int(dice.next() % 4)).map { _ in value(&dice, depth: depth + 1) })
        default:
            .object(
                Members(
                    (0..<Int(dice.next() % 4)).map { _ in
                        (["a", "key", "name", "x.y"][Int(dice.next() % 4)], value(&dice, depth: depth + 1))
                    }))
        }
    }

    @Test func `there are differences where values differ, and nowhere else; and back they are the other way round`() {
        for seed in Seeds.forThisRun(count: 2_000) {
            var dice = SeededGenerator(seed: seed)
            let (old, new) = (value(&dice), value(&dice))
            let there = Differences(from: old, to: new)
            #expect(there.isEmpty == (old == new), "replay with FLAGSTAND_SEED=\(seed)")
            let back = Differences(from: new, to: old)
            let turned = Set(back.list.map { Difference($0.path, old: $0.new, new: $0.old).inWords })
            #expect(Set(there.list.map(\.inWords)) == turned, "replay with FLAGSTAND_SEED=\(seed)")
            #expect(Differences(from: old, to: old).isEmpty)
        }
    }
}
