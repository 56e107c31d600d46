import FeatureKit
import Testing

@testable import HostRuntime

/// Which features have to become active after a change, and which are excused since they failed before.
@Suite struct StartupCheckTests {
    private func status(_ id: String, _ state: FeatureState, failures: Int = 0) -> FeatureStatus {
        FeatureStatus(id: id, state: state, since: Timestamp(nanoseconds: 0), starts: 1, allFailures: failures)
    }

    private func startupCheck(
        _ revision: Int, from previous: [String: Value], to now: [String: Value], _ statuses: [FeatureStatus],
        earlier: StartupCheck? = nil
    ) -> StartupCheck {
        StartupCheck(
            revision: revision, earlierRevision: revision - 1, from: previous, to: now, needs: ["c": ["a"]],
            statuses: statuses, earlier: earlier)
    }

    @Test func `new and changed features have to become active, those that failed before have not`() {
        let failed = FeatureState.failed(reason: "no luck", retryAt: .zero)
        let statuses = [status("a", .active), status("b", failed, failures: 1), status("d", .off)]
        let new = startupCheck(2, from: ["a": 1, "b": 1], to: ["a": 2, "b": 2, "d": 1], statuses)
        #expect(new.touched == ["a", "d"] && new.earlierRevision == 1)
    }

    /// With two documents saved in a row, the second must not excuse what the first one broke.
    @Test func `a failure under an earlier unconfirmed change is no excuse`() {
        let failed = FeatureState.failed(reason: "no luck", retryAt: .zero)
        let first = startupCheck(2, from: ["a": 1], to: ["a": 1, "b": 1], [status("a", .active)])
        #expect(first.touched == ["b"])
        // By the time of the second one b has failed under the first.
        let second = startupCheck(
            3, from: ["a": 1, "b": 1], to: ["a": 2, "b": 1], [status("a", .active), status("b", failed, failures: 1)],
            earlier: first)
        #expect(second.touched == ["a", "b"] && second.earlierRevision == 1)
        let told = second.failures(
            [status("a", .active), status("b", failed, failures: 1)], wanted: ["a", "b"])
        #expect(told == ["b did not become active: no luck"])
    }

    @Test func `a feature whose need is started again has to become active, too`() {
        let changed = startupCheck(
            2, from: ["a": 1, "c": 1], to: ["a": 2, "c": 1], [status("a", .active), status("c", .active)])
        #expect(changed.touched == ["a", "c"])
    }

    @Test func `a feature that was switched off since has nothing to prove`() {
        let new = startupCheck(2, from: [:], to: ["a": 1], [])
        let failed = FeatureState.failed(reason: "no luck", retryAt: .zero)
        #expect(new.failures([status("a", failed, failures: 1)], wanted: []) == [])
    }
}
