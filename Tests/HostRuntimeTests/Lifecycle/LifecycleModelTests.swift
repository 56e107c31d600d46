import FeatureKit
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// Checks invariants of the lifecycle with random events.
///
/// A failure prints the seed; `FLAGSTAND_SEED` replays it.
@Suite struct LifecycleModelTests {
    /// Features that behave at random, and what can be seen of them from outside.
    struct World {
        var lifecycle: Lifecycle
        private(set) var rules: [String: LifecycleRules]
        /// What each run was started from.
        var made: [Lifecycle.Run: FeatureMake] = [:]
        var dice: SplitMix64
        var now = Duration.zero
        var wanted: [String: Value] = [:]
        var living: Set<Lifecycle.Run> = []
        var deaf: Set<Lifecycle.Run> = []
        var offSince: [String: Duration] = [:]
        var isShutDown = false
        /// The life of each feature that serves and publishes, and those that are to or were to.
        var serving: [String: Lifecycle.Run] = [:]
        var beside: [String: Lifecycle.Run] = [:]
        var standing: Set<String> = []
        /// The runs that may publish only once the run before has ended, with that run.
        var waitingToPublish: [Lifecycle.Run: Lifecycle.Run] = [:]

        init(seed: UInt64) {
            var dice = SplitMix64(state: seed)
            let ids = (0..<6).map { "f\($0)" }
            var rules: [String: LifecycleRules] = [:]
            // Only earlier ones are needed or waited for, so that there is no circle.
            for (index, id) in ids.enumerated() {
                let earlier = ids[..<index]
                rules[id] = LifecycleRules(
                    needs: Set(earlier.filter { _ in dice.next() % 4 == 0 }),
                    after: Set(earlier.filter { _ in dice.next() % 4 == 0 }),
                    restartLimit: .init(most: 3, within: .seconds(20)),
                    make: dice.next() % 2 == 0 ? .host : .worker(library: "0"))
            }
            self.rules = rules
            self.dice = dice
            lifecycle = Lifecycle(seed: seed)
            _ = lifecycle.handle(.know(rules), at: now)
        }

        /// Every stop takes at most a drain and a cancellation, and a chain of needs stops one after the other.
        var patience: Duration { (lifecycle.limits.drain + lifecycle.limits.cancel) * (rules.count + 1) }

        mutating func step() -> String? {
            now += .milliseconds(Int(dice.next() % 3_000))
            return send(randomEvent())
        }

        mutating func send(_ event: Lifecycle.Event) -> String? {
            if case .ended(let run, _) = event {
                living.remove(run)
                if serving[run.feature] == run { serving[run.feature] = nil }
                if beside[run.feature] == run { beside[run.feature] = nil }
                waitingToPublish[run] = nil
            }
            if case .know(_, _, let successors) = event { standing.subtract(successors) }
            for action in lifecycle.handle(event, at: now) {
                switch action {
                case .start(let run, let settings):
                    if serving[run.feature] != nil { return "two lives of \(run.feature) serve" }
                    serving[run.feature] = run
                    if isShutDown { return "\(run) starts after the host was told to go down" }
                    if settings != wanted[run.feature] { return "\(run) starts with settings that nobody wants" }
                    living.insert(run)
                    made[run] = rules[run.feature]?.make
                    if dice.next() % 12 == 0 { deaf.insert(run) }
                case .startBeside(let run, _):
                    if isShutDown { return "\(run) starts after the host was told to go down" }
                    if beside[run.feature] != nil { return "three lives of \(run.feature)" }
                    beside[run.feature] = run
                    living.insert(run)
                    made[run] = rules[run.feature]?.make
                    if dice.next() % 12 == 0 { deaf.insert(run) }
                case .stands(let run):
                    if beside[run.feature] != run { return "\(run) stands and was never started" }
                    standing.insert(run.feature)
                case .keep(let id, _): standing.remove(id)
                case .handOver(let previous, let run):
                    if !living.contains(run) || beside[run.feature] != run {
                        return "\(run) takes over and is not there"
                    }
                    if previous != serving[run.feature] { return "\(run) does not take over from what serves" }
                    serving[run.feature] = run
                    beside[run.feature] = previous
                    if let previous { waitingToPublish[run] = previous }
                case .publish(let run, _):
                    if living.contains(run), waitingToPublish.removeValue(forKey: run) == nil {
                        return "\(run) publishes twice"
                    }
                case .drain(let run), .cancel(let run), .revoke(let run), .reconfigure(let run, _):
                    if !living.contains(run) { return "\(action) for a life that has ended" }
                case .announce: break
                }
            }
            if case .ended(let run, _) = event, made[run]?.runs == .worker, lifecycle.state(of: run.feature) == .stuck,
                !living.contains(where: { $0.feature == run.feature }),
                // A run that was stuck in the host leaves the feature stuck for good.
                !made.contains(where: { $0.key.feature == run.feature && $0.value == .host && deaf.contains($0.key) })
            {
                return "\(run) is stuck, and its process has ended"
            }
            return violation()
        }

