import FeatureKit
import Testing

@testable import TrackStatusFeature

/// Random days on the track, against a model that remembers everything and computes the rules anew each time.
@Suite struct TrackStateModelTests {
    private struct Model {
        var heard: [(key: Words.Key, mode: Mode, end: Moment)] = []
        var presence: Presence?
        let hold: Duration

        mutating func hear(_ sighted: Sighted, at moment: Moment) {
            guard presence != .gone else { return }
            let key = Words.Key(zone: sighted.zone, address: sighted.address)
            heard.append((key, sighted.mode, moment.advanced(by: sighted.ttl + hold)))
        }

        mutating func note(_ next: Presence) {
            if next == .gone || (next == .coming && presence == .active) { heard = [] }
            presence = next
        }

        /// The modes that count now, by zone.
        func counting(at moment: Moment) -> [Int: [Mode]] {
            var last: [Words.Key: (Mode, Moment)] = [:]
            for word in heard { last[word.key] = (word.mode, word.end) }
            return last.reduce(into: [:]) { zones, entry in
                if moment < entry.value.1 { zones[entry.key.zone, default: []].append(entry.value.0) }
            }
        }
    }

    private static let ranking: [Mode] = [.normal, .unknown, .safetyCar, .redFlag, .evacuation]

    private func worst(_ modes: some Sequence<Mode>) -> Mode? {
        let modes = Array(modes)
        return Self.ranking.last { modes.contains($0) }
    }

    @Test(arguments: [1, 2, 3, UInt64.random(in: 100 ... .max)]) func agreesWithTheModel(_ seed: UInt64) {
        print("track against its model: seed \(seed)")
        var random = SeededRandom(seed: seed)
        let hold = Duration.seconds(Int64.random(in: 0...3, using: &random))
        var state = TrackState(hold: hold)
        var model = Model(hold: hold)
        var second = 0.0
        for step in 0..<3_000 {
            second += Double.random(in: 0...2, using: &random)
            let before = state.status
            let changed: Bool
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                let presence: Presence = [.active, .active, .coming, .gone][.random(in: 0..<4, using: &random)]
                model.note(presence)
                changed = state.note(presence, at: second)
            case 1...2: changed = state.look(at: second)
            default:
                let sighted = Sighted.from(
                    .random(in: 0..<6, using: &random), zone: .random(in: 0..<4, using: &random),
                    Self.ranking[.random(in: 0..<5, using: &random)], ttl: .random(in: 1...8, using: &random))
                model.hear(sighted, at: at(second))
                changed = state.hear(sighted, at: second)
                // Who was refused still tells the time.
                if model.presence == .gone { state.look(at: second) }
            }
            let status = state.status
            let counting = model.counting(at: at(second))
            let expected = worst(counting.values.joined())
            #expect(status.stale == (expected == nil), "step \(step)")
            if let expected { #expect(status.mode == expected, "step \(step)") }
            for zone in status.zones {
                let mode = worst(counting[zone.zone] ?? [])
                #expect(zone.stale == (mode == nil), "step \(step)")
                if let mode { #expect(zone.mode == mode, "step \(step)") }
                #expect(!(zone.stale && zone.mode == .normal), "step \(step)")
            }
            #expect(Set(counting.keys).isSubset(of: status.zones.map(\.zone)), "step \(step)")
            #expect(!(status.stale && status.mode == .normal), "step \(step)")
            #expect(changed == (status.revision > before.revision) || model.presence == .gone, "step \(step)")
            #expect(status.revision <= before.revision + 1, "step \(step)")
            if let end = state.nextEnd { #expect(end > at(second).uptime, "step \(step)") }
            #expect((state.nextEnd == nil) == counting.isEmpty, "step \(step)")
        }
    }
}
