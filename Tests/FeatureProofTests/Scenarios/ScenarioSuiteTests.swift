@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureRig
import HostConfig
import HostProof
import TestSupport
import Testing

@testable import FeatureProof

@Suite struct ScenarioSuiteTests {
    @Test func `A unit without scenarios has no cases`() throws {
        let unit = try Kiosk.unit(in: "/nowhere")
        let suite = ScenarioSuite.read(unit)
        #expect(suite.cases.isEmpty && suite.diagnostics.isEmpty)
        #expect(suite.settings == ["most": 3, "pause": "5s"])
    }

    @Test func `Cases come in the order of their files, and are called the same each time`() throws {
        let one = "scenarios: [{ name: it works, preflight: true, rows: [{ a: 1 }, { a: 1 }], when: { advance: 1s } }]"
        let (suite, _) = try Kiosk.suite(["b.yaml": one, "a.yaml": one, "README.md": "no scenario"])
        #expect(suite.diagnostics.isEmpty)
        #expect(
            suite.cases.map(\.about) == [
                ProofCase(id: "a.yaml#1.1", group: "a.yaml", name: "it works [a: 1]"),
                ProofCase(id: "a.yaml#1.2", group: "a.yaml", name: "it works [a: 1]"),
                ProofCase(id: "b.yaml#1.1", group: "b.yaml", name: "it works [a: 1]"),
                ProofCase(id: "b.yaml#1.2", group: "b.yaml", name: "it works [a: 1]"),
            ])
        #expect(suite.cases.map(\.isPreflight) == [true, true, true, true])
    }

    @Test func `What is wrong with files as a whole is told`() throws {
        let (suite, _) = try Kiosk.suite([
            "a.yml": "scenarios: []", "b.yaml": "conformance: {}", "c.yaml": "conformance: {}", "d.yaml": "[",
        ])
        #expect(
            suite.diagnostics.text == """
                Scenarios/a.yml: error: is not read; call it a.yaml
                Scenarios/c.yaml: error: "conformance" stands in Scenarios/b.yaml as well; a unit has it once
                Scenarios/d.yaml:1:2: error: the document ends here, inside a list or mapping
                [
                 ^

                """)
    }

    @Test func `The conformance suite gets what a file says for it`() async throws {
        let (suite, folder) = try Kiosk.suite([
            "a.yaml": """
            conformance:
              settings: { sign: a.txt, most: 5 }
              routes: { power.draw: { reply: { watts: 8 } } }
              documents: { orders: {} }
              topics: { kiosk.order: { name: early } }
            """
        ])
        #expect(suite.diagnostics.text == "")
        #expect(suite.settings == ["sign": .text(folder["Scenarios/a.txt"]), "most": 5, "pause": "5s"])
        let unit = try Kiosk.unit(in: folder.path)
        try await Rig.with(unit.subject) { rig in
            try await suite.prepare(rig)
            #expect(await rig.start(suite.settings) == .active)
            let told = await rig.message(on: "kiosk.told")
            #expect(told?.value["name"] == "early")
            let question = rig.ask("kiosk.buy", ["name": "tea", "count": 5])
            guard case .reply(let value) = await rig.answer(to: question) else {
                Issue.record("no reply")
                return
            }
            #expect(value["watts"] == 8)
            // Before each start.
            await rig.stop()
            try await suite.prepare(rig)
            #expect(await rig.start(suite.settings) == .active)
        }
    }
}
