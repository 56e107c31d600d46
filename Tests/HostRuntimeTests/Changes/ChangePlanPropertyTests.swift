@_spi(Hosting) import FeatureKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// A plan says what the lifecycle then does, in whatever order the features answer.
///
/// A failure prints the seed; `FLAGSTAND_SEED` replays it.
@Suite struct ChangePlanPropertyTests {
    /// Takes its settings while it runs.
    struct Supple: Reconfigurable {
        let context: FeatureContext
        init(settings: Scene.Size, context: FeatureContext) throws { self.context = context }
        func run() async throws {}
        func reconfigure(_ settings: Scene.Size) async throws -> Reconfiguration { .applied }
    }

    /// A host's lifecycle with features that come up fine, in an order that the dice decide.
    struct Stage {
        let scene: Scene
        var lifecycle: Lifecycle
        var dice: SeededGenerator
        var living: [Lifecycle.Run: FeatureState] = [:]
        var asked: [String: Set<String>] = [:]
        /// The requests to runs that are not answered yet.
        var open: [Lifecycle.Event] = []

        init(seed: UInt64) throws {
            var dice = SeededGenerator(seed: seed)
            var scene = Scene()
            for index in 0..<8 {
                func some(_ part: UInt64) -> [String] {
                    (0..<index).filter { _ in dice.next() % part == 0 }.map { "f\($0)" }
                }
                let needs = some(4)
                let after = some(4).filter { !needs.contains($0) }
                let entry = dice.next() % 2 == 0 ? FeatureEntry(Supple.self) : FeatureEntry(Scene.Sized.self)
                let manifest = "needs: [\(needs.joined(separator: ", "))]\nafter: [\(after.joined(separator: ", "))]"
                try scene.add("f\(index)", manifest, entry: entry)
                // Some can't run at all.
                if dice.next() % 12 == 0 { scene.survey.broken["f\(index)"] = .unreadable }
            }
            self.scene = scene
            self.dice = dice
            lifecycle = Lifecycle(seed: seed)
        }

        /// A document that names some of the features, and toggles for some more.
        mutating func randomOrders() throws -> Orders {
            var sections: [String] = []
            var overrides = Overrides()
            for index in 0..<8 {
                if dice.next() % 8 > 0 {
                    let isOn = dice.next() % 3 > 0
                    sections.append("  f\(index): { enabled: \(isOn), settings: { size: \(dice.next() % 2 + 1) } }")
                }
                guard dice.next() % 6 == 0 else { continue }
                overrides.add(.toggle("f\(index)", dice.next() % 2 == 0, by: "ana"))
            }
            let features = sections.isEmpty ? " {}" : "\n" + sections.joined(separator: "\n")
            return try scene.orders("features:\(features)", overrides)
        }

        mutating func send(_ event: Lifecycle.Event) {
            for action in lifecycle.handle(event, at: .zero) {
                switch action {
                case .start(let run, _):
                    asked[run.feature, default: []].insert("start")
                    open.append(.ready(run))
                case .drain(let run):
                    asked[run.feature, default: []].insert("stop")
                    open.append(.ended(run, reason: nil))
                case .reconfigure(let run, _):
                    asked[run.feature, default: []].insert("reconfigure")
                    let entry = scene.survey.loaded.first { $0.id == run.feature }?.entry
                    open.append(.reconfigured(run, isApplied: entry?.isReconfigurable ?? false))
                case .cancel(let run), .revoke(let run): Issue.record("\(run) was not patient")
                case .announce, .startBeside, .stands, .keep, .handOver, .publish: break
                }
            }
        }

        /// Answers some of the open requests, in any order.
        mutating func answer(atMost count: Int) {
            var rest = count
            while rest > 0, !open.isEmpty {
                send(open.remove(at: Int(dice.next() % UInt64(open.count))))
                rest -= 1
            }
        }

        mutating func apply(_ orders: Orders) { send(.know(orders.survey.rules, wanting: orders.wanted)) }
    }

    /// What a plan says, as what has to be asked of each feature.
    private func asked(by plan: ChangePlan) -> [String: FeatureMove.Kind] {
        let moves = plan.features.filter { $0.kind != .blocked }
        return Dictionary(uniqueKeysWithValues: moves.map { ($0.feature, $0.kind) })
    }

    /// What happened, by where each feature stood and stands; on the way one may start and be taken along by another.
    private func happened(_ stage: Stage, from before: Lifecycle) -> [String: FeatureMove.Kind] {
        var kinds: [String: FeatureMove.Kind] = [:]
        for (id, asked) in stage.asked {
            switch (before.state(of: id) == .active, stage.lifecycle.state(of: id) == .active) {
            case (false, true): kinds[id] = .start
            case (true, false): kinds[id] = .stop
            case (true, true): kinds[id] = asked.contains("stop") ? .restart : .reconfigure
            case (false, false): break
            }
        }
        return kinds
    }

    @Test func `The plan says what the lifecycle then does`() throws {
        for seed in Seeds.forThisRun(count: 300) {
            var stage = try Stage(seed: seed)
            let old = try stage.randomOrders()
            stage.apply(old)
            stage.answer(atMost: .max)
            let new = try stage.randomOrders()
            let plan = ChangePlan(from: old, to: new, lifecycle: stage.lifecycle)
            stage.asked = [:]
            let before = stage.lifecycle
            stage.apply(new)
            stage.answer(atMost: .max)
            let happened = happened(stage, from: before)
            #expect(asked(by: plan) == happened, "replay with FLAGSTAND_SEED=\(seed)")
            // The plan names each feature that is switched on and does not run, unless that was so before.
            for move in plan.features {
                let isActive = stage.lifecycle.state(of: move.feature) == .active
                #expect(isActive == (move.kind != .stop && move.kind != .blocked), "\(move), FLAGSTAND_SEED=\(seed)")
                #expect(!move.why.isEmpty)
            }
            guard asked(by: plan) == happened else { return }
        }
    }

    @Test func `Earlier changes that are still under way are not part of a plan`() throws {
        for seed in Seeds.forThisRun(count: 300) {
            var stage = try Stage(seed: seed)
            let first = try stage.randomOrders()
            stage.apply(first)
            stage.answer(atMost: .max)
            let (old, new) = (try stage.randomOrders(), try stage.randomOrders())
            stage.apply(old)
            var rested = stage
            rested.answer(atMost: .max)
            let patient = ChangePlan(from: old, to: new, lifecycle: rested.lifecycle)
            // Some messages may not have been handled yet, and some features may be on their way.
            stage.answer(atMost: Int(stage.dice.next() % 4))
            let hasty = ChangePlan(from: old, to: new, lifecycle: stage.lifecycle)
            #expect(hasty == patient, "replay with FLAGSTAND_SEED=\(seed)")
            guard hasty == patient else { return }
        }
    }

    @Test func `The same configuration again changes nothing`() throws {
        for seed in Seeds.forThisRun(count: 100) {
            var stage = try Stage(seed: seed)
            let orders = try stage.randomOrders()
            stage.apply(orders)
            let plan = ChangePlan(from: orders, to: orders, lifecycle: stage.lifecycle)
            #expect(plan.isEmpty && plan == ChangePlan(), "replay with FLAGSTAND_SEED=\(seed)")
        }
    }
}
