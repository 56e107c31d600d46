import BLEContracts
import FeatureKit
import Testing

@testable import TrackStatusFeature

/// Invented senders and zones take up a limited amount of room, and lower no warning.
@Suite struct BoundsTests {
    @Test func `Of strangers the least severe word gives way, and is counted`() {
        var state = TrackState()
        for sender in 0..<TrackState.mostSenders {
            state.hear(.from(sender, zone: sender % 8, .safetyCar, .anyone), at: 0)
        }
        #expect(state.senders == TrackState.mostSenders && state.displaced == 0)
        state.hear(.from(5000, zone: 1, .normal, .anyone), at: 1)
        #expect(state.displaced == 1 && state.senders == TrackState.mostSenders && state.says == "safetyCar")
        state.hear(.from(5001, zone: 1, .redFlag, .anyone), at: 1)
        #expect(state.displaced == 2 && state.senders == TrackState.mostSenders)
        #expect(state.says == "redFlag" && state.zonesSay[1] == "redFlag")
        // Once they have run out there is room.
        state.hear(.from(5002, zone: 3, .normal, ttl: 100), at: 30)
        #expect(state.displaced == 2 && state.senders == 1)
    }

    @Test func `No flood of strangers takes a known beacon's place`() async {
        var state = TrackState()
        state.take(.says(.normal), at: 0)
        state.hear(.from(1, zone: 1, .safetyCar), at: 0)
        state.hear(.from(2, zone: 2, .normal), at: 0)
        for sender in 100..<3100 {
            state.hear(.from(sender, zone: 9, .redFlag, ttl: 255, .anyone), at: 1)
            await Task.yield()  // The thread is shared with other tests.
        }
        #expect(state.senders == TrackState.mostSenders && state.displaced == UInt64(3002 - TrackState.mostSenders))
        #expect(state.zonesSay == [1: "safetyCar", 2: "normal", 9: "redFlag"])
        state.hear(.from(3, zone: 3, .normal), at: 2)
        state.hear(.from(4, zone: 4, .evacuation), at: 2)
        #expect(state.zonesSay[3] == "normal" && state.zonesSay[4] == "evacuation" && state.says == "evacuation")
        #expect(state.senders == TrackState.mostSenders)
    }

    @Test func `Who was displaced comes back as one that was not heard to change`() {
        var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock")])
        state.hear(.from(1, zone: 1, .safetyCar, ttl: 255, .anyone), at: 0)
        state.take(.says(.redFlag), at: 1)
        state.hear(.from(1, zone: 1, .normal, ttl: 255, .anyone), at: 2)
        #expect(state.zonesSay[1] == "normal")
        for sender in 100...(100 + TrackState.mostSenders) {
            state.hear(.from(sender, zone: 9, .safetyCar, ttl: 5, .anyone), at: 3)
        }
        #expect(state.zonesSay[1] == "redFlag", "it was the least")
        state.hear(.from(1, zone: 1, .normal, .anyone), at: 9)
        #expect(state.zonesSay[1] == "redFlag", "nobody has heard it change")
    }

    @Test func `Zones that nobody names give way, the least severe first`() async {
        var state = TrackState(zones: [NamedZone(zone: 60_000, name: "Paddock")])
        state.hear(.from(1, zone: 7, .redFlag, ttl: 2), at: 0)
        state.say(.says(.normal), zone: 60_001, at: 0)
        // One word each, which runs out before the next.
        for zone in 1000..<(1000 + 2 * TrackState.mostZones) {
            state.hear(.from(zone, zone: zone, .normal, ttl: 1), at: Double(zone))
            await Task.yield()  // The thread is shared with other tests.
        }
        #expect(state.status.zones.count == TrackState.mostZones && state.displaced == UInt64(TrackState.mostZones + 3))
        #expect(state.zonesSay[7] == "redFlag?", "a warning is not forgotten for a normal")
        #expect(state.zonesSay[60_000] == "unknown?" && state.zonesSay[60_001] == "normal")
        #expect(state.zonesSay[999 + 2 * TrackState.mostZones] == "normal" && state.zonesSay[1000] == nil)
        #expect(state.hasRoom(for: 1) && state.hasRoom(for: 7))
        state.look(at: 100_000)
        #expect(state.senders == 0)
    }

