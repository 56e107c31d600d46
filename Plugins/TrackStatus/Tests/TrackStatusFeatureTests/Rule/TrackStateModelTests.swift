import FeatureKit
import Testing

@testable import TrackStatusFeature

/// Random days on the track, against a model that remembers everything and computes the page's rules anew each time.
@Suite struct TrackStateModelTests {
    private static let named = [
        NamedZone(zone: 1, name: "Paddock", sectors: [1, 2]), NamedZone(zone: 2, name: "Grandstand", sectors: [2]),
        NamedZone(zone: 3, name: "Gate"),
    ]

    /// One thing that happens, to both.
    private struct Day {
        var random: SeededRandom
        var state: TrackState
        var model: TrackModel
        var step = 0
        var spurious = 0

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            let hold = Int.random(in: 0...3, using: &random)
            let named = Bool.random(using: &random) ? TrackStateModelTests.named : []
            state = TrackState(hold: .seconds(hold), zones: named)
            model = TrackModel(hold: hold * 1000, named: named)
        }

        private mutating func mode(upTo worst: Mode = .evacuation) -> Mode {
            // An evacuation is rare, so that it is not always one.
            let modes = Mode.allCases.filter { $0 <= worst }
            let mode = modes.randomElement(using: &random) ?? .normal
            return mode == .evacuation && Int.random(in: 0..<3, using: &random) > 0 ? .redFlag : mode
        }
        private mutating func zone() -> Int { .random(in: 1...5, using: &random) }

        private mutating func report() -> NetworkReport {
            var report = NetworkReport.says(mode(), "row \(Int.random(in: 0..<3, using: &random))")
            for sector in 1...3 where Int.random(in: 0..<4, using: &random) == 0 { report.sectors[sector] = mode() }
            if Int.random(in: 0..<4, using: &random) == 0 { report.zones[zone()] = mode() }
            return report
        }

        mutating func happen() {
            step += 1
            let before = state.status
            model.advance(to: model.now + .random(in: 0...3000, using: &random))
            let now = Moment(
                uptime: at(0).uptime + .milliseconds(model.now), wall: at(0).wall.advanced(by: .milliseconds(model.now))
            )
            let outcome: TrackState.Outcome
            switch Int.random(in: 0..<40, using: &random) {
            case 0:
                let presence: Presence = [.active, .active, .coming, .gone][.random(in: 0..<4, using: &random)]
                model.note(presence)
                outcome = state.note(presence, at: now)
            case 1...3: outcome = state.look(at: now)
            case 4...12:
                let report = report()
                model.take(report)
                outcome = state.take(report, at: now)
            case 13:
                // The network is silent for long.
                model.advance(to: model.now + 20_000)
                outcome = state.look(at: now.advanced(by: .seconds(20)))
            case 14...16:
                let word = Int.random(in: 0..<2, using: &random) == 0 ? nil : mode(upTo: .redFlag)
                let place = Bool.random(using: &random) ? zone() : nil
                let end = Bool.random(using: &random) ? model.now + .random(in: 1...9000, using: &random) : nil
                model.say(word, zone: place, end: end)
                let said = word.map { StaffWord.says($0, zone: place, until: end.map { Double($0) / 1000 }) }
                outcome = said.map { state.say($0, at: now) } ?? state.withdraw(place, at: now)
            case 17:
                let zones = Bool.random(using: &random) ? [] : Set([zone()])
                model.raise(zones)
                outcome = state.set(.of(zones), cleared: Set(state.cleared.keys), at: now)
            case 18...20:
                let raisers = model.clear()
                #expect(state.raisersAfterLooking(at: now) == raisers, "step \(step)")
                outcome = state.set(nil, cleared: raisers, at: now)
            default: outcome = hear(at: now)
            }
            check(outcome, before)
        }