        private mutating func randomEvent() -> Lifecycle.Event {
            let run = living.sorted { "\($0)" < "\($1)" }.randomElement(using: &dice)
            switch (dice.next() % 14, run) {
            case (11...12, _):
                let id = rules.keys.sorted().randomElement(using: &dice) ?? ""
                return .replace(id, by: rules[id] ?? LifecycleRules(), settings: wanted[id] ?? 0)
            case (13, _):
                guard let id = standing.sorted().randomElement(using: &dice) else { return .tick }
                return dice.next() % 4 == 0
                    ? .giveUp(id, reason: "no") : .know(rules, wanting: wanted, takingOver: [id])
            case (10, _):
                let id = "f\(dice.next() % UInt64(rules.count))"
                rules[id]?.make = dice.next() % 3 == 0 ? .host : .worker(library: "\(dice.next() % 2)")
                return .know(rules)
            case (0...2, _):
                wanted = [:]
                for id in rules.keys.sorted() where dice.next() % 3 > 0 {
                    wanted[id] = .integer(Int64(dice.next() % 2))
                }
                return .want(wanted)
            case (3...5, let run?): return .ready(run)
            case (6, let run?) where !deaf.contains(run) || lifecycle.state(of: run.feature) == .stuck:
                return .ended(run, reason: dice.next() % 2 == 0 ? "boom" : nil)
            case (7, let run?): return .reconfigured(run, isApplied: dice.next() % 2 == 0)
            case (8, let run?)
            where (lifecycle.state(of: run.feature) == .stopping || lifecycle.isBeside(run)) && !deaf.contains(run):
                return .ended(run, reason: nil)
            default: return .tick
            }
        }

        private mutating func violation() -> String? {
            if lifecycle.isSettled != rules.keys.allSatisfy(lifecycle.isAtRest) {
                return "all together have \(lifecycle.isSettled ? "" : "not ")come to rest, and each one differs"
            }
            for (id, rule) in rules {
                let state = lifecycle.state(of: id)
                if state == .starting || state == .active {
                    for need in rule.needs where lifecycle.state(of: need) != .active {
                        return "\(id) is \(state?.word ?? "?") while \(need), which it needs, is not active"
                    }
                }
                let lives = living.contains { $0.feature == id }
                if let run = serving[id], let previous = waitingToPublish[run], !living.contains(previous) {
                    return "\(run) waits for a life that has ended"
                }
                if lifecycle.records[id]?.run != serving[id] { return "\(id) runs from another life than serves" }
                if lifecycle.records[id]?.beside?.run != beside[id] { return "\(id) has lost a life" }
                let rests = state == .off || state.map({ if case .waiting = $0 { true } else { false } }) == true
                if rests, wanted[id] == nil ? lives : serving[id] != nil {
                    return "\(id) is \(state?.word ?? "?") and still lives"
                }
                // Off within the budget.
                if wanted[id] == nil, lives, state != .stuck {
                    let since = offSince[id] ?? now
                    offSince[id] = since
                    if let deadline = lifecycle.nextDeadline, deadline > now { continue }
                    if now - since > patience + .seconds(3) { return "\(id) has not gone off for \(now - since)" }
                } else {
                    offSince[id] = nil
                }
            }
            return nil
        }

        /// From here on features behave well, and the wanted state has to be reached.
        mutating func comeToRest() -> String? {
            for _ in 0..<2_000 {
                let leaving = living.filter { run in
                    !deaf.contains(run)
                        && lifecycle.records[run.feature]?.beside.map { $0.run == run && !$0.isComing } == true
                }
                if let run = leaving.min(by: { "\($0)" < "\($1)" }) {
                    if let problem = send(.ended(run, reason: nil)) { return problem }
                } else if let run = living.filter({ !deaf.contains($0) }).min(by: { "\($0)" < "\($1)" }),
                    lifecycle.state(of: run.feature) == .stopping
                {
                    if let problem = send(.ended(run, reason: nil)) { return problem }
                } else if let run = serving.values.filter({ lifecycle.state(of: $0.feature) == .starting }).first {
                    if let problem = send(.ready(run)) { return problem }
                } else if let deadline = lifecycle.nextDeadline {
                    now = max(now, deadline)
                    for run in living where lifecycle.state(of: run.feature) == .active {
                        if let problem = send(.reconfigured(run, isApplied: true)) { return problem }
                    }
                    if let problem = send(.tick) { return problem }
                } else {
                    break
                }
            }
            guard lifecycle.isSettled else { return "never came to rest" }
            for (id, rule) in rules {
                let state = lifecycle.state(of: id)
                let canRun = wanted[id] != nil && rule.needs.allSatisfy { lifecycle.state(of: $0) == .active }
                if state == .active, let run = serving[id], made[run] != rule.make {
                    return "\(run) runs from \(String(describing: made[run])) and not from \(rule.make)"
                }
                switch state {
                case .stuck, .quarantined: break
                case .active where canRun: break
                case .off where wanted[id] == nil: break
                case .waiting where wanted[id] != nil && !canRun: break
                default: return "\(id) rests at \(state?.word ?? "?"), wanted: \(wanted[id] != nil), can run: \(canRun)"
                }
            }
            return nil
        }
    }

    @Test func `The invariants hold under random events`() {
        for seed in Seeds.forThisRun(count: 400) {
            var world = World(seed: seed)
            var problem: String?
            for _ in 0..<150 where problem == nil { problem = world.step() }
            if problem == nil { problem = world.comeToRest() }
            if let problem {
                Issue.record("\(problem); replay with FLAGSTAND_SEED=\(seed)")
                return
            }
        }
    }

    @Test func `A shutdown ends all features that react`() {
        for seed in Seeds.forThisRun(count: 200) {
            var world = World(seed: seed)
            for _ in 0..<60 { _ = world.step() }
            world.isShutDown = true
            var problem = world.send(.shutDown)
            if problem == nil {
                world.wanted = [:]
                problem = world.send(.want([:])) ?? world.comeToRest()
            }
            #expect(problem == nil, "replay with FLAGSTAND_SEED=\(seed)")
            #expect(world.lifecycle.isAtRest, "replay with FLAGSTAND_SEED=\(seed)")
        }
    }
}
