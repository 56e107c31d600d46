import BLEContracts
import FeatureKit
import Files
import Testing

@testable import TrackStatusFeature

@Suite struct NetworkAndStaffTests {
    private static let named = [
        NamedZone(zone: 1, name: "Paddock", sectors: [1, 2]), NamedZone(zone: 2, name: "Grandstand", sectors: [2]),
        NamedZone(zone: 3, name: "Gate"),
    ]

    // MARK: - The network

    @Test func `The network is the word of every zone without beacons, until nothing came of it for too long`() {
        var state = TrackState(zones: Self.named)
        #expect(state.zonesSay == [1: "unknown?", 2: "unknown?", 3: "unknown?"])
        var report = NetworkReport.says(.yellow, message: "debris")
        report.updated = at(-3600).wall
        let outcome = state.take(report, at: 0)
        #expect(outcome.isChanged && state.zonesSay == [1: "yellow", 2: "yellow", 3: "yellow"])
        #expect(state.status.validUntil == at(30).wall && state.nextEnd == at(30).uptime)
        #expect(state.status.source == .network && state.status.message == "debris")
        // However old it says it is, it came just now; and it is the same word that keeps it.
        let again = state.take(report, at: 20)
        #expect(!again.isChanged && state.status.validUntil == at(50).wall)
        state.loseNetwork("connection refused", at: at(21))
        #expect(state.says == "yellow" && state.status.sources.network?.problem == "connection refused")
        state.look(at: 49.999)
        #expect(state.says == "yellow")
        state.look(at: 50)
        #expect(state.says == "yellow?" && state.zonesSay == [1: "yellow?", 2: "yellow?", 3: "yellow?"])
        #expect(
            state.status.sources.network
                == .init(
                    mode: .yellow, at: at(20).wall, updated: at(-3600).wall, stale: true, problem: "connection refused",
                    message: "debris"))
        state.take(.says(.normal), at: 60)
        #expect(state.says == "normal" && state.status.sources.network?.problem == nil)
        state.look(at: 90)
        #expect(state.says == "unknown?")
    }

    @Test func `What runs out late is taken as if it had been looked at in time`() {
        var late = TrackState(zones: Self.named)
        late.hear(.from(1, zone: 1, .redFlag, ttl: 10), at: 0)
        late.take(.says(.normal), at: 0)
        late.look(at: 500)
        #expect(late.zonesSay[1] == "unknown?", "from 10 to 30 it was normal")
        #expect(late.status.zones[0].since == at(30).wall)
    }

    @Test func `A sector's flag is for the zones that lie in it, and for the track`() {
        var state = TrackState(zones: Self.named)
        state.take(.says(.normal, sectors: [2: .yellow, 3: .normal], message: "slow"), at: 0)
        #expect(state.zonesSay == [1: "yellow", 2: "yellow", 3: "normal"] && state.says == "yellow")
        #expect(
            state.status.sectors.map(\.sector) == [2, 3] && state.status.sectors.map(\.mode) == [.yellow, .normal])
        // Beacons are nearer.
        state.hear(.from(1, zone: 1, .normal), at: 1)
        state.hear(.from(2, zone: 2, .normal), at: 1)
        #expect(state.says == "normal")
        // In a sector without zones nobody is nearer.
        state.take(.says(.normal, sectors: [9: .redFlag]), at: 2)
        #expect(state.says == "redFlag" && state.zonesSay == [1: "normal", 2: "normal", 3: "normal"])
        #expect(state.status.validUntil == at(32).wall)
        state.look(at: 32)
        #expect(state.says == "redFlag?" && state.status.sectors.map(\.stale) == [true])
        state.take(.says(.normal), at: 33)
        #expect(state.says == "normal")
        #expect(state.status.sectors.isEmpty)
    }

    @Test func `A red flag of a sector that comes later is newer, though the track's was there`() {
        var state = TrackState(zones: Self.named)
        state.hear(.from(1, zone: 1, .safetyCar, ttl: 200), at: 0)
        state.take(.says(.redFlag), at: 1)
        state.hear(.from(1, zone: 1, .normal, ttl: 200), at: 2)
        #expect(state.zonesSay[1] == "normal")
        state.take(.says(.redFlag, sectors: [1: .redFlag]), at: 3)
        #expect(state.zonesSay[1] == "redFlag")
    }

    @Test func `Where no zone is named one beacon does not speak for the rest of the track`() {
        var state = TrackState()
        state.take(.says(.safetyCar), at: 0)
        state.hear(.from(1, zone: 1, .normal), at: 1)
        #expect(state.zonesSay == [1: "normal"] && state.says == "safetyCar" && state.status.source == .network)
        state.take(.says(.normal), at: 2)
        #expect(state.says == "normal")
        // What the network said last of it is a warning until somebody takes it back.
        state.take(.says(.redFlag), at: 3)
        state.hear(.from(1, zone: 1, .safetyCar, ttl: 100), at: 4)
        state.hear(.from(1, zone: 1, .normal, ttl: 100), at: 5)
        state.look(at: 40)
        #expect(state.zonesSay == [1: "normal"] && state.says == "redFlag?")
        state.say(.says(.normal), at: 41)
        #expect(state.says == "normal")
        // A normal that is over says nothing.
        var calm = TrackState()
        calm.take(.says(.normal), at: 0)
        calm.hear(.from(1, zone: 1, .normal, ttl: 100), at: 1)
        calm.look(at: 31)
        #expect(calm.says == "normal")
    }

    @Test(arguments: [(Mode.vsc, true), (.safetyCar, true), (.yellow, false)])
    func `A safety car that is about to go is told, while it is what counts`(mode: Mode, isTold: Bool) {
        var state = TrackState(zones: Self.named)
        var report = NetworkReport.says(mode)
        report.isEnding = true
        let outcome = state.take(report, at: 0)
        #expect(outcome.isChanged && state.status.ending == isTold)
        #expect(state.status.here(1).ending == isTold)
        state.say(.says(.redFlag), zone: 1, at: 1)
        #expect(!state.status.ending)
        state.say(nil, zone: 1, at: 2)
        state.look(at: 30)
        #expect(!state.status.ending && state.status.stale)
    }

    @Test func `The air is the network's, else the median of the beacons that count`() {
        var state = TrackState()
        for (sender, temperature) in [21, 90, -3, 22].enumerated() {
            state.hear(.from(sender, zone: sender % 2, .normal, ttl: 10 + sender, temperature: temperature), at: 0)
        }
        #expect(state.status.temperature == 21.5)
        state.look(at: 10)
        #expect(state.status.temperature == 22)
        var report = NetworkReport.says(.normal)
        (report.temperature, report.humidity, report.wind, report.forecast) = (24.5, 60, 3, "dry")
        state.take(report, at: 11)
        #expect(state.status.temperature == 24.5 && state.status.forecast == "dry")
        report.temperature = 25
        let warmer = state.take(report, at: 11.5)
        #expect(!warmer.isChanged)
        state.look(at: 60)
        #expect(state.status.temperature == nil && state.status.humidity == nil)
    }

    // MARK: - Staff

    @Test func `Staff's word resets what was left over, and of what they take back nothing is left`() {
        var state = TrackState(zones: Self.named)
        state.hear(.from(1, zone: 1, .redFlag, ttl: 5), at: 0)
        for zone in 2...3 { state.hear(.from(zone, zone: zone, .normal, ttl: 200), at: 0) }
        state.look(at: 5)
        #expect(state.says == "redFlag?")
        state.say(.says(.normal, message: "checked"), zone: 1, at: 6)
        #expect(state.says == "normal" && state.status.zones[0].source == .staff)
        #expect(state.status.here(1).message == "checked" && state.status.here(2).message == nil)
        state.say(nil, zone: 1, at: 7)
        #expect(state.zonesSay[1] == "unknown?")
        // A red flag that staff take back is none, and one that ran out stays a warning.
        state.say(.says(.redFlag), zone: 1, at: 8)
        state.say(nil, zone: 1, at: 9)
        #expect(state.zonesSay[1] == "unknown?")
        state.say(.says(.redFlag, until: 20), zone: 1, at: 10)
        #expect(state.zonesSay[1] == "redFlag" && state.status.zones[0].validUntil == at(20).wall)
        #expect(state.nextEnd == at(20).uptime)
        state.look(at: 20)
        #expect(state.zonesSay[1] == "redFlag?")
        state.say(.says(.normal), at: 21)
        #expect(state.says == "normal" && Set(state.zonesSay.values) == ["normal"])
    }

    @Test func `Of the whole track's word and a zone's the worse counts`() {
        var state = TrackState(zones: Self.named)
        state.say(.says(.yellow, message: "rain"), at: 0)
        state.say(.says(.redFlag, message: "fire"), zone: 3, at: 1)
        #expect(state.zonesSay == [1: "yellow", 2: "yellow", 3: "redFlag"] && state.says == "redFlag")
        #expect(state.status.message == "fire" && state.status.sources.staff?.mode == .redFlag)
        #expect(state.status.here(3).message == "fire" && state.status.here(77).mode == .redFlag)
        state.say(.says(.normal), zone: 3, at: 2)
        #expect(state.zonesSay[3] == "yellow" && state.status.message == "rain")
        state.say(nil, at: 3)
        state.say(nil, zone: 3, at: 3)
        #expect(state.status.sources.staff == nil && state.says == "unknown?")
    }

    @Test func `Staff's word and the rest in one zone: since stays while mode does`() {
        var state = TrackState(zones: Self.named)
        state.take(.says(.redFlag), at: 0)
        state.say(.says(.redFlag), at: 5)
        let withdrawn = state.say(nil, at: 9)
        #expect(withdrawn.isChanged, "its source has changed")
        #expect(state.status.since == at(0).wall && state.status.source == .network)
    }

    // MARK: - A network that dies in a red flag

    @Test func `The network's last red flag stays, whatever beacons say that were never told of it`() {
        var state = TrackState(zones: Self.named)
        for zone in 1...3 { state.hear(.from(zone, zone: zone, .normal, ttl: 250), at: 0) }
        state.take(.says(.redFlag), at: 1)
        state.look(at: 31)
        #expect(state.says == "redFlag?" && Set(state.zonesSay.values) == ["redFlag?"])
        #expect(state.status.source == .network && state.status.validUntil == nil)
        for zone in 1...3 { state.hear(.from(zone, zone: zone, .normal, ttl: 250), at: 40) }
        // One that comes back, one that is new, and a zone that is new.
        state.hear(.from(4, zone: 2, .safetyCar, ttl: 5), at: 41)
        state.hear(.from(9, zone: 9, .normal), at: 41)
        state.look(at: 60)
        #expect(state.says == "redFlag?" && state.zonesSay[2] == "redFlag?" && state.zonesSay[9] == "redFlag?")
        // Who says red now is no stale word.
        state.hear(.from(1, zone: 1, .redFlag, ttl: 250), at: 61)
        #expect(state.zonesSay[1] == "redFlag" && state.says == "redFlag")
        state.hear(.from(1, zone: 1, .normal, ttl: 250), at: 62)
        #expect(state.zonesSay[1] == "normal", "it was heard to change since")
        state.say(.says(.normal), zone: 2, at: 63)
        #expect(state.zonesSay == [1: "normal", 2: "normal", 3: "redFlag?", 9: "redFlag?"])
        state.take(.says(.normal), at: 64)
        #expect(state.says == "normal" && Set(state.zonesSay.values) == ["normal"])
    }

    @Test func `Staff's older word does not take the network's last red flag away, nor does taking it back`() {
        for zone in [nil, 1] {
            var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock")])
            state.say(.says(.normal), zone: zone, at: 0)
            state.take(.says(.redFlag), at: 1)
            #expect(state.says == "redFlag")
            state.look(at: 40)
            #expect(state.says == "redFlag?" && state.status.source == .network)
            state.say(nil, zone: zone, at: 41)
            #expect(state.says == "redFlag?" && state.zonesSay == [1: "redFlag?"])
            state.say(.says(.yellow), zone: zone, at: 42)
            #expect(state.zonesSay == [1: "yellow"])
            // It stays away: of what they take back nothing is left.
            state.say(nil, zone: zone, at: 43)
            #expect(state.zonesSay == [1: "unknown?"])
        }
    }

    @Test func `What staff said after the red flag came takes it away once the network is stale`() {
        var state = TrackState()
        state.take(.says(.redFlag), at: 0)
        state.say(.says(.normal), at: 5)
        #expect(state.says == "redFlag")
        state.look(at: 30)
        #expect(state.says == "normal" && state.status.source == .staff)
        // When it comes again it is a new one.
        state.take(.says(.redFlag), at: 60)
        state.look(at: 90)
        #expect(state.says == "redFlag?")
        state.hear(.from(7, zone: 7, .normal), at: 91)
        #expect(state.zonesSay == [7: "redFlag?"])
        // A word that is over when it is said is no answer.
        state.say(.says(.normal, until: 92), at: 93)
        #expect(state.says == "redFlag?")
    }

    // MARK: - Restarts

    @Test func `A red flag of before a restart outlasts what staff had said before`() {
        for hasNetwork in [false, true] {
            var before = TrackState(zones: Self.named)
            before.take(.says(.redFlag), at: 0)
            before.say(.says(.yellow), zone: 1, at: 1)
            #expect(before.says == "redFlag")
            var state = TrackState(
                Track.Settings(zones: Self.named, recording: hasNetwork ? .init(files: ["/a"]) : nil), at: at(100))
            // A beacon may be heard before the store is read.
            state.hear(.from(2, zone: 2, .normal, ttl: 250), at: 100)
            state.restore(before.status, words: [.says(.yellow, zone: 1), .says(.normal)], at: 101)
            #expect(state.says == "redFlag?" && state.zonesSay[1] == "redFlag?" && state.zonesSay[3] == "redFlag?")
            #expect(state.zonesSay[2] == (hasNetwork ? "redFlag?" : "normal"))
            // The red flag may be the network's: a sender that did not know of it can't take it away.
            state.hear(.from(3, zone: 3, .normal, ttl: 250), at: 102)
            #expect(state.zonesSay[3] == (hasNetwork ? "redFlag?" : "normal"))
            state.hear(.from(3, zone: 3, .safetyCar, ttl: 250), at: 103)
            #expect(state.zonesSay[3] == "safetyCar")
            var told = state
            told.take(.says(.normal), at: 104)
            #expect(told.zonesSay == [1: "yellow", 2: "normal", 3: "safetyCar"])
            state.say(.says(.normal), zone: 1, at: 104)
            #expect(state.zonesSay[1] == "normal")
        }
    }

    @Test func `A red flag of a sector without zones outlasts a restart`() {
        var before = TrackState(zones: Self.named)
        before.take(.says(.normal, sectors: [9: .redFlag]), at: 0)
        var state = TrackState(Track.Settings(zones: Self.named), at: at(100))
        state.restore(before.status, at: 100)
        for zone in 1...3 { state.hear(.from(zone, zone: zone, .normal, ttl: 250), at: 101) }
        #expect(state.says == "redFlag?")
        state.say(.says(.normal), at: 102)
        #expect(state.says == "normal")
    }

    @Test func `A warning of before a restart is a stale one, and nothing else is`() {
        var before = TrackState(zones: Self.named)
        before.take(.says(.normal), at: 0)
        before.hear(.from(1, zone: 1, .redFlag), at: 1)
        before.hear(.from(9, zone: 9, .safetyCar), at: 2)
        var state = TrackState(Track.Settings(zones: Self.named), at: at(100))
        state.restore(before.status, at: 100)
        #expect(state.says == "redFlag?")
        #expect(state.zonesSay == [1: "redFlag?", 2: "unknown?", 3: "unknown?", 9: "safetyCar?"])
        // What is heard counts, also where the store was read late.
        state.hear(.from(1, zone: 1, .normal), at: 101)
        state.restore(before.status, at: 102)
        #expect(state.zonesSay[1] == "normal")
    }

    @Test func `What was said of the whole track is recalled without zones, too`() {
        var before = TrackState()
        before.take(.says(.redFlag), at: 0)
        var state = TrackState(at: at(100))
        state.restore(before.status, at: 100)
        #expect(state.says == "redFlag?" && state.status.since == at(100).wall)
        state.take(.says(.normal), at: 101)
        #expect(state.says == "normal")
    }
}
