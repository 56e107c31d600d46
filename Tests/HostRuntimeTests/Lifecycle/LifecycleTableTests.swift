import FeatureKit
import Testing

@testable import HostRuntime

/// Each row is a story: events with their times, and the actions and states after each.
@Suite struct LifecycleTableTests {
    struct Step: Sendable {
        let at: Double
        let event: Lifecycle.Event
        let does: [String]

        init(_ at: Double, _ event: Lifecycle.Event, _ does: String...) {
            self.at = at
            self.event = event
            self.does = does
        }
    }

    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var rules: [String: LifecycleRules] = ["a": .init(), "b": .init()]
        let steps: [Step]
    }

    static func run(_ id: String, _ number: Int = 1) -> Lifecycle.Run { .init(feature: id, number: number) }
    static func on(_ ids: String..., settings: Value = 0) -> Lifecycle.Event {
        .want(Dictionary(uniqueKeysWithValues: ids.map { ($0, settings) }))
    }

    static let needing: [String: LifecycleRules] = ["a": .init(), "b": .init(needs: ["a"])]
    static let following: [String: LifecycleRules] = ["a": .init(), "b": .init(after: ["a"])]

    static let stories: [Story] = [
        Story(
            testDescription: "on, ready, off",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ready(run("a")), "a active"),
                Step(2, on(), "drain a#1", "a stopping"),
                Step(3, .ended(run("a"), reason: nil), "a off"),
            ]),
        Story(
            testDescription: "two without ties start at the same time",
            steps: [Step(0, on("a", "b"), "start a#1", "start b#1", "a starting", "b starting")]),
        Story(
            testDescription: "what is needed starts first and stops last",
            rules: needing,
            steps: [
                Step(0, on("a", "b"), "start a#1", "a starting", "b waiting"),
                Step(1, .ready(run("a")), "start b#1", "a active", "b starting"),
                Step(2, .ready(run("b")), "b active"),
                Step(3, on(), "drain b#1", "a stopping", "b stopping"),
                Step(4, .ended(run("b"), reason: nil), "drain a#1", "b off"),
                Step(5, .ended(run("a"), reason: nil), "a off"),
            ]),
        Story(
            testDescription: "a need that is off makes its dependant wait, and a need that goes takes it along",
            rules: needing,
            steps: [
                Step(0, on("b"), "b waiting"),
                Step(1, on("a", "b"), "start a#1", "a starting"),
                Step(2, .ready(run("a")), "start b#1", "a active", "b starting"),
                Step(3, on("b"), "drain b#1", "a stopping", "b stopping"),
                Step(4, .ended(run("b"), reason: nil), "drain a#1", "b waiting"),
                Step(5, .ended(run("a"), reason: nil), "a off"),
            ]),
        Story(
            testDescription: "a need that fails stops its dependant at once and both come back",
            rules: needing,
            steps: [
                Step(0, on("a", "b"), "start a#1", "a starting", "b waiting"),
                Step(1, .ready(run("a")), "start b#1", "a active", "b starting"),
                Step(2, .ready(run("b")), "b active"),
                Step(3, .ended(run("a"), reason: "boom"), "drain b#1", "a failed", "b stopping"),
                Step(3, .ended(run("b"), reason: nil), "b waiting"),
                Step(3.05, .tick, "start a#2", "a starting"),
                Step(3.7, .ready(run("a", 2)), "start b#2", "a active", "b starting"),
            ]),
        Story(
            testDescription: "after orders the start and the stop of what is on, and nothing else",
            rules: following,
            steps: [
                Step(0, on("b"), "start b#1", "b starting"),
                Step(1, on(), "drain b#1", "b stopping"),
                Step(2, .ended(run("b"), reason: nil), "b off"),
                Step(3, on("a", "b"), "start a#1", "a starting", "b waiting"),
                Step(4, .ready(run("a")), "start b#2", "a active", "b starting"),
                Step(5, .ready(run("b", 2)), "b active"),
                Step(6, .ended(run("a"), reason: "boom"), "a failed"),
                Step(7, .tick, "start a#2", "a starting"),
                Step(8, .ready(run("a", 2)), "a active"),
                Step(9, .shutDown, "drain b#2", "a stopping", "b stopping"),
                Step(10, .ended(run("b", 2), reason: nil), "drain a#2", "b off"),
            ]),
        Story(
            testDescription: "after does not wait for what has failed",
            rules: following,
            steps: [
                Step(0, on("a", "b"), "start a#1", "a starting", "b waiting"),
                Step(1, .ended(run("a"), reason: "boom"), "start b#1", "a failed", "b starting"),
            ]),
        Story(
            testDescription: "what does not drain is cancelled, what does not heed that is stuck and stays so",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ready(run("a")), "a active"),
                Step(2, on(), "drain a#1", "a stopping"),
                Step(6.9, .tick),
                Step(7, .tick, "cancel a#1"),
                Step(8.9, .tick),
                Step(9, .tick, "revoke a#1", "a stuck"),
                Step(10, on("a")),
                Step(11, .ended(run("a"), reason: nil)),
                Step(12, on()),
                Step(13, on("a")),
            ]),
        Story(
            testDescription: "what is not ready in time is stopped and counts as failed",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(10, .tick, "drain a#1", "a stopping"),
                Step(10.5, .ended(run("a"), reason: nil), "a failed"),
                Step(11.1, .tick, "start a#2", "a starting"),
            ]),
        Story(
            testDescription: "off while starting, on again while stopping",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, on(), "drain a#1", "a stopping"),
                Step(2, on("a")),
                Step(2.5, .ready(run("a"))),
                Step(3, .ended(run("a"), reason: nil), "start a#2", "a starting"),
            ]),
        Story(
            testDescription: "new settings are handed over while it runs",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, on("a", settings: 1)),
                Step(2, .ready(run("a")), "reconfigure a#1 1", "a active"),
                Step(3, on("a", settings: 2)),
                Step(4, .reconfigured(run("a"), isApplied: true), "reconfigure a#1 2"),
                Step(5, .reconfigured(run("a"), isApplied: true)),
                Step(6, on("a", settings: 2)),
            ]),
        Story(
            testDescription: "settings that need a restart restart what needs it too",
            rules: needing,
            steps: [
                Step(0, on("a", "b"), "start a#1", "a starting", "b waiting"),
                Step(1, .ready(run("a")), "start b#1", "a active", "b starting"),
                Step(2, .ready(run("b")), "b active"),
                Step(3, .want(["a": 1, "b": 0]), "reconfigure a#1 1"),
                Step(4, .reconfigured(run("a"), isApplied: false), "drain b#1", "a stopping", "b stopping"),
                Step(5, .ended(run("b"), reason: nil), "drain a#1", "b waiting"),
                Step(6, .ended(run("a"), reason: nil), "start a#2", "a starting"),
                Step(7, .ready(run("a", 2)), "start b#2", "a active", "b starting"),
            ]),
        Story(
            testDescription: "settings that are not taken in time restart it",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ready(run("a")), "a active"),
                Step(2, on("a", settings: 1), "reconfigure a#1 1"),
                Step(12, .tick, "drain a#1", "a stopping"),
                Step(13, .ended(run("a"), reason: nil), "start a#2", "a starting"),
            ]),
        Story(
            testDescription: "failing too often is quarantine, until the operator changes something",
            rules: ["a": .init(restartLimit: .init(most: 2, within: .seconds(60)))],
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ended(run("a"), reason: "boom"), "a failed"),
                Step(2, .tick, "start a#2", "a starting"),
                Step(3, .ended(run("a", 2), reason: "boom"), "a failed"),
                Step(5, .tick, "start a#3", "a starting"),
                Step(6, .ended(run("a", 3), reason: "boom"), "a quarantined"),
                Step(100, .tick),
                Step(101, on("a", settings: 1), "start a#4", "a starting"),
            ]),
        Story(
            testDescription: "what had been well is started again at once, and then later each time",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ready(run("a")), "a active"),
                Step(100, .ended(run("a"), reason: "boom"), "a failed"),
                Step(100.05, .tick, "start a#2", "a starting"),
                Step(100.1, .ready(run("a", 2)), "a active"),
                Step(100.2, .ended(run("a", 2), reason: "boom"), "a failed"),
                Step(100.5, .tick),
                Step(100.7, .tick, "start a#3", "a starting"),
                Step(101, .ended(run("a", 3), reason: "boom"), "a failed"),
                Step(101.7, .tick),
                Step(102, .tick, "start a#4", "a starting"),
                Step(103, .ready(run("a", 4)), "a active"),
                // A minute later the failures are forgotten.
                Step(200, .ended(run("a", 4), reason: "boom"), "a failed"),
                Step(200.05, .tick, "start a#5", "a starting"),
            ]),
        Story(
            testDescription: "what fails before it has been well once is not started again at once",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ended(run("a"), reason: "boom"), "a failed"),
                Step(1.3, .tick),
                Step(1.5, .tick, "start a#2", "a starting"),
                Step(1.6, .ready(run("a", 2)), "a active"),
                Step(2, .ended(run("a", 2), reason: "boom"), "a failed"),
                Step(2.7, .tick),
                Step(3, .tick, "start a#3", "a starting"),
            ]),
        Story(
            testDescription: "what did not stop in a process of its own is not stuck any more once that has ended",
            rules: ["a": .init(make: .worker(library: "1"))],
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ready(run("a")), "a active"),
                Step(2, on(), "drain a#1", "a stopping"),
                Step(7, .tick, "cancel a#1"),
                Step(9, .tick, "revoke a#1", "a stuck"),
                Step(10, on("a")),
                Step(11, .ended(run("a"), reason: "killed"), "start a#2", "a starting"),
            ]),
        Story(
            testDescription:
                "with another make it is started again, with what needs it; with the same one nothing happens",
            rules: needing,
            steps: [
                Step(0, on("a", "b"), "start a#1", "a starting", "b waiting"),
                Step(1, .ready(run("a")), "start b#1", "a active", "b starting"),
                Step(2, .ready(run("b")), "b active"),
                Step(3, .know(["a": .init(make: .worker(library: "1"))]), "drain b#1", "a stopping", "b stopping"),
                Step(4, .ended(run("b"), reason: nil), "drain a#1", "b waiting"),
                Step(5, .ended(run("a"), reason: nil), "start a#2", "a starting"),
                Step(6, .ready(run("a", 2)), "start b#2", "a active", "b starting"),
                Step(7, .know(["a": .init(make: .worker(library: "1"))])),
                Step(8, .ready(run("b", 2)), "b active"),
            ]),
        Story(
            testDescription: "what has another make and can't be started runs on as it was",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ready(run("a")), "a active"),
                Step(2, .know(["a": .init(broken: "gone", make: .worker(library: "1"))])),
                Step(3, .know(["a": .init()])),
            ]),
        Story(
            testDescription: "another make and back again while it stops is one restart",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ready(run("a")), "a active"),
                Step(2, .know(["a": .init(make: .worker(library: "1"))]), "drain a#1", "a stopping"),
                Step(3, .know(["a": .init()])),
                Step(4, .ended(run("a"), reason: nil), "start a#2", "a starting"),
            ]),
        Story(
            testDescription: "what was left alone is tried again with another make",
            rules: ["a": .init(restartLimit: .init(most: 0, within: .seconds(60)))],
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ended(run("a"), reason: "boom"), "a quarantined"),
                Step(2, .know(["a": .init(restartLimit: .init(most: 0, within: .seconds(60)))])),
                Step(
                    3,
                    .know([
                        "a": .init(restartLimit: .init(most: 0, within: .seconds(60)), make: .worker(library: "1"))
                    ]), "start a#2", "a starting"),
            ]),
        Story(
            testDescription: "failures that lie far apart are forgotten",
            rules: ["a": .init(restartLimit: .init(most: 1, within: .seconds(10)))],
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ended(run("a"), reason: "boom"), "a failed"),
                Step(2, .tick, "start a#2", "a starting"),
                Step(20, .ready(run("a", 2)), "a active"),
                Step(21, .ended(run("a", 2), reason: nil), "a failed"),
            ]),
        Story(
            testDescription: "a broken feature does not start, and is tried once it is repaired",
            rules: ["a": .init(broken: "no library"), "b": .init(needs: ["a"])],
            steps: [
                Step(0, on("a", "b"), "a failed", "b waiting"),
                Step(100, .tick),
                Step(101, .know(["a": .init()]), "start a#1", "a starting"),
            ]),
        Story(
            testDescription: "a broken feature that is repaired and switched off at the same time does not start",
            rules: ["a": .init(broken: "no library")],
            steps: [
                Step(0, on("a"), "a failed"),
                Step(1, .know(["a": .init()], wanting: [:]), "a off"),
            ]),
        Story(
            testDescription: "nothing starts after the host was told to go down",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .shutDown, "drain a#1", "a stopping"),
                Step(2, on("a", "b")),
                Step(3, .ended(run("a"), reason: nil), "a off"),
            ]),
        Story(
            testDescription: "news of an earlier life changes nothing",
            steps: [
                Step(0, on("a"), "start a#1", "a starting"),
                Step(1, .ended(run("a"), reason: "boom"), "a failed"),
                Step(2, .tick, "start a#2", "a starting"),
                Step(3, .ready(run("a", 1))),
                Step(4, .ended(run("a", 1), reason: nil)),
                Step(5, .reconfigured(run("a", 1), isApplied: false)),
                Step(6, .ready(run("a", 2)), "a active"),
            ]),
    ]

    @Test(arguments: stories) func tell(_ story: Story) {
        var lifecycle = Lifecycle(seed: 1)
        _ = lifecycle.handle(.know(story.rules), at: .zero)
        for (index, step) in story.steps.enumerated() {
            let done = lifecycle.handle(step.event, at: .seconds(step.at)).map { $0.inWords(lifecycle) }
            #expect(done == step.does, "step \(index + 1), at \(step.at) s: \(step.event)")
        }
    }

    @Test func `Time that the host needs to prepare a run does not count against it`() {
        var lifecycle = Lifecycle(seed: 1)
        _ = lifecycle.handle(.know(["a": .init()]), at: .zero)
        _ = lifecycle.handle(Self.on("a"), at: .zero)
        // Its store takes half a minute to open.
        for second in stride(from: 2.5, through: 30, by: 2.5) {
            #expect(lifecycle.handle(.preparing(Self.run("a")), at: .seconds(second)) == [])
        }
        #expect(lifecycle.state(of: "a") == .starting && lifecycle.nextDeadline == .seconds(40))
        _ = lifecycle.handle(.tick, at: .seconds(40))
        #expect(lifecycle.state(of: "a") == .stopping && lifecycle.nextDeadline == .seconds(45))
    }

    /// A store may take minutes to open; until then nothing of the feature runs that could be stuck.
    @Test func `A feature that is switched off while its store opens is not stuck`() {
        var lifecycle = Lifecycle(seed: 1)
        _ = lifecycle.handle(.know(["a": .init()]), at: .zero)
        _ = lifecycle.handle(Self.on("a"), at: .zero)
        #expect(lifecycle.handle(Self.on(), at: .seconds(1)).first == .drain(Self.run("a")))
        for second in stride(from: 2.5, through: 30, by: 2.5) {
            _ = lifecycle.handle(.preparing(Self.run("a")), at: .seconds(second))
            #expect(lifecycle.state(of: "a") == .stopping)
        }
        _ = lifecycle.handle(Self.on("a"), at: .seconds(31))
        // The store is open, and the run has ended without the feature.
        _ = lifecycle.handle(.ended(Self.run("a"), reason: nil), at: .seconds(32))
        #expect(lifecycle.state(of: "a") == .starting && lifecycle.runs(of: "a") == 2)
    }

    @Test func `A host that shuts down does not wait for a store that is being opened`() {
        var lifecycle = Lifecycle(seed: 1)
        _ = lifecycle.handle(.know(["a": .init()]), at: .zero)
        _ = lifecycle.handle(Self.on("a"), at: .zero)
        _ = lifecycle.handle(.shutDown, at: .seconds(1))
        for second in stride(from: 2.5, through: 10, by: 2.5) {
            _ = lifecycle.handle(.preparing(Self.run("a")), at: .seconds(second))
        }
        #expect(lifecycle.state(of: "a") == .stuck && lifecycle.isAtRest)
    }

    @Test func `Reasons of states are readable`() {
        var lifecycle = Lifecycle(seed: 1)
        _ = lifecycle.handle(.know(["a": .init(restartLimit: .init(most: 1, within: .seconds(60)))]), at: .zero)
        _ = lifecycle.handle(.know(["b": .init(needs: ["a"])]), at: .zero)
        _ = lifecycle.handle(Self.on("a", "b"), at: .zero)
        #expect(lifecycle.state(of: "b")?.reason == "waits for a")
        _ = lifecycle.handle(.ended(Self.run("a"), reason: nil), at: .seconds(1))
        #expect(lifecycle.state(of: "a")?.reason == "run() returned; a feature runs until it is asked to stop")
        _ = lifecycle.handle(.tick, at: .seconds(2))
        _ = lifecycle.handle(.tick, at: .seconds(12))
        _ = lifecycle.handle(.ended(Self.run("a", 2), reason: nil), at: .seconds(13))
        #expect(
            lifecycle.state(of: "a")?.reason
                == "failed 2 times within 1m, last: did not become ready within 10s")
    }

    @Test func `A healthy feature is restarted after a short random wait`() {
        var backoff = Backoff(seed: 7)
        let waits = (1...100).map { _ in backoff.waitAfterHealth() }
        #expect(waits.allSatisfy { $0 >= .zero && $0 <= .milliseconds(50) })
        #expect(Set(waits).count > 90)
    }

    @Test func `Waits double up to their limit and vary`() {
        var backoff = Backoff(seed: 7)
        for attempt in 1...40 {
            let full = min(0.5 * Double(1 << min(attempt - 1, 16)), 30)
            let wait = backoff.wait(beforeAttempt: attempt)
            #expect(wait >= .seconds(full * 0.8) && wait <= .seconds(full))
        }
        var other = Backoff(seed: 8)
        var again = Backoff(seed: 7)
        #expect(other.wait(beforeAttempt: 1) != again.wait(beforeAttempt: 1))
    }
}

extension Lifecycle.Action {
    fileprivate func inWords(_ lifecycle: Lifecycle) -> String {
        switch self {
        case .start(let run, _): "start \(run)"
        case .reconfigure(let run, let settings): "reconfigure \(run) \(settings.json)"
        case .drain(let run): "drain \(run)"
        case .cancel(let run): "cancel \(run)"
        case .revoke(let run): "revoke \(run)"
        case .announce(let id): "\(id) \(lifecycle.state(of: id)?.word ?? "unknown")"
        case .startBeside, .stands, .keep, .handOver, .publish: "\(self)"
        }
    }
}
