import BLEContracts
import FeatureKit
import Testing

@testable import TrackStatusFeature

/// Who raises an evacuation, what clearing leaves of it, and what raises it again.
@Suite struct EvacuationClaimTests {
    @Test func `What a cleared statement adds is shown no more`() {
        for sectors in [[:], [5: Mode.evacuation]] {
            var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock", sectors: [5])])
            let mode: Mode = sectors.isEmpty ? .evacuation : .normal
            state.take(.says(mode, "row", sectors: sectors, message: "leave now"), at: 0)
            state.set(.of([1], message: "leave now"), at: 0)
            state.clear(at: 1)
            #expect(state.says == "unknown" && state.status.message == nil && state.status.here(1).message == nil)
            #expect(state.status.sources.network?.message == "leave now", "what it says is told where that stands")
            state.take(.says(.yellow, "another", message: "oil"), at: 2)
            #expect(state.status.message == "oil" && state.status.here(1).message == "oil")
        }
    }

    private func beacon(_ sender: Int, zone: Int = 1) -> ClaimSource {
        .beacon(Sighting.from(sender, .normal).address, zone: zone)
    }

    @Test func `A known beacon claims it for its zone, once for as long as it goes on`() {
        var state = TrackState()
        let first = state.hear(.from(1, zone: 7, .evacuation), at: 0)
        #expect(first.claims == [EvacuationClaim(source: beacon(1, zone: 7), isSigned: false, zones: [7])])
        #expect(state.says == "evacuation" && state.raisers == [beacon(1, zone: 7)])
        let again = state.hear(.from(1, zone: 7, .evacuation), at: 5)
        #expect(again.claims.isEmpty)
        let signed = state.hear(.from(1, zone: 7, .evacuation, .signed), at: 6)
        #expect(signed.claims.map(\.isSigned) == [true], "that is more than it was")
        let plain = state.hear(.from(1, zone: 7, .evacuation), at: 7)
        #expect(plain.claims.isEmpty)
        state.hear(.from(1, zone: 7, .normal), at: 8)
        let repeated = state.hear(.from(1, zone: 7, .evacuation), at: 9)
        #expect(repeated.claims.count == 1)
        state.look(at: 30)
        #expect(state.says == "evacuation?" && state.raisers.isEmpty)
        let late = state.hear(.from(1, zone: 7, .evacuation), at: 31)
        #expect(late.claims.count == 1)
    }

    @Test func `A beacon is known by its id, whatever address it has just now`() {
        var state = TrackState()
        var sighted = Sighting.from(1, .evacuation)
        sighted.beacon = "gate-3"
        let first = state.hear(sighted, at: 0)
        #expect(first.claims.map(\.source) == [.beacon("gate-3", zone: 1)])
        sighted = Sighting.from(2, .normal)
        sighted.beacon = "gate-3"
        state.hear(sighted, at: 1)
        #expect(state.says == "normal" && state.senders == 1)
    }

    @Test func `A stranger raises none, and is told once`() {
        var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock")])
        let outcome = state.hear(.from(1, .evacuation, .anyone), at: 0)
        #expect(outcome.claims.isEmpty && outcome.doubts == [beacon(1)])
        #expect(state.says == "unknown" && !state.status.stale && state.raisers.isEmpty)
        let again = state.hear(.from(1, .evacuation, .anyone), at: 1)
        #expect(again.doubts.isEmpty)
        state.take(.says(.yellow), at: 2)
        #expect(state.says == "yellow", "worse than unknown")
        // Nor does one who takes a known beacon's address silence that one.
        state.hear(.from(2, .evacuation, .listed), at: 3)
        let impostor = state.hear(.from(2, .normal, .anyone), at: 4)
        #expect(state.says == "evacuation" && impostor.forgotten.isEmpty)
    }

