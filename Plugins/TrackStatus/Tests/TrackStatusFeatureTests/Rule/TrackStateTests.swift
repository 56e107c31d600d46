import BLEContracts
import FeatureKit
import Testing

@testable import TrackStatusFeature

@Suite struct TrackStateTests {
    @Test func tellsWhatIsHeard() {
        var state = TrackState()
        let outcome = state.hear(.from(1, zone: 7, .redFlag, temperature: -3), at: 3)
        #expect(outcome == .init(isChanged: true))
        #expect(
            state.status
                == Status(
                    mode: .redFlag, ending: false, stale: false, source: .ble, since: at(3).wall,
                    validUntil: at(13).wall, look: .init(.redFlag), temperature: -3,
                    zones: [
                        .init(
                            zone: 7, mode: .redFlag, stale: false, source: .ble, since: at(3).wall,
                            validUntil: at(13).wall)
                    ], sectors: [],
                    sources: .init(
                        ble: .init(mode: .redFlag, senders: 1, heard: at(3).wall, validUntil: at(13).wall))))
    }

    @Test func anothersNormalDoesNotEndAWarning() {
        var state = TrackState()
        state.hear(.from(1, .redFlag), at: 0)
        for second in 1...9 { state.hear(.from(2, .normal), at: Double(second)) }
        #expect(state.says == "redFlag")
        // It counts for its own TTL, not for that of those who speak beside it.
        state.look(at: 10)
        #expect(state.says == "normal")
    }

    @Test func aWordCountsForItsTTLAndNoLonger() {
        var state = TrackState()
        state.hear(.from(1, .normal, ttl: 5), at: 0)
        #expect(state.nextEnd == at(5).uptime)
        let early = state.look(at: 4.999)
        #expect(!early.isChanged && state.says == "normal")
        let late = state.look(at: 5)
        #expect(late.isChanged && state.says == "unknown?")
        #expect(state.status.since == at(5).wall && state.status.validUntil == nil)
    }

    @Test func sinceStaysWhileNothingChanges() {
        var state = TrackState()
        state.hear(.from(1, .safetyCar), at: 1)
        state.hear(.from(1, .safetyCar), at: 5)
        #expect(state.status.since == at(1).wall)
        #expect(state.status.zones.first?.since == at(1).wall)
        #expect(state.status.validUntil == at(15).wall)
    }

    @Test func whatChangesNothingIsNoNews() {
        var state = TrackState()
        state.hear(.from(1, .normal), at: 1)
        let before = state.status
        let again = state.hear(.from(1, .normal), at: 2)
        #expect(!again.isChanged)
        #expect(state.status != before && !state.status.isNews(after: before))
        let looked = state.look(at: 2)
        let noted = state.note(.active, at: 3)
        #expect(looked == .init() && noted == .init())
    }

    @Test func withoutItsSourceEverythingIsStaleAtOnce() {
        var state = TrackState()
        state.note(.active, at: 0)
        state.hear(.from(1, zone: 1, .normal), at: 1)
        state.hear(.from(2, zone: 2, .redFlag), at: 1)
        let changed = state.note(.gone, at: 2)
        #expect(changed.isChanged)
        #expect(state.says == "redFlag?" && state.zonesSay == [1: "unknown?", 2: "redFlag?"])
        #expect(state.nextEnd == nil)
        // What was still on its way does not count,
        let heard = state.hear(.from(1, zone: 1, .normal), at: 3)
        #expect(heard == .init() && state.status.stale)
        // and coming back alone tells nothing.
        state.note(.coming, at: 4)
        state.note(.active, at: 5)
        #expect(state.says == "redFlag?")
        state.hear(.from(1, zone: 1, .normal), at: 6)
        #expect(state.says == "redFlag?" && state.zonesSay == [1: "normal", 2: "redFlag?"])
        state.hear(.from(2, zone: 2, .normal), at: 7)
        #expect(state.says == "normal")
    }

    @Test func theHostsWordOfAStartMayComeLate() {
        var state = TrackState()
        state.note(.gone, at: 0)
        state.note(.coming, at: 1)
        state.hear(.from(1, .normal), at: 2)
        // Another feature's change repeats what was known.
        state.note(.coming, at: 3)
        #expect(state.says == "normal")
        state.note(.active, at: 4)
        #expect(state.says == "normal")
        // A start after that is a new run.
        state.note(.coming, at: 5)
        #expect(state.says == "unknown?")
    }
}

@Suite struct PresenceTests {
    @Test(arguments: [
        ("active", Presence.active), ("waiting", .coming), ("starting", .coming), ("stopping", .gone), ("off", .gone),
        ("failed", .gone), ("quarantined", .gone), ("stuck", .gone), ("meditating", .gone),
    ]) func ofEveryState(_ state: String, _ presence: Presence) {
        let time = Timestamp(nanoseconds: 0)
        let features = HostFeatures(features: [
            .init(id: "bars", state: "active", since: time), .init(id: "ble", state: state, since: time),
        ])
        #expect(Presence(of: "ble", features) == presence)
    }

    @Test func whoIsNotThereIsGone() { #expect(Presence(of: "ble", HostFeatures(features: [])) == .gone) }
}
