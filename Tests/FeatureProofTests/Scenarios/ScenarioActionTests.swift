import Testing

@testable import FeatureProof

/// Each thing that is given or done reaches the feature, and each expectation can fail.
@Suite(.timeLimit(.minutes(1))) struct ScenarioActionTests {
    private func passes(_ steps: String, given: String = "{}", sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let verdict = try await Kiosk.prove(steps: steps, given: given)
        #expect(verdict == "passed", sourceLocation: sourceLocation)
    }

    @Test func publishes() async throws {
        try await passes(
            """
              - when: { publish: kiosk.order, value: { name: tea, count: 2 } }
                then:
                  - { message: kiosk.told, value: { name: tea, count: 2, ratio: 1, pause: 5000ms } }
                  - { silence: kiosk.told }
              - when: { publish: kiosk.order, value: { name: flood }, times: 100 }
                then:
                  - { message: kiosk.told, value: { name: flood } }
            """)
    }

    @Test func asks() async throws {
        try await passes(
            """
              - when: { call: kiosk.buy, request: { name: tea }, as: ada }
                then:
                  - reply: { by: ada-1, roles: [staff], watts: 5, at: "${now}" }
                  - { document: orders/tea, value: { by: ada-1 } }
                  - { documents: orders, count: 2 }
              - when: { call: kiosk.buy, request: { name: tea, count: 4 } }
                then: { refused: { code: conflict, status: 409, detail: at most 3 } }
              - then:
                  - { call: kiosk.buy, request: { name: tea, count: 4 }, refused: { status: { $gt: 400 } } }
                  - call: kiosk.buy
                    request: { name: tea, count: 4 }
                    refused: { code: conflict, data: { most: { $gt: 2 }, least: { $absent: true } } }
                  - { call: kiosk.buy, request: { name: cup }, reply: { by: { $absent: true } } }
                  - { document: orders/none, absent: true }
                  - { blob: photo, type: image/png, size: 2 }
                  - { blob: other, absent: true }
            """,
            given: """
                {
                  callers: { ada: { key: ada-1, roles: [staff] } }, routes: { power.draw: { reply: { watts: 5 } } },
                  documents: { orders: { old: { name: old, count: 1, at: "${now-1d}", pause: 1s, watts: 1, roles: [],
                    ratio: 0.5, zones: [] } } },
                  blobs: { photo: { type: image/png, base64: AAA= } } }
                """)
    }

    @Test func streams() async throws {
        try await passes(
            """
              - when: { call: kiosk.watch, request: { name: tea, count: 3 } }
                then:
                  - reply: { count: 1 }
                  - reply: { count: 2 }
                    within: 1s
                  - reply: { count: 3 }
                    within: 10s
            """)
    }

    @Test func playsRoutes() async throws {
        try await passes(
            """
              - then: { call: kiosk.buy, request: { name: tea }, reply: { watts: -1 } }
              - when: { routes: { power.draw: { refuse: { code: conflict } } } }
                then: { call: kiosk.buy, request: { name: tea }, reply: { watts: -1 } }
              - when: { routes: { power.draw: { refuse: { code: conflict, data: { watts: 3 } } } } }
                then: { call: kiosk.buy, request: { name: tea }, reply: { watts: 3 } }
              - when: { routes: { power.draw: silent } }
                then: { call: kiosk.buy, request: { name: tea }, within: 3s, reply: { watts: -1 } }
              - when: { routes: { power.draw: { reply: { watts: 7 } } } }
                then: { call: kiosk.buy, request: { name: tea }, reply: { watts: 7 } }
            """)
    }

    @Test func movesTheTime() async throws {
        try await passes(
            """
              - when: { publish: kiosk.order, value: { name: late } }
                then:
                  - { silence: kiosk.told, within: 4999ms }
                  - { message: kiosk.told, value: { at: "2026-11-20T23:59:55Z" }, within: 1h }
                  - { call: kiosk.buy, request: { name: tea }, reply: { at: 2026-11-20T23:59:55Z } }
              - when:
                  - { advance: 10s }
                  - { clock: 2030-01-01T00:00:00Z }
                then: { call: kiosk.buy, request: { name: tea }, reply: { at: "${now}" } }
              - then: { call: kiosk.buy, request: { name: tea }, reply: { at: { $gte: "${now-1s}", $lt: "${now+1s}" } } }
            """, given: "{ clock: 2026-11-20T23:59:50Z }")
    }

    @Test func switchesOffAndOn() async throws {
        try await passes(
            """
              - when: { call: kiosk.buy, request: { name: tea } }
                then: { reply: { name: tea } }
              - when: { toggle: off }
                then:
                  - { state: off }
                  - { call: kiosk.buy, request: { name: tea }, refused: { code: unavailable } }
              - when: { toggle: on }
                then:
                  - { state: active }
                  - { document: orders/tea }
                  - { log: open, level: info }
            """)
    }

    @Test func startsOffWhereItIsSwitchedOnFirst() async throws {
        try await passes(
            """
              - then: { state: off }
              - when: { store: fails }
              - when: { toggle: on }
                then: { state: failed, reason: { $contains: unavailable } }
            """)
    }

    @Test func changesSettingsWhileItRunsAndByARestart() async throws {
        try await passes(
            """
              - when: { settings: { most: 9 } }
                then:
                  - { call: kiosk.buy, request: { name: tea, count: "${settings.most}" }, reply: { count: 9 } }
                  - { call: kiosk.buy, request: { name: tea, count: 10 }, refused: {} }
              - when: { settings: { pause: 1h } }
                then:
                  - { log: open }
                  - { call: kiosk.buy, request: { name: tea, count: 9 }, reply: { pause: 60m } }
            """)
    }

    @Test func givesAndChangesFlags() async throws {
        try await passes(
            """
              - then:
                  - { call: kiosk.buy, request: { name: tea }, as: ada, refused: { code: unavailable } }
                  - { call: kiosk.buy, request: { name: tea }, as: bea, reply: { name: tea } }
              - when: { flags: { kiosk.closed: true } }
                then: { call: kiosk.buy, request: { name: tea }, as: bea, refused: { code: unavailable } }
            """,
            given: """
                {
                  callers: { ada: { key: a, attributes: { country: ES } }, bea: { key: b } },
                  flags: { kiosk.closed: { default: off, rules: [{ when: { country: ES }, serve: on }] } } }
                """)
    }

    @Test func setsTheStatesOfNeighbours() async throws {
        try await passes(
            """
              - then: { message: kiosk.told, value: { name: ble is off } }
              - when: { neighbours: { ble: active } }
                then: { message: kiosk.told, value: { name: ble is active } }
            """, given: "{ neighbours: { ble: off } }")
    }

    @Test func publishesBeforeTheStart() async throws {
        try await passes(
            "  - then: { message: kiosk.told, value: { name: early } }\n",
            given: "{ topics: { kiosk.order: { name: early } } }")
        // A topic that retains a value for each key delivers the last value of every key.
        let stock = "[{ name: tea, count: 1 }, { name: cup, count: 2 }, { name: tea, count: 3 }]"
        try await passes(
            """
              - then: [{ log: "stock cup=2" }, { log: "stock tea=3" }]
              - when: { publish: kiosk.stock, value: { name: cup, count: 4 } }
                then: [{ log: "stock cup=4" }]
            """, given: "{ topics: { kiosk.stock: \(stock) } }")
    }

    @Test func readsPathsAndSecretsAndTheLog() async throws {
        try await passes(
            """
              - when: { publish: kiosk.order, value: { name: sign } }
                then: { log: "Scenarios/signs/a.txt", level: warning }
            """, given: "{ settings: { sign: signs/a.txt, pin: 1234 } }")
    }

    @Test func savesWhatItUsesLater() async throws {
        try await passes(
            """
              - when: { publish: kiosk.order, value: { name: "${what}-${number}", count: "${number}" } }
                then:
                  - message: kiosk.told
                    value: { name: { $save: name }, zones: { $contains: { open: false, number: { $save: zone } } } }
                  - { call: kiosk.buy, request: { name: "${name}", count: "${zone}" }, reply: { name: tea-3, count: 2 } }
                  - { document: "orders/${name}" }
            """,
            given: "{}\n    rows: [{ number: 3 }]\n    variables: { what: tea }")
    }

    @Test func expectsAnEnd() async throws {
        try await passes(
            """
              - when: { publish: kiosk.order, value: { name: throw } }
                then: { state: failed, reason: "conflict: the kiosk fell over" }
              - when: { toggle: off }
              - when: { toggle: on }
                then: { state: active }
            """)
    }
}
