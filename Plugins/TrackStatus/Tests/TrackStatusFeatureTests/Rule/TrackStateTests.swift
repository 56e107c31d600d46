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

    @Test func whatIsOnItsWayWhenItsSourceGoesDoesNotCount() {
        var state = TrackState()
        state.note(.active, at: 0)
        state.hear(.from(1, zone: 1, .redFlag), at: 1)
        let changed = state.note(.gone, at: 2)
        #expect(changed.isChanged && state.says == "redFlag?" && state.nextEnd == nil)
        let heard = state.hear(.from(1, zone: 1, .normal), at: 3)
        #expect(heard == .init() && state.status.stale)
    }

    @Test func aZoneThatIsNoLongerNamedStaysWhileSomebodySpeaksOfIt() {
        var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock"), NamedZone(zone: 2, name: "Gate")])
        state.hear(.from(1, zone: 1, .normal), at: 0)
        state.change(.init(zones: [NamedZone(zone: 3, name: "Pits")]), at: at(1))
        #expect(state.status.zones.map(\.name) == [nil, "Pits"] && state.zonesSay == [1: "normal", 3: "unknown?"])
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