    @Test func `The network claims it once for each statement`() {
        var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock", sectors: [3])])
        var row = NetworkReport.says(.evacuation, "row 1", message: "leave")
        row.route = "gate-3"
        let first = state.take(row, at: 0)
        #expect(
            first.claims == [
                EvacuationClaim(
                    source: .network(identity: "row 1"), isSigned: false, zones: [], message: "leave", route: "gate-3")
            ])
        let again = state.take(row, at: 5)
        #expect(again.claims.isEmpty)
        row.identity = "row 2"
        let changed = state.take(row, at: 10)
        #expect(changed.claims.count == 1)
        let sector = state.take(.says(.normal, "row 3", sectors: [3: .evacuation]), at: 15)
        #expect(sector.claims.map(\.zones) == [[1]] && state.zonesSay == [1: "evacuation"])
        let nowhere = state.take(.says(.normal, "row 5", sectors: [8: .evacuation]), at: 25)
        #expect(nowhere.claims.map(\.zones) == [[]], "nobody knows who is in that sector")
        // The network's word of it ends; whether the evacuation does is another matter.
        state.look(at: 60)
        #expect(state.says == "evacuation?")
        let back = state.take(.says(.normal, "row 5", sectors: [8: .evacuation]), at: 61)
        #expect(back.claims.count == 1)
    }

    @Test func `One that holds is in its zones and on the track, whoever says what`() {
        var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock"), NamedZone(zone: 2, name: "Gate")])
        state.take(.says(.normal), at: 0)
        let outcome = state.set(.of([2, 7], message: "leave"), at: 0)
        #expect(outcome.isChanged && state.zonesSay == [1: "normal", 2: "evacuation", 7: "evacuation"])
        #expect(state.says == "evacuation" && state.status.source == .evacuation && state.status.validUntil == nil)
        #expect(state.status.message == "leave" && state.status.evacuation?.zones == [2, 7])
        state.hear(.from(1, zone: 2, .normal), at: 1)
        state.say(.says(.normal), at: 1)
        state.note(.gone, at: 2)
        state.look(at: 1000)
        #expect(state.zonesSay == [1: "normal", 2: "evacuation", 7: "evacuation"] && state.says == "evacuation")
        state.set(.of(message: "all"), at: 1001)
        #expect(Set(state.zonesSay.values) == ["evacuation"])
        // Who is in a zone that it is not for is told what counts there.
        state.set(.of([2], message: "leave"), at: 1002)
        let here = state.status.here(2)
        let there = state.status.here(1)
        #expect(here.evacuation?.message == "leave" && here.message == "leave" && here.mode == .evacuation)
        #expect(there.evacuation == nil && there.message == nil && there.mode == .normal)
        #expect(state.status.here(99).mode == .evacuation && !state.status.here(99).known)
    }

    @Test func `Once cleared, who goes on saying so says nothing that anybody knows`() {
        var state = TrackState()
        state.hear(.from(1, zone: 1, .evacuation), at: 0)
        state.take(.says(.evacuation, "row 1"), at: 0)
        state.set(.of(), at: 0)
        let raisers = state.raisers
        #expect(raisers == [beacon(1), .network(identity: "row 1")])
        state.clear(at: 5)
        #expect(state.says == "unknown" && state.zonesSay == [1: "unknown"], "not normal, and nobody's evacuation")
        #expect(state.status.since == at(5).wall && state.status.evacuation == nil)
        let beacons = state.hear(.from(1, zone: 1, .evacuation), at: 6)
        let row = state.take(.says(.evacuation, "row 1"), at: 6)
        #expect(beacons.claims.isEmpty && row.claims.isEmpty && state.says == "unknown")
        // Another beacon is another matter,
        let second = state.hear(.from(2, zone: 1, .evacuation), at: 7)
        #expect(second.claims.count == 1 && state.says == "evacuation")
        state.hear(.from(2, zone: 1, .normal), at: 8)
        // and so is the same one, and another row, once they have said something else.
        let calm = state.hear(.from(1, zone: 1, .normal), at: 9)
        #expect(calm.forgotten == [beacon(1)])
        let repeated = state.hear(.from(1, zone: 1, .evacuation), at: 10)
        #expect(repeated.claims.count == 1 && state.says == "evacuation")
        state.hear(.from(1, zone: 1, .normal), at: 11)
        let next = state.take(.says(.evacuation, "row 2"), at: 11)
        #expect(next.forgotten == [.network(identity: "row 1")] && next.claims.count == 1)
        #expect(state.says == "evacuation")
    }

    @Test func `A cleared statement that is made once more raises it again`() {
        var state = TrackState()
        var row = NetworkReport.says(.evacuation, "row 1")
        state.take(row, at: 0)
        state.clear(at: 1)
        row.isMadeAgain = true
        let again = state.take(row, at: 2)
        #expect(
            again.forgotten == [.network(identity: "row 1")] && again.claims.count == 1 && state.says == "evacuation")
        row.isMadeAgain = false
        let repeated = state.take(row, at: 3)
        #expect(repeated.claims.isEmpty && state.says == "evacuation")
    }

    @Test func `A cleared beacon that falls silent for its TTL may raise it again`() {
        var state = TrackState(hold: .seconds(2))
        state.hear(.from(1, .evacuation, ttl: 10), at: 0)
        state.set(.of(), at: 0)
        state.clear(at: 1)
        state.hear(.from(1, .evacuation, ttl: 10), at: 5)
        let early = state.look(at: 16.999)
        let late = state.look(at: 17)
        #expect(early.forgotten.isEmpty && late.forgotten == [beacon(1)])
        #expect(state.says == "unknown?", "nothing is left over of it")
        let repeated = state.hear(.from(1, .evacuation), at: 18)
        #expect(repeated.claims.count == 1)
    }

    /// Cleared, and then the host was killed: the beacon goes on for a while, and so does the network's row.
    @Test func `What was cleared before a restart stays cleared`() {
        var state = TrackState()
        state.restore(
            PersistedState(silenced: [beacon(1), beacon(2), .network(identity: "row 1")]), at: at(0))
        let outcome = state.hear(.from(1, .evacuation), at: 100)
        let row = state.take(.says(.evacuation, "row 1"), at: 100)
        #expect(outcome.claims.isEmpty && row.claims.isEmpty && state.says == "unknown")
        // Who was not heard again for longer than anything can be said is forgotten.
        let silent = state.look(at: 255)
        #expect(silent.forgotten == [beacon(1), beacon(2)])
        let repeated = state.hear(.from(2, .evacuation), at: 256)
        #expect(repeated.claims.count == 1)
    }

    @Test func `A cleared beacon stays cleared while ble is off and on`() {
        var state = TrackState()
        state.note(.active, at: 0)
        state.hear(.from(1, .evacuation), at: 0)
        state.clear(at: 1)
        state.note(.gone, at: 2)
        state.note(.active, at: 3)
        let again = state.hear(.from(1, .evacuation), at: 60)
        #expect(again.claims.isEmpty && state.says == "unknown")
    }

    @Test func `What is cleared of the network hides nothing else that it says`() {
        var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock", sectors: [1])])
        state.take(.says(.evacuation, "row 1", sectors: [1: .redFlag, 2: .evacuation]), at: 0)
        state.clear(at: 1)
        #expect(state.zonesSay == [1: "redFlag"] && state.says == "redFlag")
        #expect(state.status.sectors.map(\.mode) == [.redFlag, .unknown])
    }
}
