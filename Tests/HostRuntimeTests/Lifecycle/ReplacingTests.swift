import FeatureKit
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// The replacement of a running feature, which has two runs for a while.
@Suite struct ReplacingTests {
    /// A feature `a` that is active, and `b` that is there to be needed.
    private struct Life {
        var lifecycle = Lifecycle(seed: 1)
        let newRules = LifecycleRules(make: .worker(library: "new"))

        init(active: Bool = true) {
            _ = lifecycle.handle(
                .know(["a": LifecycleRules(make: .worker(library: "old")), "b": LifecycleRules()]), at: .zero)
            guard active else { return }
            says(0, .want(["a": 0, "b": 0]))
            says(1, .ready(run(1)))
            says(1, .ready(.init(feature: "b", number: 1)))
        }

        func run(_ number: Int) -> Lifecycle.Run { .init(feature: "a", number: number) }

        @discardableResult
        mutating func says(_ second: Double, _ event: Lifecycle.Event) -> [String] {
            lifecycle.handle(event, at: .seconds(second)).map { "\($0.words(lifecycle))" }
        }

        mutating func replace(_ second: Double, needs: Set<String> = []) -> [String] {
            says(second, .replace("a", by: LifecycleRules(needs: needs, make: newRules.make), settings: 0))
        }

        mutating func takeOver(_ second: Double, settings: Value = 0) -> [String] {
            says(second, .know(["a": newRules], wanting: ["a": settings, "b": 0], takingOver: ["a"]))
        }
    }

    @Test func `The new run takes over, the old one is drained and publishing waits for its end`() {
        var life = Life()
        #expect(life.replace(2) == ["start beside a#2"])
        #expect(!life.lifecycle.isSettled && !life.lifecycle.isAtRest("a"))
        #expect(life.says(3, .ready(life.run(2))) == ["stands a#2"])
        #expect(life.takeOver(4) == ["hand over a#1 to a#2", "drain a#1"])
        #expect(life.lifecycle.state(of: "a") == .active)
        #expect(life.lifecycle.hasPreviousRun("a") && !life.lifecycle.isAtRest("a"))
        #expect(life.says(4.5, .ended(life.run(1), reason: nil)) == ["publish a#2 after nobody"])
        #expect(life.lifecycle.isSettled && life.lifecycle.nextDeadline == nil)
        // The new run serves the feature now.
        #expect(life.says(5, .ended(life.run(2), reason: "boom")) == ["a failed"])
    }

    @Test func `An old run that does not end is cancelled and cut off within the usual limits`() {
        var life = Life()
        _ = life.replace(2)
        life.says(3, .ready(life.run(2)))
        _ = life.takeOver(4)
        #expect(life.lifecycle.nextDeadline == .seconds(5))
        #expect(life.says(5, .tick) == ["publish a#2 after a#1"])
        #expect(life.says(9, .tick) == ["cancel a#1"])
        #expect(life.says(11, .tick) == ["revoke a#1"])
        // The feature is settled and can be stopped, but not replaced before the old run has ended.
        #expect(life.lifecycle.isSettled && life.lifecycle.nextDeadline == nil)
        #expect(life.replace(12) == ["keep a: a previous life of it has not ended"])
        #expect(life.says(13, .ended(life.run(1), reason: nil)) == [])
        #expect(life.replace(14) == ["start beside a#3"])
    }

    @Test func `A new run that fails changes nothing`() {
        for ending in ["fails", "returns", "is slow", "is not wanted in the end", "is never let"] {
            var life = Life()
            _ = life.replace(2)
            let said: [String]
            switch ending {
            case "fails": said = life.says(3, .ended(life.run(2), reason: "no radio"))
            case "returns": said = life.says(3, .ended(life.run(2), reason: nil))
            case "is slow": said = life.says(12, .tick)
            case "is never let":
                life.says(3, .ready(life.run(2)))
                said = life.says(13, .tick)
            default:
                life.says(3, .ready(life.run(2)))
                said = life.says(4, .giveUp("a", reason: "the disk is full"))
            }
            switch ending {
            case "fails": #expect(said == ["keep a: no radio"])
            case "returns":
                #expect(said == ["keep a: run() returned; a feature runs until it is asked to stop"])
            case "is slow": #expect(said == ["keep a: did not become ready within 10s", "drain a#2"])
            case "is never let": #expect(said == ["keep a: nobody let it take over within 10s", "drain a#2"])
            default: #expect(said == ["keep a: the disk is full", "drain a#2"])
            }
            // A run that becomes ready too late is ignored.
            #expect(life.says(ending == "is not wanted in the end" ? 5 : 14, .ready(life.run(2))) == [])
            life.says(14, .ended(life.run(2), reason: nil))
            #expect(life.lifecycle.state(of: "a") == .active)
            #expect(life.lifecycle.records["a"]?.failures == [] && life.lifecycle.records["a"]?.run == life.run(1))
            #expect(life.lifecycle.isSettled && life.lifecycle.nextDeadline == nil)
        }
    }

    @Test func `A command during the replacement wins`() {
        var life = Life()
        _ = life.replace(2)
        #expect(
            life.says(3, .want(["b": 0])) == ["keep a: it was switched off", "drain a#2", "drain a#1", "a stopping"])
        life.says(4, .ended(life.run(1), reason: nil))
        // The feature is off only once both runs have ended.
        #expect(life.lifecycle.state(of: "a") == .stopping)
        #expect(life.says(5, .ended(life.run(2), reason: nil)) == ["a off"])

