@_spi(Hosting) import FeatureKit
import FlagEngine
import Testing

@testable import HostConfig

@Suite struct ScenarioReadingTests {
    private func cases(_ text: String) throws -> [ScenarioCase] {
        let checked = Shop.read(text)
        #expect(checked.diagnostics.text == "")
        return try #require(checked.content).cases
    }

    private func given(_ about: ScenarioCase) throws -> ScenarioGiven {
        try about.given(settings: nil, shown: nil, now: Shop.now).given
    }

    @Test func `Each row is a case with a name and a number of its own`() throws {
        let cases = try cases(
            """
            scenarios:
              - { name: first, rows: [{ a: 1, b: [x] }, { a: "${now}", b: two words }], when: { advance: 1s } }
              - { name: second, preflight: true, when: { advance: 1s } }
            """)
        #expect(cases.map(\.name) == ["first [a: 1, b: [\"x\"]]", "first [a: ${now}, b: two words]", "second"])
        #expect(cases.map(\.number) == ["1.1", "1.2", "2"])
        #expect(cases.map(\.isPreflight) == [false, false, true])
    }

    @Test func `A scenario's given is laid over the file's`() throws {
        let cases = try cases(
            """
            given:
              settings: { hold: 5s, zones: { a: 1 }, pin: 1234 }
              documents: { bars: { a: { name: a }, b: { name: b } } }
              flags: { shop.closed: { default: off, rules: [{ when: { country: ES }, serve: on }] } }
              clock: 2030-01-01T00:00:00Z
              neighbours: { ble: active }
            scenarios:
              - name: it works
                given:
                  settings: { zones: { b: 2 }, capture: a.bin }
                  documents: { bars: { b: { name: c } } }
                  flags: { shop.closed: true }
                  neighbours: { power: off }
                when: { advance: 1s }
            """)
        let given = try given(cases[0])
        #expect(
            given.settings == [
                "hold": "5s", "zones": ["a": 1, "b": 2], "pin": "1234", "capture": "/unit/Scenarios/a.bin",
            ])
        #expect(
            given.documents.map { "\($0.id): \($0.value["name"] ?? .null)" } == ["a: text(\"a\")", "b: text(\"c\")"])
        #expect(given.flags.map(\.variants.count) == [1])
        #expect(given.clock == Timestamp("2030-01-01T00:00:00Z"))
        #expect(given.neighbours == ["ble": "active", "power": "off"])
    }

    @Test func `What a text holds keeps its type only where the variable is all of it`() throws {
        let about = try cases(
            """
            scenarios:
              - name: it works
                rows: [{ n: 3, text: "3" }]
                variables: { both: "${n}${text}", list: [{ zone: "${n}" }] }
                when:
                  publish: shop.order
                  value: { name: "${text}", count: "${n}", zones: "${list}", any: ["${n}", "${text}", "${both}", "${now}"] }
            """)[0]
        let (_, scene) = try about.given(settings: nil, shown: nil, now: Shop.now)
        guard case .publish(_, let value, _) = try about.action(about.steps[0].actions[0], scene, isPreflight: false)
        else {
            Issue.record("nothing is published")
            return
        }
        #expect(
            value == [
                "name": "3", "count": 3, "zones": [["zone": 3]], "any": [3, "3", "33", "2026-11-20T14:00:00Z"],
                "tags": [:],
            ])
    }

    @Test func `What is saved is held against the Shape when it is known`() throws {
        let about = try cases(
            """
            scenarios:
              - name: it works
                steps:
                  - then: { message: shop.sold, value: { name: { $save: name } } }
                  - when: { publish: shop.order, value: { name: "${name}", count: "${name}", zones: "${name}", ttl: "${name}" } }
                    then: { message: shop.sold, value: { count: "${name}", zones: [{ zone: "${name}" }] }, within: "${name}" }
            """)[0]
        var (_, scene) = try about.given(settings: nil, shown: nil, now: Shop.now)
        scene.saved.updateValue("5s", forKey: "name")
        let fault = #expect(throws: ScenarioFault.self) {
            try about.action(about.steps[1].actions[0], scene, isPreflight: false)
        }
        #expect(
            fault?.description.contains("shop.yaml:5:71: error: must be a whole number, not the text \"5s\"") == true)
    }

    @Test func `The settings of a preflight stand in the place of its own`() throws {
        let about = try cases(
            """
            scenarios:
              - name: it works
                preflight: true
                given: { settings: { hold: 1s } }
                when: { advance: "${settings.hold}" }
            """)[0]
        let settings: Value = ["hold": "7s", "pin": "1234", "zones": [:]]
        let (given, scene) = try about.given(settings: settings, shown: ["hold": "7s"], now: Shop.now)
        #expect(given.settings == settings)
        #expect(scene.settings?["pin"] == nil)
        let action = try about.action(about.steps[0].actions[0], scene, isPreflight: true)
        guard case .advance(.seconds(7)) = action else {
            Issue.record("\(action)")
            return
        }
    }

    @Test func `Variables that repeat each other come to an end`() {
        let names = (0..<30).map { "v\($0)" }
        let lists = names.enumerated().map { index, name in
            index == 0 ? "\(name): [a, a]" : "\(name): [\"${v\(index - 1)}\", \"${v\(index - 1)}\"]"
        }
        let texts = names.enumerated().map { index, name in
            index == 0 ? "\(name): aa" : "\(name): \"${v\(index - 1)}${v\(index - 1)}\""
        }
        for variables in [lists, texts] {
            let complaints = Shop.wrong(
                "variables: { \(variables.joined(separator: ", ")) }\n"
                    + "when: { publish: shop.order, value: { name: a, any: \"${v29}\" } }")
            #expect(
                complaints == ["the variables of this file come to more than 1000000 keys, values and bytes of texts"])
        }
    }

    @Test func `Variables nest no deeper than documents may`() {
        let nested = (0..<90).map { index in
            index == 0 ? "v0: [a]" : "v\(index): [\"${v\(index - 1)}\"]"
        }
        let complaints = Shop.wrong(
            "variables: { \(nested.joined(separator: ", ")) }\n"
                + "when: { publish: shop.order, value: { name: a, any: \"${v89}\" } }")
        #expect(complaints == ["more than 64 lists and mappings inside one another"])
    }

    @Test(arguments: [
        ("steps", 1_000), ("rows", 1_000),
    ]) func `More than so many are refused`(_ what: String, _ most: Int) {
        let one = what == "rows" ? "{ a: 1 }" : "{ when: { advance: 1s } }"
        let list = "[\(Array(repeating: one, count: most + 1).joined(separator: ", "))]"
        let complaints = Shop.wrong(what == "rows" ? "rows: \(list)\nwhen: { advance: 1s }" : "steps: \(list)")
        #expect(complaints == ["\"\(what)\" holds more than \(most)"])
    }
}
