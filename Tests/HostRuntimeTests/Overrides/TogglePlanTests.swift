import Testing

@testable import HostRuntime

/// Which features go and come with a toggle.
@Suite struct TogglePlanTests {
    /// d and c need b, b needs a; e needs a and x.
    static let needs: [String: Set<String>] = [
        "a": [], "x": [], "b": ["a"], "c": ["b"], "d": ["b"], "e": ["a", "x"],
    ]

    private func plan(
        _ id: String, on isOn: Bool, _ states: [String: FeatureState], wanted: Set<String>
    ) -> TogglePlan {
        TogglePlan(switching: id, on: isOn, needs: Self.needs, states: states, wanted: wanted)
    }

    @Test func `What runs by need of it goes with it, however far`() {
        let states: [String: FeatureState] = [
            "a": .active, "b": .active, "c": .starting, "d": .off, "e": .failed(reason: "", retryAt: nil), "x": .active,
        ]
        let all = Set(Self.needs.keys)
        #expect(plan("a", on: false, states, wanted: all).stops == ["b", "c"])
        #expect(plan("b", on: false, states, wanted: all).stops == ["c"])
        #expect(plan("c", on: false, states, wanted: all).stops == [])
        #expect(plan("a", on: false, states, wanted: all).starts == [])
    }

    @Test func `What waits for it alone comes with it`() {
        let states: [String: FeatureState] = [
            "a": .off, "x": .off, "b": .waiting(on: ["a"]), "c": .waiting(on: ["b"]), "d": .off,
            "e": .waiting(on: ["a", "x"]),
        ]
        let wanted: Set = ["a", "b", "c", "e"]
        #expect(plan("a", on: true, states, wanted: wanted).starts == ["b", "c"])
        #expect(plan("a", on: true, states, wanted: wanted).stops == [])
        var withX = states
        withX["x"] = .active
        #expect(plan("a", on: true, withX, wanted: wanted).starts == ["b", "c", "e"])
        #expect(plan("a", on: true, states, wanted: ["a", "c"]).starts == [])
    }
}
