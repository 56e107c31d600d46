@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureRig
import HostConfig
import HostProof
import Testing

@testable import FeatureProof

/// Every expectation can fail, and then says where, what was expected and what came.
@Suite(.timeLimit(.minutes(1))) struct ScenarioFailureTests {
    /// The verdict on a single scenario of one step, without the file's name.
    private func fails(
        _ step: String, given: String = "{}", _ wanted: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let verdict = try await Kiosk.prove("scenarios:\n- name: it works\n  given: \(given)\n  \(step)")
        #expect(verdict == ["Scenarios/kiosk.yaml:" + wanted], sourceLocation: sourceLocation)
    }

    @Test func aDifference() async throws {
        let verdicts = try await Kiosk.prove(
            """
            scenarios:
              - name: it works
                rows: [{ name: tea }]
                steps:
                  - when:
                      - { publish: kiosk.order, value: { name: cup, count: 1 } }
                      - { publish: kiosk.order, value: { name: "${name}", count: 3 } }
                      - { publish: kiosk.order, value: { name: pot, count: 1 } }
                    then:
                      - message: kiosk.told
                        value:
                          name: "${name}"
                          count: { $gt: 3 }
                          pause: 5s
                          watts: 0
                          ratio: 1.5
                          by: { $any: true }
                          roles: []
                          zones: [{ number: 1 }, { number: 2, open: true }]
            """)
        #expect(
            verdicts == [
                """
                Scenarios/kiosk.yaml:10:13: error: no message on kiosk.told was like this; the most alike is number 2 of 3:
                          - message: kiosk.told
                            ^
                      name: tea
                    - count: { $gt: 3 }
                    + count: 3
                      pause: 5s
                      watts: 0
                      ratio: 1.5
                    - by: { $any: true }
                    + by is not there
                      zones[0].number: 1
                      zones[1].number: 2
                    - zones[1].open: true
                    + zones[1].open: false
                    + zones[2]: {"number":3,"open":true}
                """
            ])
    }

    @Test func longTextsAreCutWhereTheyDiffer() {
        let text = String(repeating: "a", count: 500)
        let difference = Difference(.equal(.text(text + "b" + text)), .text(text + "c" + text))
        #expect(
            difference.lines == [
                "- …" + String(repeating: "a", count: 20) + "b" + String(repeating: "a", count: 58) + "…",
                "+ …" + String(repeating: "a", count: 20) + "c" + String(repeating: "a", count: 58) + "…",
            ])
        let list = Difference(.equal(.list(Array(repeating: 1, count: 1000))), .list(Array(repeating: 2, count: 1000)))
        #expect(list.places == 1000 && list.lines.count == 41 && list.lines.last == "… and 1960 more lines")
    }

    @Test func messages() async throws {
        try await fails(
            "then: { message: kiosk.told }",
            """
            4:9: error: nothing was published on kiosk.told
              then: { message: kiosk.told }
                    ^
            """)
        try await fails(
            "when: { publish: kiosk.order, value: { name: late } }\n  then: { message: kiosk.told, within: 4999ms }",
            """
            5:9: error: nothing was published on kiosk.told within 4s999ms
              then: { message: kiosk.told, within: 4999ms }
                    ^
            """)
        try await fails(
            "when: { publish: kiosk.order, value: { name: late } }\n  then: { silence: kiosk.told, value: { name: late, count: 1 }, within: 5s }",
            """
            5:9: error: kiosk.told was not silent; this came at 2026-09-21T14:13:25Z:
              then: { silence: kiosk.told, value: { name: late, count: 1 }, within: 5s }
                    ^
                + {"name":"late","count":1,"at":"2026-09-21T14:13:25Z","pause":"5s","watts":0,"roles":[],"ratio":0.5,"zones":[{"number":1,"open":true}]}
            """)
    }

    @Test func `What was not looked at is gone with the next thing that is done`() async throws {
        try await fails(
            """
            steps:
              - when: { publish: kiosk.order, value: { name: tea } }
              - when: { advance: 1s }
                then: { message: kiosk.told, value: { name: tea } }
            """,
            """
            7:11: error: nothing was published on kiosk.told
                then: { message: kiosk.told, value: { name: tea } }
                      ^
            """)
    }

    @Test func answers() async throws {
        try await fails(
            "then: { call: kiosk.buy, request: { name: tea, count: 9 } }",
            """
            4:9: error: kiosk.buy refused: conflict: at most 3
              then: { call: kiosk.buy, request: { name: tea, count: 9 } }
                    ^
            """)
        try await fails(
            "then: { call: kiosk.buy, request: { name: tea, count: 9 }, refused: { code: not-found, status: 409 } }",
            """
            4:9: error: kiosk.buy refused otherwise:
              then: { call: kiosk.buy, request: { name: tea, count: 9 }, refused: { code: not-found, status: 409 } }
                    ^
                - code: not-found
                + code: conflict
                  status: 409
            """)
        try await fails(
            "then: { call: kiosk.watch, request: { name: tea }, refused: {} }",
            """
            4:9: error: kiosk.watch was to refuse, and replied {"name":"tea","count":1,"at":"2026-09-21T14:13:20Z","pause":"5s","watts":0,"roles":[],"ratio":0.5,"zones":[{"number":1,"open":true}]}
              then: { call: kiosk.watch, request: { name: tea }, refused: {} }
                    ^
            """)
        try await fails(
            "when: { call: kiosk.watch, request: { name: tea } }\n  then: [{ reply: {} }, { reply: {}, within: 5s }]",
            """
            5:25: error: kiosk.watch has nothing more to say
              then: [{ reply: {} }, { reply: {}, within: 5s }]
                                    ^
            """)
        try await fails(
            "then: { call: kiosk.buy, request: { name: tea }, within: 2s }",
            given: "{ routes: { power.draw: silent } }",
            """
            4:9: error: kiosk.buy did not answer
              then: { call: kiosk.buy, request: { name: tea }, within: 2s }
                    ^
            """)
    }

    @Test(arguments: [
        "when: { advance: 1s }", "then: { state: active }", "when: { call: kiosk.buy, request: { name: cup } }",
    ])
    func `A refusal that nobody looks at fails`(_ next: String) async throws {
        try await fails(
            "steps:\n  - when: { call: kiosk.buy, request: { name: tea, count: 9 } }\n  - \(next)",
            """
            5:11: error: kiosk.buy refused, and nothing here expects that: conflict: at most 3
              - when: { call: kiosk.buy, request: { name: tea, count: 9 } }
                      ^
            """)
    }

    @Test func whatIsKept() async throws {
        try await fails(
            "then: { document: orders/tea, value: { count: 3 } }",
            """
            4:9: error: the document orders/tea is not like this
              then: { document: orders/tea, value: { count: 3 } }
                    ^
                - { count: 3 }
                + nothing
            """)
        try await fails(
            "when: { call: kiosk.buy, request: { name: tea } }\n  then: [{ reply: {} }, { document: orders/tea, absent: true }]",
            """
            5:25: error: the document orders/tea is not like this
              then: [{ reply: {} }, { document: orders/tea, absent: true }]
                                    ^
                - { $absent: true }
                + {"name":"tea","count":1,"at":"2026-09-21T14:13:20Z","pause":"5s","watts":-1,"roles":[],"ratio":0.5,"zones":[{"number":1,"open":true}]}
            """)
        try await fails(
            "then: { documents: orders, count: { $gte: 1 } }",
            """
            4:9: error: orders holds another number of documents
              then: { documents: orders, count: { $gte: 1 } }
                    ^
                - { $gte: 1 }
                + 0
            """)
        try await fails(
            "then: { blob: photo, type: image/png }",
            """
            4:9: error: the blob photo is not like this
              then: { blob: photo, type: image/png }
                    ^
                - { type: image/png }
                + nothing
            """)
    }

    @Test func theRun() async throws {
        try await fails(
            "when: { publish: kiosk.order, value: { name: throw } }\n  then: { message: kiosk.told }",
            """
            4:9: error: run() threw: conflict: the kiosk fell over
              when: { publish: kiosk.order, value: { name: throw } }
                    ^
            """)
        try await fails(
            "when: { publish: kiosk.order, value: { name: return } }",
            """
            4:9: error: run() returned although nobody had asked it to stop
              when: { publish: kiosk.order, value: { name: return } }
                    ^
            """)
        try await fails(
            "when: { publish: kiosk.order, value: { name: throw } }\n  then: { state: failed, reason: other }",
            """
            5:9: error: the feature is failed for another reason:
              then: { state: failed, reason: other }
                    ^
                - other
                + "conflict: the kiosk fell over"
            """)
        try await fails(
            "when: { publish: kiosk.order, value: { name: throw } }\n  then: [{ message: kiosk.told }, { state: failed }]",
            """
            5:10: error: nothing was published on kiosk.told
              then: [{ message: kiosk.told }, { state: failed }]
                     ^
                run() threw: conflict: the kiosk fell over
            """)
        try await fails(
            "then: { message: kiosk.told }", given: "{ settings: { pin: wrong } }",
            """
            2:9: error: the feature did not start; run() threw: forbidden: the pin is wrong
            - name: it works
                    ^
            """)
        try await fails(
            "then: { state: off }",
            """
            4:9: error: the feature is active, not off
              then: { state: off }
                    ^
            """)
        try await fails(
            "then: { log: shut, level: warning }",
            """
            4:9: error: no line at warning of the log holds this; it logged:
              then: { log: shut, level: warning }
                    ^
                + info "open"
            """)
    }

    @Test func `What was saved is held against the Shape where it is used`() async throws {
        try await fails(
            """
            when: { publish: kiosk.order, value: { name: tea } }
              then:
                - { message: kiosk.told, value: { name: { $save: name } } }
                - { call: kiosk.buy, request: { name: cup, count: "${name}" } }
            """,
            """
            7:55: error: must be a whole number, not the text "tea"
                - { call: kiosk.buy, request: { name: cup, count: "${name}" } }
                                                                  ^

            """)
    }

    @Test func `In a preflight the document's settings and flags count`() async throws {
        let text = """
            scenarios:
              - name: it works
                preflight: true
                given: { settings: { most: 1 }, flags: { kiosk.closed: true } }
                then:
                  - { call: kiosk.buy, request: { name: tea, count: "${settings.most}" }, reply: { count: 7 } }
            """
        let settings: Value = ["most": 7, "pause": "5s"]
        let open = PreflightConditions(
            settings: settings, shownSettings: settings, flags: RigFlags(["kiosk.closed": false]).source)
        try #expect(await Kiosk.prove(text, open) == ["passed"])
        let closed = PreflightConditions(
            settings: settings, shownSettings: settings, flags: RigFlags(["kiosk.closed": true]).source)
        try #expect(await Kiosk.prove(text, closed)[0].contains("kiosk.buy refused: unavailable: closed"))
        try #expect(await Kiosk.prove(text)[0].contains("kiosk.buy refused: unavailable: closed"))
    }
}
