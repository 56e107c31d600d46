import FeatureKit
import Testing

@testable import HostRuntime

/// Every state says in words why it is so, the cause first.
@Suite struct WhyTests {
    private let scene: Scene

    init() throws {
        var scene = Scene()
        try scene.add("ble")
        try scene.add("track", "needs: [ble]")
        try scene.add("map", "needs: [track]")
        self.scene = scene
    }

    private func why(
        _ id: String, _ states: [String: FeatureState], failures: Int = 0, document: String = "features: { ble: {} }",
        _ overrides: Overrides = Overrides()
    ) throws -> [String] {
        let statuses = states.map { id, state in
            (
                id,
                FeatureStatus(
                    id: id, state: state, since: Timestamp(nanoseconds: 0), starts: 1, failures: failures, runs: [])
            )
        }
        let orders = try scene.orders(document, overrides)
        return Why(orders: orders, states: Dictionary(uniqueKeysWithValues: statuses), uptime: .seconds(100))
            .sentences(of: id)
    }

    @Test(arguments: [
        (FeatureState.off, "ble is off: the host is stopping"),
        (.starting, "ble is starting"),
        (.active, "ble is on: the document says so"),
        (.stopping, "ble is stopping, to start again"),
        (.failed(reason: "no radio", retryAt: .seconds(104)), "ble failed 3 times; tried again in 4 s: no radio"),
        (.failed(reason: "no radio", retryAt: .seconds(99)), "ble failed 3 times; tried again at once: no radio"),
        (.failed(reason: "its library is gone", retryAt: nil), "ble can't run: its library is gone"),
        (.stuck, "ble did not stop; only a restart of the host gets rid of it"),
    ])
    func `A feature that is wanted`(state: FeatureState, sentence: String) throws {
        #expect(try why("ble", ["ble": state], failures: 3) == [sentence])
    }

    @Test func `A feature that failed too often`() throws {
        let state = FeatureState.quarantined(reason: "failed 6 times within 60s, last: no radio")
        #expect(
            try why("ble", ["ble": state]) == [
                "ble is left alone: it failed 6 times within 60s, last: no radio",
                "to try again change its settings, or switch it off and on",
            ])
    }

    @Test func `A feature that is not wanted says by whom`() throws {
        let states: [String: FeatureState] = ["ble": .off]
        #expect(
            try why("ble", states, document: "features: {}") == ["ble is off: the document does not name it"])
        #expect(
            try why("ble", states, document: "features: { ble: { enabled: false } }")
                == ["ble is off: the document says so"])
        let rain = Overrides([.toggle("ble", false, "rain")])
        #expect(
            try why("ble", states, rain)
                == [#"ble is off: switched off by root at 2026-11-21T14:31:07Z: "rain""#])
        #expect(
            try why("ble", ["ble": .stopping], rain)
                == [#"ble is stopping: switched off by root at 2026-11-21T14:31:07Z: "rain""#])
    }

    @Test func `A feature that an operator wants says so`() throws {
        let on = Override(
            OverrideTarget(.featureEnabled, of: "ble"), to: .truth(true), author: Author(name: "ann", user: 7),
            at: Timestamp(nanoseconds: 1_795_271_467_987_654_321))
        #expect(
            try why("ble", ["ble": .active], document: "features: {}", Overrides([on]))
                == ["ble is on: switched on by ann at 2026-11-21T14:31:07Z"])
    }

    @Test func `What waits begins with what it waits for in the end`() throws {
        let states: [String: FeatureState] = [
            "ble": .failed(reason: "no radio", retryAt: .seconds(101)), "track": .waiting(on: ["ble"]),
            "map": .waiting(on: ["track"]),
        ]
        #expect(
            try why("map", states, failures: 1, document: "features: { ble: {}, track: {}, map: {} }") == [
                "ble failed; tried again in 1 s: no radio", "track waits for ble, which is failed",
                "map waits for track, which is waiting",
            ])
    }

    @Test func `What stops because its need goes says which`() throws {
        let states: [String: FeatureState] = ["ble": .stopping, "track": .stopping]
        #expect(
            try why("track", states, document: "features: { ble: {}, track: {} }")
                == ["track is stopping: it needs ble, which is stopping"])
    }

    @Test func `A circle of waiting has an end`() throws {
        let states: [String: FeatureState] = ["ble": .waiting(on: ["track"]), "track": .waiting(on: ["ble"])]
        #expect(try why("ble", states).last == "ble waits for track, which is waiting")
    }
}
