import BluetoothCaptures
import FeatureKit
import LibraryTestSupport
import Testing

@testable import BeaconRanging

@Suite struct NearestSelectorTests {
    private static func candidate(
        _ name: String, _ loss: Double, at time: Duration, metres: Double? = nil
    ) -> Candidate {
        Candidate(
            id: .beacon(name), address: .init(kind: 0, number: 1), zone: 1, loss: loss,
            distance: metres.map { Distance(metres: $0, error: 1) }, heard: time)
    }

    /// What became of some signals, each at so many milliseconds: `3000 a`, or `8000 -` where everybody is silent.
    private func told(
        _ signals: [(Int, String, Double)], until end: Int = 0, _ settings: NearestSettings = NearestSettings()
    ) -> [String] {
        var selector = NearestSelector(settings)
        var decisions: [NearestSelector.Decision] = []
        for (time, name, loss) in signals {
            selector.hear(Self.candidate(name, loss, at: .milliseconds(time)), &decisions)
        }
        selector.pass(to: .milliseconds(end), &decisions)
        return decisions.map(Self.text)
    }

    private static func text(_ change: NearestSelector.Decision) -> String {
        var name = "-"
        if case .beacon(let id) = change.nearest?.id { name = id }
        return "\(Int(change.since / .milliseconds(1))) \(name)"
    }

    /// Two that are heard by turns each half second.
    private func pair(_ a: Double, _ b: Double, from start: Int = 0, to end: Int) -> [(Int, String, Double)] {
        stride(from: start, to: end, by: 500).flatMap { [($0, "a", a), ($0 + 100, "b", b)] }
    }

    @Test func theFirstIsTheNearestAtOnce() { #expect(told([(0, "a", 40)]) == ["0 a"]) }

    @Test func anotherHasToBeNearerByTheMarginForAWhile() {
        #expect(told(pair(40, 34.1, to: 20_000)) == ["0 a"])
        // It is heard first at 100 ms, and three seconds later it is the nearest, though nobody is heard just then.
        #expect(told(pair(40, 34, to: 20_000)) == ["0 a", "3100 b"])
        #expect(told(pair(40, 34, to: 3_000), until: 3_099) == ["0 a"])
        #expect(told(pair(40, 34, to: 3_000), until: 3_100) == ["0 a", "3100 b"])
    }

    @Test func aLeadThatIsLostStartsAgain() {
        let signals = pair(40, 30, to: 2_600) + [(2_700, "b", 39)] + pair(40, 30, from: 2_800, to: 9_000)
        #expect(told(signals) == ["0 a", "5900 b"])
        // Also where it is the nearest that comes closer.
        let others = pair(40, 30, to: 2_600) + [(2_700, "a", 31)] + pair(40, 30, from: 2_800, to: 9_000)
        #expect(told(others) == ["0 a", "5800 b"])
    }

    @Test func whoFallsSilentLosesItAtOnce() {
        let signals = [(0, "a", 20), (100, "b", 60.0), (100, "c", 50), (4_000, "b", 60), (4_500, "c", 50)]
        #expect(told(signals, until: 4_999) == ["0 a"])
        #expect(told(signals, until: 5_000) == ["0 a", "5000 c"])
    }

    @Test func everybodysSilenceIsToldOnce() {
        #expect(
            told([(0, "a", 20), (1_000, "b", 30)], until: 600_000) == ["0 a", "5000 b", "6000 -"])
        #expect(told([(0, "a", 20), (90_000, "a", 20)], until: 100_000) == ["0 a", "5000 -", "90000 a", "95000 -"])
    }

    @Test func oneLoudSignalIsNoneOfIt() {
        let quiet = stride(from: 0, to: 4_600, by: 500).map { ($0, "a", 40.0) }
        #expect(told((quiet + [(1_100, "b", 10.0)]).sorted { $0.0 < $1.0 }) == ["0 a"])
        // Heard a second time it counts from the first, though not before it is.
        #expect(told((quiet + [(1_100, "b", 10.0), (4_200, "b", 10)]).sorted { $0.0 < $1.0 }) == ["0 a", "4200 b"])
    }

