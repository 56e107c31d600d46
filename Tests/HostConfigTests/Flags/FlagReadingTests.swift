import FeatureKit
import FlagEngine
import Testing

@testable import HostConfig

/// What documents of flags mean.
@Suite struct FlagReadingTests {
    @Test func `the form for people, with everything that it can say`() throws {
        let checked = checkFlags(
            """
            flags:
              shop.express-checkout:
                description: Pay without leaving the map
                owner: shop-team
                expires: 2027-03-01
                enabled: true
                variants: { "on": true, "off": false }
                default: "off"
                off: "off"
                requires: { feature.shop: true }
                rules:
                  - name: staff
                    when: { email: { ends_with: "@circuit.example" } }
                    serve: "on"
                  - name: spaniards on a new app
                    when: { country: [ES, FR], app: { semver_gte: 2.10 } }
                    split: { "on": 10, "off": 90 }
                  - rollout: 25%
                    serve: "on"
                bucketing: v1
                metadata: { team: shop }
                exposures: 10%
                silence: [expired]
            metadata: { flagSetId: prod, team: none }
            bucketing: v3
            """)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        let flag = try #require(checked.content?.flags.first)
        #expect(flag.key == "shop.express-checkout")
        #expect(flag.place.description == "flags.yaml:2:3")
        #expect(flag.kind == .boolean)
        #expect(flag.variants.map(\.name) == ["on", "off"])
        #expect(flag.variants.map(\.value) == [true, false])
        #expect(flag.defaultVariant == "off")
        #expect(flag.offVariant == "off")
        #expect(flag.isEnabled)
        #expect(flag.summary == "Pay without leaving the map")
        #expect(flag.owner == "shop-team")
        #expect(flag.expires == Timestamp("2027-03-01T00:00:00Z"))
        #expect(flag.requires.map(\.flag) == ["feature.shop"])
        #expect(flag.requires.map(\.value) == [true])
        #expect(flag.bucketing == .v1)
        #expect(flag.metadata == Members([("flagSetId", "prod"), ("team", "shop")]))
        #expect(flag.sampling == 0.1)
        #expect(flag.silenced == ["expired"])
        guard case .rules(let rules) = flag.targeting, rules.count == 3 else {
            Issue.record("\(flag.targeting)")
            return
        }
        #expect(rules.map(\.name) == ["staff", "spaniards on a new app", nil])
        #expect(rules[0].outcome == .serve(variant: "on"))
        #expect(rules[0].place.description == "flags.yaml:12:9")
        #expect(
            rules[1].condition
                == .all(
                    [
                        .clause(Clause(attribute: "country", test: .in, operand: ["ES", "FR"], place: at(16, 17))),
                        .clause(Clause(attribute: "app", test: .semverGte, operand: "2.10", place: at(16, 55))),
                    ], at(16, 9)))
        #expect(
            rules[1].outcome
                == .split(
                    Split(
                        attribute: "targetingKey", seed: "shop.express-checkout",
                        shares: [
                            Split.Share(variant: "on", weight: 10_000_000),
                            Split.Share(variant: "off", weight: 90_000_000),
                        ], place: at(17, 9))))
        #expect(rules[2].condition == nil)
        #expect(
            rules[2].outcome
                == .split(
                    Split(
                        attribute: "targetingKey", seed: "shop.express-checkout",
                        shares: [
                            Split.Share(variant: "on", weight: 25_000_000),
                            Split.Share(variant: nil, weight: 75_000_000),
                        ], place: at(18, 9))))
    }

    @Test(
        arguments: [
            ("banner: hello", FlagKind.string, "hello"), ("limit: 3", .integer, 3), ("part: 0.5", .float, 0.5),
            ("round: 1.0", .float, 1.0), ("beta: true", .boolean, true), ("word: on", .string, "on"),
            ("version: \"2.10\"", .string, "2.10"),
        ] as [(String, FlagKind, Value)])
    func `a value alone is a flag`(text: String, kind: FlagKind, value: Value) throws {
        let flag = try #require(checkFlags("flags: {\(text)}").content?.flags.first)
        #expect(flag.kind == kind)
        #expect(flag.variants.map(\.name) == ["value"])
        #expect(flag.variants.map(\.value) == [value])
        #expect(flag.defaultVariant == "value")
        #expect(flag.targeting == .none)
    }

    @Test func `one fraction makes all numbers of a flag fractions`() throws {
        let flag = try #require(
            checkFlags("flags: {a: {variants: {one: 1, half: 0.5}, default: one}}").content?.flags.first)
        #expect(flag.kind == .float)
        #expect(flag.variants.map(\.value) == [1.0, 0.5])
    }

    @Test func `a true or false flag needs no variants`() throws {
        let flag = try #require(checkFlags("flags: {a: {default: on, rollout: 5%, serve: off}}").content?.flags.first)
        #expect(flag.variants.map(\.name) == ["on", "off"])
        #expect(flag.variants.map(\.value) == [true, false])
        #expect(flag.offVariant == nil)
    }

    @Test func `percentages leave the rest, and weights leave nothing`() throws {
        let shares = try [
            "{\"on\": 10%, \"off\": 0.5%}", "{\"on\": 100%}", "{\"on\": 0%}", "{\"on\": 1, \"off\": 0.000001}",
        ].map { text in
            let flag = try #require(checkFlags("flags: {a: {default: \"on\", split: \(text)}}").content?.flags.first)
            guard case .rules(let rules) = flag.targeting, case .split(let split)? = rules.first?.outcome else {
                return ""
            }
            return split.shares.map { "\($0.variant ?? "rest") \($0.weight)" }.joined(separator: ", ")
        }
        #expect(
            shares == [
                "on 10000000, off 500000, rest 89500000", "on 100000000", "on 0, rest 100000000",
                "on 1000000, off 1",
            ])
    }

    @Test func `a split says what divides people`() throws {
        let flag = try #require(
            checkFlags(
                """
                flags:
                  a: { default: "on", split: { by: deviceId, seed: spring, shares: { "on": 1, "off": 1 } } }
                """
            ).content?.flags.first)
        guard case .rules(let rules) = flag.targeting, case .split(let split)? = rules.first?.outcome else {
            Issue.record("\(flag.targeting)")
            return
        }
        #expect(split.attribute == "deviceId")
        #expect(split.seed == "spring")
    }

    @Test func `variants may have the names of a split's keys`() throws {
        let checked = checkFlags(
            "flags: {a: {variants: {by: 1, shares: 2}, default: by, split: {by: 1, shares: 9}}}")
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
    }

    @Test func `conditions of every kind`() throws {
        let set = try #require(
            checkFlags(
                """
                segments:
                  s:
                    segment: [a, b]
                    or: [{ x: 1 }, { y: true, z: 2 }]
                    not: { country: ES }
                    attribute: { segment: { gte: 3, lt: 5 } }
                    device.os: { exists: true }
                """
            ).content)
        #expect(
            set.segments.map(\.condition) == [
                .all(
                    [
                        .any([.segment("a", at(3, 15)), .segment("b", at(3, 18))], at(3, 5)),
                        .any(
                            [
                                .clause(Clause(attribute: "x", test: .eq, operand: 1, place: at(4, 15))),
                                .all(
                                    [
                                        .clause(Clause(attribute: "y", test: .eq, operand: true, place: at(4, 25))),
                                        .clause(Clause(attribute: "z", test: .eq, operand: 2, place: at(4, 34))),
                                    ], at(4, 20)),
                            ], at(4, 5)),
                        .not(
                            .clause(Clause(attribute: "country", test: .eq, operand: "ES", place: at(5, 21))), at(5, 5)),
                        .all(
                            [
                                .clause(Clause(attribute: "segment", test: .gte, operand: 3, place: at(6, 34))),
                                .clause(Clause(attribute: "segment", test: .lt, operand: 5, place: at(6, 41))),
                            ], at(6, 18)),
                        .clause(Clause(attribute: "device.os", test: .exists, operand: true, place: at(7, 26))),
                    ], at(2, 3))
            ])
    }

    @Test func `flagd's form, with its references replaced once`() throws {
        let checked = checkFlags(
            """
            {
              "flags": {
                "a": {
                  "state": "DISABLED",
                  "variants": { "one": 1, "two": 2 },
                  "defaultVariant": null,
                  "targeting": { "if": [{ "$ref": "known" }, "one", { "$ref": "unknown" }] }
                },
                "b": { "state": "ENABLED", "variants": { "x": "y" }, "defaultVariant": "x", "targeting": {} },
                "c": { "state": "ENABLED", "variants": { "x": "y" }, "targeting": null }
              },
              "$evaluators": { "known": { "var": "here" } }
            }
            """, name: "flags.json")
        #expect(
            checked.diagnostics.list.map(\.headline) == [
                "flags.json:7:57: warning: unknown reference \"unknown\"; the flag will answer PARSE_ERROR; did you "
                    + "mean \"known\"?"
            ])
        let flags = try #require(checked.content?.flags)
        #expect(flags.map(\.isEnabled) == [false, true, true])
        #expect(flags.map(\.defaultVariant) == [nil, "x", nil])
        guard case .logic(let logic) = flags[0].targeting else {
            Issue.record("\(flags[0].targeting)")
            return
        }
        #expect(logic.plain == ["if": [["var": "here"], "one", ["$ref": "unknown"]]])
        #expect(flags[1].targeting == .none)
        guard case .logic(let nothing) = flags[2].targeting else {
            Issue.record("\(flags[2].targeting)")
            return
        }
        #expect(nothing.plain == .null)
    }

    @Test func `nothing is the same as leaving a key out`() {
        let checked = checkFlags(
            """
            {"flags": {"a": {"state": "ENABLED", "variants": {"x": 1}, "defaultVariant": null, "metadata": null,
              "description": null}}, "$evaluators": null, "metadata": null}
            """, name: "flags.json")
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        #expect(checked.content?.flags.map(\.key) == ["a"])
    }

    @Test func `flags in a list have their key inside`() {
        let checked = checkFlags("flags: [{key: a, variants: {x: 1}, state: ENABLED, defaultVariant: x}]")
        #expect(checked.content?.flags.map(\.key) == ["a"])
        #expect(checked.diagnostics.isEmpty)
    }

    @Test func `what references repeat is bounded`() {
        let large = "[" + repeatElement("1", count: 2_000).joined(separator: ", ") + "]"
        let references = repeatElement("{$ref: large}", count: 501).joined(separator: ", ")
        let checked = checkFlags(
            """
            flags: {a: {variants: {x: 1}, targeting: {or: [\(references)]}}}
            $evaluators: {large: \(large)}
            """)
        #expect(
            checked.diagnostics.list.map(\.message)
                == Array(
                    repeating: "more than 1000000 keys and values, with what this reference repeats", count: 2))
    }

    private func at(_ line: Int, _ column: Int) -> FlagPlace {
        FlagPlace(file: "flags.yaml", line: line, column: column)
    }
}

extension Logic {
    /// The expression as plain data.
    fileprivate var plain: Value {
        switch content {
        case .literal(let value): value
        case .list(let list): .list(list.map(\.plain))
        case .operation(let name, let arguments, let isBare):
            .object(Members([(name, isBare ? arguments.first?.plain ?? .null : .list(arguments.map(\.plain)))]))
        case .data(let members): .object(Members(members.map { ($0.name, $0.value.plain) }))
        }
    }
}