        life = Life()
        _ = life.replace(2)
        #expect(
            life.says(3, .want(["a": 1, "b": 0]))
                == ["keep a: its settings were changed meanwhile", "drain a#2", "reconfigure a#1"])

        life = Life()
        _ = life.replace(2, needs: ["b"])
        #expect(
            life.says(3, .ended(.init(feature: "b", number: 1), reason: "boom"))
                == ["keep a: it needs b, which is not active", "drain a#2", "b failed"])

        life = Life()
        _ = life.replace(2)
        _ = life.says(3, .shutDown)
        life.says(4, .ended(life.run(1), reason: nil))
        life.says(4, .ended(.init(feature: "b", number: 1), reason: nil))
        #expect(!life.lifecycle.isAtRest)
        life.says(4, .ended(life.run(2), reason: nil))
        #expect(life.lifecycle.isAtRest)
    }

    @Test func `Switching on again does not wait for the end of the new run`() {
        var life = Life()
        _ = life.replace(2)
        life.says(3, .want(["b": 0]))
        life.says(4, .ended(life.run(1), reason: nil))
        #expect(life.says(5, .want(["a": 0, "b": 0])) == ["start a#3", "a starting"])
        #expect(life.says(6, .ended(life.run(2), reason: nil)) == [])
        #expect(life.says(6, .ready(life.run(3))) == ["a active"])
        #expect(life.lifecycle.isSettled)
    }

    @Test func `A feature that only the new run needs is drained after it`() {
        var life = Life()
        _ = life.replace(2, needs: ["b"])
        #expect(
            life.says(3, .want(["a": 0])) == ["keep a: it needs b, which is not active", "drain a#2", "b stopping"])
        #expect(life.says(4, .ended(life.run(2), reason: nil)) == ["drain b#1"])
    }

    @Test func `After a crash of the old run the new one takes over as soon as it is ready`() {
        var life = Life()
        _ = life.replace(2)
        #expect(life.says(3, .ended(life.run(1), reason: "boom")) == ["a failed"])
        life.says(3.01, .ready(life.run(2)))
        #expect(life.takeOver(3.02) == ["hand over nobody to a#2", "a active"])
        #expect(life.lifecycle.records["a"]?.failures == [])
        #expect(life.lifecycle.isSettled && life.lifecycle.nextDeadline == nil)
    }

    @Test func `The old run may have been restarted before the new one takes over`() {
        var life = Life()
        _ = life.replace(2)
        life.says(3, .ended(life.run(1), reason: "boom"))
        #expect(life.says(4, .tick) == ["start a#3", "a starting"])
        life.says(4, .ready(life.run(2)))
        #expect(life.takeOver(5) == ["hand over a#3 to a#2", "drain a#3", "a active"])
        // The new run was never ready and is ignored from now on.
        #expect(life.says(5.5, .ready(life.run(3))) == [])
        #expect(life.says(5.5, .ended(life.run(3), reason: nil)) == ["publish a#2 after nobody"])
    }

    @Test func `Only one replacement at a time, and only of a running feature`() {
        var life = Life()
        _ = life.replace(2)
        #expect(life.replace(2) == ["keep a: another version of it is being started already"])
        #expect(life.says(2, .replace("c", by: life.newRules, settings: 0)) == ["keep c: nobody knows it"])

        life = Life(active: false)
        #expect(life.replace(2) == ["keep a: it is off by now"])
        life = Life()
        #expect(life.replace(2, needs: ["x"]) == ["keep a: it needs x, which is not active"])
        life.says(2, .shutDown)
        #expect(life.replace(2) == ["keep a: it is stopping by now"])
    }

    @Test func `Without a run that is ready the feature starts from the new unit`() {
        var life = Life()
        // The run was given up before its message arrived.
        #expect(life.takeOver(2) == ["drain a#1", "a stopping"])
        #expect(life.says(3, .ended(life.run(1), reason: nil)) == ["start a#2", "a starting"])

        life = Life()
        for number in 1...6 {
            life.says(Double(number * 40), .ended(life.run(number), reason: "boom"))
            life.says(Double(number * 40), .tick)
            life.lifecycle.records["a"]?.failures = Array(repeating: .seconds(number * 40), count: 6)
            life.says(Double(number * 40) + 35, .tick)
        }
        guard case .quarantined? = life.lifecycle.state(of: "a") else {
            Issue.record("\(life.lifecycle.state(of: "a").debugDescription)")
            return
        }
        #expect(life.takeOver(300).last == "a starting")
    }

    @Test func `The old run does not get the settings of the new unit`() {
        var life = Life()
        _ = life.replace(2)
        life.says(3, .ready(life.run(2)))
        // The new run gets the pending settings once it has taken over.
        #expect(life.takeOver(4, settings: 7) == ["hand over a#1 to a#2", "drain a#1", "reconfigure a#2"])
    }
}

extension Lifecycle.Action {
    fileprivate func words(_ lifecycle: Lifecycle) -> String {
        switch self {
        case .start(let run, _): "start \(run)"
        case .startBeside(let run, _): "start beside \(run)"
        case .stands(let run): "stands \(run)"
        case .keep(let id, let reason): "keep \(id): \(reason)"
        case .handOver(let previous, let run): "hand over \(previous?.description ?? "nobody") to \(run)"
        case .publish(let run, let previous): "publish \(run) after \(previous?.description ?? "nobody")"
        case .reconfigure(let run, _): "reconfigure \(run)"
        case .drain(let run): "drain \(run)"
        case .cancel(let run): "cancel \(run)"
        case .revoke(let run): "revoke \(run)"
        case .announce(let id): "\(id) \(lifecycle.state(of: id)?.word ?? "unknown")"
        }
    }
}