    @Test func ofSeveralTheNearestFollows() {
        let signals: [(Int, String, Double)] = stride(from: 0, to: 5_000, by: 500).flatMap { time in
            [(time, "a", 60.0), (time + 10, "b", 40.0), (time + 10, "c", 50.0)]
        }
        #expect(told(signals) == ["0 a", "3010 b"])
    }

    @Test func withoutAMarginAndAWhileItGoesByTheSignalAlone() {
        let settings = NearestSettings(margin: 0, hold: .zero)
        #expect(
            told([(0, "a", 40), (10, "b", 40), (20, "b", 39.9), (30, "a", 39.9), (40, "a", 39)], settings)
                == ["0 a", "20 b", "40 a"])
    }

    @Test func whoIsHeardLateIsTooLateToChangeWhatWasDecided() {
        // A gateway tells at 6 s what it heard at 2 s, and what it heard at 0.5 s, which is over.
        var selector = NearestSelector(NearestSettings())
        var decisions: [NearestSelector.Decision] = []
        selector.hear(Self.candidate("a", 40, at: .zero), &decisions)
        selector.pass(to: .seconds(6), &decisions)
        selector.hear(Self.candidate("b", 40, at: .milliseconds(500)), &decisions)
        selector.hear(Self.candidate("c", 40, at: .seconds(2)), &decisions)
        selector.pass(to: .seconds(60), &decisions)
        #expect(decisions.map(Self.text) == ["0 a", "5000 -", "6000 c", "7000 -"])
    }

    /// A crowd does not drive out the nearest, and of a crowd the near ones are looked at.
    @Test func aCrowdIsBounded() {
        var selector = NearestSelector(NearestSettings())
        var decisions: [NearestSelector.Decision] = []
        for turn in 0..<10 {
            let time = Duration.milliseconds(turn * 500)
            selector.hear(Self.candidate("a", 40, at: time), &decisions)
            for number in 0..<1_000 { selector.hear(Self.candidate("far \(number)", 60, at: time), &decisions) }
            selector.hear(Self.candidate("near", 30, at: time), &decisions)
        }
        #expect(decisions.map(Self.text) == ["0 a", "3000 near"])
        #expect(selector.leftOut >= 9_000)
    }

    /// Two zones that are heard equally well, where the stronger signal alone would change all the time.
    @Test(arguments: 1...20)
    func twoThatAreEquallyNearDontTakeTurns(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for smoothing in [RangingSettings.Smoothing.kalman, .average] {
            var ranging = ListenerRanging(
                RangingSettings(smoothing: smoothing), NearestSettings(), for: "north", speed: nil)
            var changes: [NearestChange] = []
            var naive: [String] = []
            var last: [String: Int] = [:]
            for turn in 0..<1_200 {
                let time = Duration.milliseconds(turn * 250)
                let name = turn % 2 == 0 ? "a" : "b"
                // About 5 dB to and fro.
                let rssi = -70 + (0..<6).map { _ in Int.random(in: -4...4, using: &random) }.reduce(0, +)
                last[name] = rssi
                if let loudest = last.max(by: { $0.value < $1.value })?.key, naive.last != loudest {
                    naive.append(loudest)
                }
                _ = ranging.hear(
                    Int8(rssi), power: -63, of: .init(kind: 0, number: UInt64(turn % 2)), zone: 1, beacon: name,
                    at: Moment(uptime: time, wall: Timestamp(nanoseconds: 0)), now: time, &changes)
            }
            #expect(naive.count > 100)
            #expect(changes.filter { $0.nearest != nil }.map(\.nearest?.id).count - lockChanges(changes) == 1)
        }
    }

    /// How many changes are of the lock alone.
    private func lockChanges(_ changes: [NearestChange]) -> Int {
        zip(changes, changes.dropFirst()).count { $0.nearest?.id == $1.nearest?.id }
    }

    @Test func aNearestWithinTheLockYieldsOnlyToAnotherWithinIt() {
        func decisions(rival: Double) -> [String] {
            var selector = NearestSelector(NearestSettings())
            var decisions: [NearestSelector.Decision] = []
            for turn in 0..<20 {
                let time = Duration.milliseconds(turn * 500)
                selector.hear(Self.candidate("a", 40, at: time, metres: 4), &decisions)
                selector.hear(Self.candidate("b", 20, at: time, metres: rival), &decisions)
            }
            return decisions.map { Self.text($0) + ($0.isLocked ? " locked" : "") }
        }
        #expect(decisions(rival: 5) == ["0 a locked"])
        #expect(decisions(rival: 4.9) == ["0 a locked", "3000 b locked"])
    }

    @Test func aLockHoldsUntilTwiceTheDistance() {
        var selector = NearestSelector(NearestSettings())
        var decisions: [NearestSelector.Decision] = []
        for (second, metres) in [6.0, 4.9, 5, 9.9, 10, 5, 4].enumerated() {
            selector.hear(Self.candidate("a", 40, at: .seconds(second), metres: metres), &decisions)
        }
        #expect(decisions.map(\.isLocked) == [false, true, false, true])
        #expect(decisions.map(\.since) == Array(repeating: .zero, count: 4))
    }

    // MARK: - Against the rule, written the slow way

    /// Looks at everything again at each tick of 100 ms.
    private struct SlowSelector {
        struct Known {
            var loss: Double
            var heard: Int
            var leads: Int?
            var isConfirmed: Bool
        }

        let settings: NearestSettings
        var known: [String: Known] = [:]
        var nearest: String?
        var told: [String] = []

        mutating func tick(_ now: Int) {
            let silence = Int(settings.silence / .milliseconds(1))
            let hold = Int(settings.hold / .milliseconds(1))
            for (name, one) in known where one.heard + silence <= now { known[name] = nil }
            if let nearest, known[nearest] == nil {
                become(known.min { $0.value.loss < $1.value.loss }?.key, now)
            }
            let ripe = known.filter { $0.value.isConfirmed && $0.value.leads.map { $0 + hold <= now } ?? false }
            if let best = ripe.min(by: { $0.value.loss < $1.value.loss }) { become(best.key, now) }
        }

        mutating func hear(_ name: String, _ loss: Double, _ now: Int) {
            let known = known[name]
            self.known[name] = Known(
                loss: loss, heard: now, leads: known?.leads, isConfirmed: known?.leads != nil)
            if nearest == nil { become(name, now) } else { compare(now) }
            tick(now)
        }

        private mutating func become(_ name: String?, _ now: Int) {
            nearest = name
            told.append("\(now) \(name ?? "-")")
            for key in known.keys { known[key]?.leads = nil }
            compare(now)
        }

        private mutating func compare(_ now: Int) {
            guard let nearest, let best = known[nearest] else { return }
            for (name, one) in known where name != nearest {
                if best.loss - one.loss < settings.margin || best.loss <= one.loss {
                    known[name]?.leads = nil
                } else if one.leads == nil {
                    known[name]?.leads = now
                    known[name]?.isConfirmed = false
                }
            }
        }
    }

    @Test(arguments: 1...20)
    func decidesAsTheRuleDoes(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let settings = NearestSettings(
            margin: [0.5, 3, 6].randomElement(using: &random) ?? 6,
            hold: .milliseconds(100 * Int.random(in: 1...40, using: &random)),
            silence: .milliseconds(100 * Int.random(in: 10...60, using: &random)))
        var slow = SlowSelector(settings: settings)
        var selector = NearestSelector(settings)
        var decisions: [NearestSelector.Decision] = []
        let names = ["a", "b", "c", "d", "e"]
        var levels = names.map { _ in Double.random(in: 40...60, using: &random) }
        for tick in 0..<3_000 {
            slow.tick(tick * 100)
            // Now and then everybody is silent.
            guard tick % 400 < 300, Int.random(in: 0..<4, using: &random) == 0 else { continue }
            let who = Int.random(in: 0..<names.count, using: &random)
            levels[who] += Double.random(in: -4...4, using: &random)
            slow.hear(names[who], levels[who], tick * 100)
            selector.hear(Self.candidate(names[who], levels[who], at: .milliseconds(tick * 100)), &decisions)
        }
        selector.pass(to: .milliseconds(299_900), &decisions)
        #expect(decisions.map(Self.text) == slow.told)
        #expect(slow.told.count > 5)
    }
}