    @Test func `A zone that only strangers spoke of goes with their words`() {
        var state = TrackState(zones: [NamedZone(zone: 60_000, name: "Paddock")])
        state.take(.says(.normal), at: 0)
        for zone in 0..<1000 { state.hear(.from(zone, zone: zone, .redFlag, ttl: 5, .anyone), at: 100) }
        state.hear(.from(2000, zone: 60_000, .safetyCar, ttl: 5, .anyone), at: 100)
        // Of these somebody else speaks, too.
        state.hear(.from(3001, zone: 3, .normal, ttl: 2), at: 101)
        state.hear(.from(3000, zone: 1, .normal, ttl: 2), at: 101)
        state.say(.says(.yellow), zone: 2, at: 101)
        state.say(nil, zone: 2, at: 101)
        state.set(.of([4]), at: 101)
        state.clear(at: 101)
        state.hear(.from(5, zone: 5, .normal, ttl: 9, .anyone), at: 102)
        #expect(state.status.zones.count == 1001 && state.says == "redFlag")
        state.look(at: 105)
        #expect(state.status.zones.count == 1001 && state.says == "redFlag?", "a warning is not forgotten at once")
        state.hear(.from(7, zone: 7, .redFlag, ttl: 200, .anyone), at: 704)
        state.look(at: 704.999)
        #expect(state.status.zones.count == 1000 && state.says == "redFlag", "the fifth, a normal, went with its word")
        let gone = state.look(at: 705)
        #expect(gone.isChanged && state.status.zones.map(\.zone) == [1, 2, 3, 4, 7, 60_000] && state.senders == 1)
        state.hear(.from(8, zone: 8, .normal, ttl: 200, .anyone), at: 706)
        state.note(.gone, at: 707)
        #expect(state.status.zones.map(\.zone) == [1, 2, 3, 4, 7, 60_000] && state.senders == 0)
        state.look(at: 1307)
        #expect(state.zonesSay[7] == nil && state.nextEnd == nil)
    }

    @Test func `A stranger that finds no room leaves no zone`() {
        var state = TrackState()
        for sender in 0..<TrackState.mostSenders {
            state.hear(.from(sender, zone: sender % 8, .safetyCar, ttl: 200, .anyone), at: 0)
        }
        state.hear(.from(5000, zone: 9, .normal, .anyone), at: 1)
        #expect(state.zonesSay[9] == nil && state.senders == TrackState.mostSenders)
        // A zone whose only word gave way.
        var few = TrackState()
        few.hear(.from(1, zone: 1, .normal, ttl: 200, .anyone), at: 0)
        for sender in 2..<(2 + TrackState.mostSenders) {
            few.hear(.from(sender, zone: 2, .safetyCar, ttl: 200, .anyone), at: 0)
        }
        #expect(few.zonesSay == [2: "safetyCar"] && few.senders == TrackState.mostSenders)
    }

    @Test func `An evacuation finds room where every zone is in one`() {
        var state = TrackState()
        for zone in 0..<TrackState.mostZones { state.set(.of([zone]), at: Double(zone)) }
        let outcome = state.hear(.from(1, zone: 9999, .evacuation), at: 9999)
        #expect(outcome.claims.map(\.zones) == [[9999]] && state.zonesSay[9999] == "evacuation")
        #expect(state.status.zones.count == TrackState.mostZones)
        state.set(.of(Set(0..<TrackState.mostZones)), at: 10_000)
        let another = state.hear(.from(2, zone: 9998, .evacuation), at: 10_001)
        #expect(another.claims.map(\.zones) == [[9998]] && state.says == "evacuation", "it is told, place or none")
        #expect(!state.hasRoom(for: 9998))
    }
}
