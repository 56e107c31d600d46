import Testing
import TransitEngine

/// Random small networks, planned by trying everything too.
@Suite(.timeLimit(.minutes(5))) struct ReferenceTests {
    static let rounds: UInt64 = 160

    private func query(_ network: Network, _ random: inout Seeded) -> Query {
        func places() -> [Query.Place] {
            (0..<(random.chance(70) ? 1 : 2)).map { _ in
                Query.Place(
                    UInt32(random.number(0...network.stops.count - 1)),
                    walk: random.chance(60) ? 0 : Int32(60 * random.number(1...10)))
            }
        }
        let starts = network.zones[0].starts
        let moment = starts[random.number(1...3)] + 60 * random.number(0...1_439)
        var query = Query(.departing(at: moment), from: places(), to: places())
        query.maxTransfers = random.number(0...4)
        if random.chance(20) { query.slack = Int32(60 * random.number(1...5)) }
        if random.chance(15) { query.wheelchair = true }
        if random.chance(10) { query.modes = [UInt16(random.number(0...1))] }
        if random.chance(10) { query.bannedLines = [0] }
        if random.chance(20) { query.inSeat = false }
        if random.chance(15) {
            query.via = (0..<random.number(1...2)).map { _ in
                [
                    UInt32(random.number(0...network.stops.count - 1)),
                    UInt32(random.number(0...network.stops.count - 1)),
                ]
            }
        }
        if random.chance(10) { query.directWalk = Int32(60 * random.number(5...90)) }
        if random.chance(10) { query.longest = Int32(3_600 * random.number(1...30)) }
        return query
    }

    private func expected(_ arrivals: [Int?], _ walk: Int?, _ moment: Int, _ query: Query) -> [Reference.Point] {
        var best = Int.max
        var result: [Reference.Point] = []
        if let walk {
            best = moment + walk
            if walk <= query.longest {
                result.append(Reference.Point(departure: 0, arrival: best, transfers: -1))
            }
        }
        for (transfers, arrival) in arrivals.enumerated() {
            guard let arrival, arrival < best else { continue }
            best = arrival
            result.append(Reference.Point(departure: 0, arrival: arrival, transfers: transfers))
        }
        return result.sorted { $0.transfers < $1.transfers }
    }

    @Test(arguments: 0..<8) func departing(part: UInt64) throws {
        let planner = Planner()
        for seed in (part * 100)..<(part * 100 + Self.rounds / 8) {
            var random = Seeded(seed)
            let network = randomNetwork(&random)
            let timetable = try Timetable(network)
            for number in 0..<6 {
                let query = query(network, &random)
                guard case .departing(let moment) = query.when else { continue }
                var reference = Reference(network, query)
                let wanted = expected(reference.arrivals(from: moment), reference.walkAlone, moment, query)
                let journeys = planner.journeys(query, in: timetable)
                let got = journeys.map { Reference.Point(departure: 0, arrival: $0.arrival, transfers: $0.transfers) }
                #expect(
                    got.sorted { $0.transfers < $1.transfers } == wanted,
                    "seed \(seed), query \(number): \(query)")
                for journey in journeys {
                    check(journey, query, network, timetable, reference, "seed \(seed), query \(number)")
                }
            }
        }
    }

    @Test(arguments: 0..<8) func rangesAndArriving(part: UInt64) throws {
        let planner = Planner()
        for seed in (part * 100 + 1_000)..<(part * 100 + 1_000 + Self.rounds / 8) {
            var random = Seeded(seed)
            let network = randomNetwork(&random)
            let timetable = try Timetable(network)
            for number in 0..<2 {
                var query = query(network, &random)
                guard case .departing(let moment) = query.when else { continue }
                let note = "seed \(seed), query \(number): \(query)"
                var reference = Reference(network, query)
                let window = moment...(moment + 3_600 * random.number(1...4))
                query.when = .departingWithin(window.lowerBound, through: window.upperBound)
                let profile = reference.profile(window)
                let journeys = planner.journeys(query, in: timetable).filter { $0.transfers >= 0 }
                #expect(Set(journeys.map(Self.point)) == profile, "\(note)")

                // Somebody who has to be there at a moment leaves as late as possible.
                query.when = .arriving(by: window.upperBound)
                let all = reference.profile((window.upperBound - Int(query.longest))...window.upperBound)
                var wanted: Set<Reference.Point> = []
                var latest = reference.walkAlone.map { window.upperBound - $0 } ?? .min
                for transfers in 0...query.maxTransfers {
                    let best = all.filter {
                        $0.transfers == transfers && $0.arrival <= window.upperBound
                            && window.upperBound - $0.departure <= query.longest
                    }.max { ($0.departure, -$0.arrival) < ($1.departure, -$1.arrival) }
                    guard let best, best.departure > latest else { continue }
                    latest = best.departure
                    wanted.insert(best)
                }
                let back = planner.journeys(query, in: timetable).filter { $0.transfers >= 0 }
                #expect(Set(back.map(Self.point)) == wanted, "\(note) by \(window.upperBound)")
                for journey in journeys + back { check(journey, query, network, timetable, reference, note) }
            }
        }
    }

    static func point(_ journey: Journey) -> Reference.Point {
        Reference.Point(departure: journey.departure, arrival: journey.arrival, transfers: journey.transfers)
    }

    /// Whether each leg can be travelled.
    private func check(
        _ journey: Journey, _ query: Query, _ network: Network, _ timetable: Timetable, _ reference: Reference,
        _ note: String
    ) {
        #expect(journey.arrival >= journey.departure && journey.transfers <= query.maxTransfers, "\(note)")
        var before: (ride: Journey.Ride, stop: UInt32)?
        for ride in journey.rides {
            let part = ride.parts[0], end = ride.parts[ride.parts.count - 1]
            let calls = timetable.calls(of: part.run), endCalls = timetable.calls(of: end.run)
            #expect(calls[part.board].boarding.contains(.pickup), "\(note)")
            #expect(endCalls[end.alight].boarding.contains(.dropOff), "\(note)")
            #expect(ride.parts.allSatisfy { $0.board <= $0.alight } && ride.departure <= ride.arrival, "\(note)")
            if let before {
                let (from, to) = (
                    instance(before.ride, isEnd: true, network, timetable),
                    instance(ride, isEnd: false, network, timetable)
                )
                let change = reference.change(from, before.stop, to, calls[part.board].stop)
                #expect(
                    change.map { before.ride.arrival + $0 + Int(query.slack) <= ride.departure } ?? false, "\(note)")
            }
            before = (ride, endCalls[end.alight].stop)
        }
        var time = journey.departure
        for leg in journey.legs {
            let (start, end) =
                switch leg {
                case .ride(let ride): (ride.departure, ride.arrival)
                case .walk(let walk): (walk.departure, walk.arrival)
                }
            #expect(start >= time && end >= start, "\(note)")
            time = end
        }
        #expect(time == journey.arrival, "\(note)")
    }

    private func instance(_ ride: Journey.Ride, isEnd: Bool, _ network: Network, _ timetable: Timetable)
        -> Reference.Instance
    {
        let part = isEnd ? ride.parts[ride.parts.count - 1] : ride.parts[0]
        let id = timetable.trip(of: part.run)?.id
        return Reference.Instance(
            trip: network.trips.firstIndex { $0.id == id } ?? 0, day: part.day, isAllowed: true,
            calls: timetable.calls(of: part.run), arrivals: [], departures: [])
    }
}
