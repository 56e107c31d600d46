import BLEContracts
import FeatureKit
import LibraryTestSupport
import Testing

@testable import TrackStatusFeature

/// Random days on the track, held to what has to be whatever the rest of the rule says.
@Suite struct RandomDayTests {
    private static let named = [
        NamedZone(zone: 1, name: "Paddock", sectors: [1, 2]), NamedZone(zone: 2, name: "Grandstand", sectors: [2]),
        NamedZone(zone: 3, name: "Gate"),
    ]

    /// One that somebody looks at every second, and one that nobody looks at unless something happens.
    private struct Day {
        private struct Said: Equatable {
            let mode: Mode
            let end: Moment
        }

        private var random: SeededRandom
        private var watched: TrackState
        private var state: TrackState
        private var now = at(0)
        private var step = 0
        private let hold: Int
        /// What senders said last of each zone, and the network and staff, for as long as it counts.
        private var heard: [Int: [String: Said]] = [:]
        private var network: (report: NetworkReport, end: Moment)?
        private var words: [Int?: Said] = [:]

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            hold = Int.random(in: 0...3, using: &random)
            let named = Bool.random(using: &random) ? RandomDayTests.named : []
            state = TrackState(hold: .seconds(hold), zones: named)
            watched = state
        }

        private mutating func mode(upTo worst: Mode = .evacuation) -> Mode {
            // An evacuation is rare, so that it is not always one.
            let mode = Mode.allCases.filter { $0 <= worst }.randomElement(using: &random) ?? .normal
            return mode == .evacuation && Int.random(in: 0..<3, using: &random) > 0 ? .redFlag : mode
        }

        private mutating func zone() -> Int { .random(in: 1...5, using: &random) }

        mutating func happen() {
            step += 1
            let before = state.status
            let isLong = Int.random(in: 0..<40, using: &random) == 0
            let then = now.advanced(by: .milliseconds(Int.random(in: 0...(isLong ? 40_000 : 3_000), using: &random)))
            while now.advanced(by: .seconds(1)) <= then {
                now = now.advanced(by: .seconds(1))
                watched.look(at: now)
            }
            now = then
            heard = heard.mapValues { $0.filter { now < $0.value.end } }
            words = words.filter { now < $0.value.end }
            if let end = network?.end, end <= now { network = nil }
            let change = change()
            change(&state)
            change(&watched)
            check(before)
        }

        private mutating func change() -> (inout TrackState) -> Void {
            let now = now
            switch Int.random(in: 0..<40, using: &random) {
            case 0:
                let presence: Presence = [.active, .active, .coming, .gone][.random(in: 0..<4, using: &random)]
                if presence == .gone || presence == .coming && state.presence == .active { heard = [:] }
                return { $0.note(presence, at: now) }
            case 1...3: return { $0.look(at: now) }
            case 4...12:
                var report = NetworkReport.says(mode(), "row \(Int.random(in: 0..<3, using: &random))")
                for sector in 1...3 where Int.random(in: 0..<4, using: &random) == 0 { report.sectors[sector] = mode() }
                network = (report, now.advanced(by: .seconds(30)))
                return { [report] in $0.take(report, at: now) }
            case 13...15:
                let place = Bool.random(using: &random) ? zone() : nil
                let (mode, length) = (mode(upTo: .redFlag), Double.random(in: 1...9, using: &random))
                words[place] = Said(mode: mode, end: now.advanced(by: .seconds(length)))
                let word = StaffWord(
                    zone: place, mode: mode, at: now.wall, until: now.wall.advanced(by: .seconds(length)))
                return { $0.say(word, at: now) }
            case 16:
                let place = Bool.random(using: &random) ? zone() : nil
                words[place] = nil
                return { $0.withdraw(place, at: now) }
            case 17:
                let zones = Bool.random(using: &random) ? [] : Set([zone()])
                return { $0.hold(.of(zones), at: now) }
            case 18...20: return { $0.clearEvacuation(at: now) }
            default: return hear()
            }
        }

        private mutating func hear() -> (inout TrackState) -> Void {
            let (now, mode) = (now, Sighting.Mode(rawValue: mode().rawValue) ?? .unknown)
            let sighting = Sighting.from(
                .random(in: 1...3, using: &random), zone: zone(), mode, ttl: .random(in: 1...12, using: &random),
                Bool.random(using: &random) ? .listed : .anyone)
            if state.presence != .gone {
                heard[sighting.zone, default: [:]]["\(sighting.sender)"] = Said(
                    mode: Mode(mode), end: now.advanced(by: sighting.ttl + .seconds(hold)))
            }
            return { $0.hear([sighting], at: now) }
        }

        private func check(_ before: Status) {
            let (status, comment) = (state.status, Comment("step \(step)"))
            #expect(watched.status == status, comment)
            #expect(!(status.stale && status.mode == .normal), comment)
            #expect(!status.sectors.contains { $0.stale && $0.mode == .normal }, comment)
            #expect(status.sources.ble.senders == heard.values.reduce(0) { $0 + $1.count }, comment)
            if let end = state.nextEnd { #expect(end > now.uptime, comment) }
            let isSame = zip(status.zones, before.zones).allSatisfy { ($0.mode, $0.stale) == ($1.mode, $1.stale) }
            if !isSame || status.mode != before.mode { #expect(status.isNews(after: before), comment) }
            if status.evacuation != nil { #expect(status.mode == .evacuation && !status.stale, comment) }
            for zone in status.zones { check(zone, status, comment) }
        }

        private func check(_ zone: Status.Zone, _ status: Status, _ comment: Comment) {
            let beacons = (heard[zone.zone] ?? [:]).values.map(\.mode)
            let staff = [words[zone.zone], words[nil]].compactMap { $0?.mode }
            #expect(!(zone.stale && zone.mode == .normal) && zone.mode <= status.mode, comment)
            #expect(staff.allSatisfy { $0 <= zone.mode }, comment)
            if status.evacuation?.covers(zone.zone) ?? false { #expect(zone.mode == .evacuation, comment) }
            if beacons.isEmpty, network?.report.mode == .redFlag { #expect(zone.mode >= .redFlag, comment) }
            guard zone.mode == .normal else { return }
            // Normal is only what somebody who counts says, and nobody there says anything else.
            #expect(beacons.allSatisfy { $0 == .normal }, comment)
            #expect((beacons + staff).contains(.normal) || network?.report.mode == .normal, comment)
        }
    }

    @Test(arguments: SeededRandom.seeds(7)) func `What must never be is not`(_ seed: UInt64) {
        print("track: seed \(seed)")
        var day = Day(seed: seed)
        for _ in 0..<500 { day.happen() }
    }
}
