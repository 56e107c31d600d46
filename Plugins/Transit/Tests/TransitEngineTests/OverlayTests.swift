import Days
import Testing
import TransitEngine

/// Changes of trips, compared with a network that was planned that way.
@Suite(.timeLimit(.minutes(2))) struct OverlayTests {
    @Test(arguments: 0..<60) func likeANetworkThatWasPlannedSo(seed: UInt64) throws {
        var random = Seeded(seed + 5_000)
        var network = randomNetwork(&random)
        // A repeated trip and a vehicle's block are one trip's for all days.
        network.frequencies = []
        for trip in network.trips.indices { network.trips[trip].block = Network.none }
        network.rules.removeAll { $0.fromTrip != Network.none || $0.toTrip != Network.none }
        let plain = try Timetable(network)
        var changed = network
        var updates: [TripUpdate] = []
        for number in network.trips.indices where random.chance(50) {
            let day = random.number(1...3)
            let trip = network.trips[number]
            guard network.services[Int(trip.service)].contains(day) else { continue }
            var calls = Array(network.calls[Int(trip.firstCall)..<Int(trip.firstCall + trip.callCount)])
            let kind = random.number(0...3)
            switch kind {
            case 0: calls = []
            case 1:
                let late = Int32(60 * random.number(-5...90))
                let from = late > 0 ? random.number(0...calls.count - 1) : 0
                for place in from..<calls.count {
                    calls[place].arrival += late
                    calls[place].departure += late
                }
                calls[random.number(0...calls.count - 1)].boarding = []
            case 2: calls.swapAt(0, calls.count - 1)
            default: break
            }
            if kind == 2 {
                (calls[0].arrival, calls[calls.count - 1].arrival) = (calls[calls.count - 1].arrival, calls[0].arrival)
                (calls[0].departure, calls[calls.count - 1].departure) = (
                    calls[calls.count - 1].departure, calls[0].departure
                )
            }
            let change: TripUpdate.Change =
                kind == 0
                ? .cancelled
                : kind == 1 ? .retimed(calls) : kind == 2 ? .replaced(calls) : .added(trip, calls.map(Self.later))
            updates.append(TripUpdate(trip: UInt32(number), day: 18_000 + day, change: change))
            if kind < 3 {
                changed.services.append(network.services[Int(trip.service)])
                changed.services[changed.services.count - 1].remove(day)
                changed.trips[number].service = UInt32(changed.services.count - 1)
            }
            if kind > 0 {
                var alone = DaySet(count: 5)
                alone.insert(day)
                changed.services.append(alone)
                var new = trip
                (new.service, new.firstCall) = (UInt32(changed.services.count - 1), UInt32(changed.calls.count))
                changed.calls += kind == 3 ? calls.map(Self.later) : calls
                changed.trips.append(new)
            }
        }
        // What was applied before does not count any more.
        let first = plain.applying(updates.reversed())
        let live = first.applying(updates)
        let planned = try Timetable(changed)
        #expect(live.ignoredUpdates == 0)
        let planner = Planner()
        for number in 0..<12 {
            let ends = (random.number(0...network.stops.count - 1), random.number(0...network.stops.count - 1))
            let moment = network.zones[0].starts[random.number(1...3)] + 60 * random.number(0...1_439)
            var query = Query(.departing(at: moment), from: [.init(UInt32(ends.0))], to: [.init(UInt32(ends.1))])
            if number % 3 == 1 { query.when = .arriving(by: moment) }
            if number % 3 == 2 { query.when = .departingWithin(moment, through: moment + 7_200) }
            let got = planner.journeys(query, in: live).map(ReferenceTests.point)
            #expect(
                got == planner.journeys(query, in: planned).map(ReferenceTests.point),
                "seed \(seed), query \(number): \(query)")
        }
        let reset = live.applying([])
        let stops = network.stops.indices.map { UInt32($0) }
        let start = network.zones[0].starts[1]
        #expect(
            reset.departures(of: stops, from: start, limit: 1_000)
                == plain.departures(of: stops, from: start, limit: 1_000))
    }

    private static func later(_ call: Network.Call) -> Network.Call {
        var call = call
        call.arrival += 420
        call.departure += 420
        return call
    }

    @Test func aDelayIsSeenAtTheStopAndInJourneys() throws {
        var town = JourneyTests.Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030))
        town.trip(("A", 1_100, 1_100), ("B", 1_130, 1_130))
        let timetable = try Timetable(town.network)
        var calls = timetable.calls(of: timetable.runs(of: 0)[0])
        for place in calls.indices {
            calls[place].arrival += 200
            calls[place].departure += 200
        }
        let update = TripUpdate(trip: 0, day: 20_000, change: .retimed(calls))
        let late = timetable.applying([update])
        let start = 20_000 * 86_400
        #expect(late.departures(of: [0], from: start, limit: 2).map { $0.moment - start } == [1_100, 1_200])
        #expect(late.departures(of: [0], from: start, limit: 2).map { $0.planned - start } == [1_100, 1_000])
        #expect(late.trip(of: late.departures(of: [0], from: start, limit: 2)[1].run)?.id == "T0")
        let journeys = Planner().journeys(town.query("A", "B", at: 900), in: late)
        #expect(journeys.map { town.words($0, late) } == ["1100-1130 T1"])
        #expect(late.applying([update]).ignoredUpdates == 0)
    }

    @Test func whatWasNotPlannedIsIgnored() throws {
        var town = JourneyTests.Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030))
        let timetable = try Timetable(town.network)
        let back = [Network.Call(stop: 0, arrival: 9, departure: 9), Network.Call(stop: 1, arrival: 3, departure: 3)]
        let updates = [
            TripUpdate(trip: 9, day: 20_000, change: .cancelled), TripUpdate(trip: 0, day: 1, change: .cancelled),
            TripUpdate(trip: 0, day: 20_000, change: .retimed([])),
            TripUpdate(trip: 0, day: 20_000, change: .replaced(back)),
            TripUpdate(trip: 0, day: 20_001, start: 5, change: .cancelled),
        ]
        let result = timetable.applying(updates)
        #expect(result.ignoredUpdates == 5)
        #expect(Planner().journeys(town.query("A", "B", at: 900), in: result).count == 1)
    }
}
