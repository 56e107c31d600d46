import BLEContracts
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
        /// What people have to know, by the model.
        var says: [String] = []

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
            return report
        }

        mutating func happen() {
            step += 1
            let before = state.status
            model.advance(to: model.now + .random(in: 0...3000, using: &random))
            let now = Moment(
                uptime: at(0).uptime + .milliseconds(model.now), wall: at(0).wall.advanced(by: .milliseconds(model.now))
            )
            switch Int.random(in: 0..<40, using: &random) {
            case 0:
                let presence: Presence = [.active, .active, .coming, .gone][.random(in: 0..<4, using: &random)]
                model.note(presence)
                state.note(presence, at: now)
            case 1...3: state.look(at: now)
            case 4...12:
                let report = report()
                model.take(report)
                state.take(report, at: now)
                _ = state.takeClaims()
            case 13:
                // The network is silent for long.
                model.advance(to: model.now + 20_000)
                state.look(at: now.advanced(by: .seconds(20)))
            case 14...16:
                let word = Int.random(in: 0..<2, using: &random) == 0 ? nil : mode(upTo: .redFlag)
                let place = Bool.random(using: &random) ? zone() : nil
                let end = Bool.random(using: &random) ? model.now + .random(in: 1...9000, using: &random) : nil
                model.say(word, zone: place, end: end)
                let said = word.map { StaffWord.says($0, zone: place, until: end.map { Double($0) / 1000 }) }
                if let said { state.say(said, at: now) } else { state.withdraw(place, at: now) }
            case 17:
                let zones = Bool.random(using: &random) ? [] : Set([zone()])
                model.raise(zones)
                state.hold(.of(zones), at: now)
            case 18...20:
                let raisers = model.clear()
                #expect(state.raisersAfterLooking(at: now) == raisers, "step \(step)")
                state.clearEvacuation(at: now)
            default: hear(at: now)
            }
            check(before)
        }

        private mutating func hear(at now: Moment) {
            let said = Sighting.Mode(rawValue: mode().rawValue) ?? .unknown
            let number = Int.random(in: 1...3, using: &random)
            var heard = Sighting.from(
                number, zone: zone(), said, ttl: .random(in: 1...12, using: &random),
                Bool.random(using: &random) ? .listed : .anyone)
            heard.beacon = "beacon-\(number)"
            let isGone = model.presence == .gone
            let claims = model.hear(
                number, zone: heard.zone, Mode(heard.mode), isKnown: heard.sender.isKnown,
                ttl: Int(heard.ttl.components.seconds) * 1000)
            state.hear([heard], at: now)
            #expect(state.takeClaims().contains(where: \.isKnown) == claims, "step \(step)")
            // Who is refused still tells the time.
            if isGone { state.look(at: now) }
        }

        private mutating func check(_ before: Status) {
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
            // What has changed is published at once.
            let says = ["\(expected.sorted { $0.key < $1.key })", "\(all)", "\(sectors.sorted { $0.key < $1.key })"]
            if says != self.says, !self.says.isEmpty { #expect(status.isNews(after: before), comment) }
            self.says = says
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
    }
}

extension TrackState {
    fileprivate func raisersAfterLooking(at moment: Moment) -> Set<ClaimSource> {
        var state = self
        state.look(at: moment)
        return state.raisers
    }
}