        private mutating func hear(at now: Moment) -> TrackState.Outcome {
            let heard = TrackState.Heard(
                zone: zone(), mode: mode(),
                sender: Sender(
                    name: "beacon-\(Int.random(in: 1...3, using: &random))", isKnown: .random(using: &random)),
                isSigned: false, address: "", ttl: .seconds(Int64.random(in: 1...12, using: &random)), temperature: nil)
            let number = Int(heard.sender.name.suffix(1)) ?? 0
            let isGone = model.presence == .gone
            let claims = model.hear(
                number, zone: heard.zone, heard.mode, isKnown: heard.sender.isKnown,
                ttl: Int(heard.ttl.components.seconds) * 1000)
            let outcome = state.hear([heard], at: now)
            #expect(outcome.claims.isEmpty == !claims, "step \(step)")
            // Who is refused still tells the time.
            return isGone ? state.look(at: now) : outcome
        }

        private mutating func check(_ outcome: TrackState.Outcome, _ before: Status) {
            let status = state.status
            let comment = Comment("step \(step)")
            let expected = model.last.filter { $0.key != 100 }.mapValues {
                $0.said.mode.rawValue + ($0.said.isStale ? "?" : "")
            }
            #expect(state.zonesSay == expected, comment)
            let all = model.saysOfAll()
            #expect(state.says == all.mode.rawValue + (all.isStale ? "?" : ""), comment)
            let sectors = Dictionary(
                uniqueKeysWithValues: status.sectors.map {
                    ($0.sector, TrackModel.Said(mode: $0.mode, isStale: $0.stale))
                })
            #expect(sectors == model.sectors, comment)
            // What runs out and comes back within one step is told, though it is no news any more.
            if outcome.isChanged != status.isNews(after: before) { spurious += 1 }
            if status.isNews(after: before) { #expect(outcome.isChanged, comment) }
            checkWhatMustNeverBe(status)
            if let end = state.nextEnd { #expect(end > at(0).uptime + .milliseconds(model.now), comment) }
            #expect(status.here(status.zones.first?.zone ?? 9).mode == status.zones.first?.mode ?? status.mode, comment)
            #expect(state.senders == status.zones.reduce(0) { $0 + model.words($1.zone).count }, comment)
            #expect(Set(state.cleared.keys) == Set(model.cleared.keys), comment)
        }

        /// What has to hold whatever the rest of the rule says.
        private func checkWhatMustNeverBe(_ status: Status) {
            let comment = Comment("step \(step)")
            #expect(!(status.stale && status.mode == .normal), comment)
            #expect(!status.sectors.contains { $0.stale && $0.mode == .normal }, comment)
            for zone in status.zones {
                let words = model.words(zone.zone)
                #expect(!(zone.stale && zone.mode == .normal), comment)
                #expect(zone.mode <= status.mode, comment)
                if words.contains(where: { $0.mode == .evacuation }) || model.network(zone.zone) == .evacuation {
                    #expect(zone.mode == .evacuation && !zone.stale, comment)
                }
                // Normal is only what somebody who counts says, with nobody there who says anything else.
                if zone.mode == .normal {
                    #expect(words.allSatisfy { $0.mode == .normal }, comment)
                    #expect(
                        !words.isEmpty || [model.network(zone.zone), model.staffSays(zone.zone)].contains(.normal),
                        comment)
                }
                if model.network(zone.zone) == .redFlag || model.lastRed(zone.zone) != nil,
                    let red = model.red(zone.zone), zone.mode < .redFlag
                {
                    #expect(!words.isEmpty && words.allSatisfy { (model.changed($0) ?? -1) > red }, comment)
                }
            }
            if status.evacuation != nil { #expect(status.mode == .evacuation && !status.stale, comment) }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, UInt64.random(in: 100 ... .max)]) func agreesWithTheModel(_ seed: UInt64) {
        print("track against its model: seed \(seed)")
        var day = Day(seed: seed)
        for _ in 0..<500 { day.happen() }
        #expect(day.spurious <= 2)
    }
}

extension TrackState {
    fileprivate func raisersAfterLooking(at moment: Moment) -> Set<ClaimSource> {
        var state = self
        _ = state.look(at: moment)
        return state.raisers
    }
}
