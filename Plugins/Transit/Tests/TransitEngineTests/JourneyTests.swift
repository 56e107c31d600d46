import Days
import Testing
import TransitEngine

/// Journeys of small timetables that others publish with what they expect.
@Suite struct JourneyTests {
    /// A network of stops A to Z and trips written as stops with a time for each.
    struct Town {
        var network = Network(days: ServiceDays(first: 20_000, count: 3))

        init() {
            network.zones = [Network.Zone(name: "UTC", starts: (20_000..<20_003).map { $0 * 86_400 })]
            network.stops = (0..<26).map { Network.Stop(id: String(UnicodeScalar(UInt8(65 + $0)))) }
            network.lines = [Network.Line(id: "L")]
            var days = DaySet(count: 3)
            (0..<3).forEach { days.insert($0) }
            network.services = [days]
        }

        static func stop(_ name: Character) -> UInt32 { UInt32((name.asciiValue ?? 65) - 65) }

        mutating func trip(_ calls: (Character, Int32, Int32)..., boarding: [Network.Boarding] = []) {
            network.trips.append(
                Network.Trip(
                    id: "T\(network.trips.count)", line: 0, service: 0, firstCall: UInt32(network.calls.count),
                    callCount: UInt32(calls.count)))
            for (place, call) in calls.enumerated() {
                network.calls.append(
                    Network.Call(
                        stop: Self.stop(call.0), arrival: call.1, departure: call.2,
                        boarding: place < boarding.count ? boarding[place] : .both))
            }
        }

        mutating func walk(_ from: Character, _ to: Character, _ seconds: Int32) {
            network.footpaths.append(
                Network.Footpath(from: Self.stop(from), to: Self.stop(to), seconds: seconds))
        }

        func query(_ from: Character, _ to: Character, at time: Int) -> Query {
            Query(
                .departing(at: 20_000 * 86_400 + time), from: [.init(Self.stop(from))], to: [.init(Self.stop(to))])
        }

        /// Journeys as the names of trips with departure and arrival.
        func plan(_ from: Character, _ to: Character, at time: Int = 900) throws -> [String] {
            let timetable = try Timetable(network)
            return Planner().journeys(query(from, to, at: time), in: timetable).map { words($0, timetable) }
        }

        func words(_ journey: Journey, _ timetable: Timetable) -> String {
            let midnight = 20_000 * 86_400
            let legs = journey.legs.map { leg in
                switch leg {
                case .ride(let ride):
                    ride.parts.map { timetable.trip(of: $0.run)?.id ?? "?" }.joined(separator: "=")
                case .walk: "walk"
                }
            }
            return "\(journey.departure - midnight)-\(journey.arrival - midnight) \(legs.joined(separator: " "))"
        }
    }

    @Test func direct() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_035), ("C", 1_100, 1_100))
        #expect(try town.plan("A", "C") == ["1000-1100 T0"])
        #expect(try town.plan("C", "A").isEmpty)
    }

    @Test func earliestOfMany() throws {
        var town = Town()
        town.trip(("A", 1_400, 1_400), ("B", 1_430, 1_435), ("C", 1_500, 1_500))
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_035), ("C", 1_100, 1_100))
        #expect(try town.plan("A", "C") == ["1000-1100 T1"])
    }

    @Test func changesAndMissedChanges() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_035), ("C", 1_100, 1_100))
        town.trip(("D", 1_000, 1_000), ("B", 1_030, 1_035), ("E", 1_100, 1_100))
        #expect(try town.plan("A", "E") == ["1000-1100 T0 T1"])
        var late = Town()
        late.network.days = ServiceDays(first: 20_000, count: 1)
        late.network.zones[0].starts = [20_000 * 86_400]
        late.trip(("A", 1_000, 1_000), ("B", 1_035, 1_035), ("C", 1_100, 1_100))
        late.trip(("D", 1_000, 1_000), ("B", 1_030, 1_030), ("E", 1_100, 1_100))
        #expect(try late.plan("A", "E").isEmpty)
    }

    @Test func fastestAndFewestChanges() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030), ("C", 1_200, 1_200), ("D", 1_210, 1_210))
        town.trip(("B", 1_040, 1_040), ("D", 1_100, 1_100))
        #expect(try town.plan("A", "D") == ["1000-1100 T0 T1", "1000-1210 T0"])
    }

    @Test func allThatIsReached() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_035), ("C", 1_100, 1_100))
        town.trip(("B", 1_040, 1_040), ("C", 1_080, 1_080), ("D", 1_090, 1_090))
        town.walk("C", "E", 60)
        let reached = Planner().reach(town.query("A", "D", at: 900), in: try Timetable(town.network))
        let words = reached.map { "\($0.stop) \($0.arrival - 20_000 * 86_400) \($0.rides)" }
        #expect(words == ["0 900 0", "1 1030 1", "2 1080 2", "3 1090 2", "4 1140 2"])
    }

    @Test func walksWhereThatIsFaster() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030))
        town.trip(("C", 1_130, 1_130), ("D", 1_200, 1_200))
        town.walk("B", "C", 60)
        #expect(try town.plan("A", "D") == ["1000-1200 T0 walk T1"])
        town.trip(("B", 1_040, 1_040), ("C", 1_150, 1_150))
        #expect(try town.plan("A", "C") == ["1000-1090 T0 walk"])
    }

    @Test func nobodyGetsOnOrOff() throws {
        var town = Town()
        town.network.days = ServiceDays(first: 20_000, count: 1)
        town.network.zones[0].starts = [20_000 * 86_400]
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030), ("C", 1_200, 1_200), boarding: [.dropOff, .pickup, .both])
        town.trip(("E", 1_000, 1_000), ("B", 1_020, 1_020))
        #expect(try town.plan("A", "C").isEmpty)
        #expect(try town.plan("E", "C") == ["1000-1200 T1 T0"])
        #expect(try town.plan("A", "B").isEmpty)
    }

    @Test func changeTakesItsTime() throws {
        var town = Town()
        town.network.stops[1].change = 10
        town.trip(("A", 1_000, 1_000), ("B", 1_025, 1_025))
        town.trip(("B", 1_030, 1_030), ("C", 1_100, 1_100))
        town.trip(("B", 1_040, 1_040), ("C", 1_110, 1_110))
        #expect(try town.plan("A", "C") == ["1000-1110 T0 T2"])
    }

    @Test func laterOfTwoThatArriveTogether() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_010, 1_010))
        town.trip(("A", 1_050, 1_050), ("B", 1_060, 1_060))
        town.trip(("B", 1_060, 1_060), ("C", 1_100, 1_100))
        #expect(try town.plan("A", "C") == ["1050-1100 T1 T2"])
    }

    @Test func yesterdaysTripRunsThisMorning() throws {
        var town = Town()
        // 35:07, as a bus of Kuopio has it.
        town.trip(("A", 34 * 3_600, 34 * 3_600), ("B", 126_420, 126_420))
        let timetable = try Timetable(town.network)
        let journeys = Planner().journeys(town.query("A", "B", at: 86_400 + 9 * 3_600), in: timetable)
        #expect(journeys.map { $0.departure - 20_000 * 86_400 } == [34 * 3_600])
        #expect(journeys[0].rides[0].parts[0].day == 20_000)
    }

    @Test func seatedThroughABlockWithoutAChange() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030))
        town.trip(("B", 1_030, 1_040), ("C", 1_100, 1_100))
        for trip in 0..<2 { town.network.trips[trip].block = 7 }
        town.network.stops[1].change = 600
        #expect(try town.plan("A", "C") == ["1000-1100 T0=T1"])
        let timetable = try Timetable(town.network)
        var query = town.query("A", "C", at: 900)
        query.inSeat = false
        query.longest = 3_600
        #expect(Planner().journeys(query, in: timetable).isEmpty)
    }

    /// Of two vehicles that go on in the same way only the later one, of the same day or of the next, goes on once more.
    @Test(arguments: [0, 1]) func whatComesLaterMayGoOnElsewhere(day: Int) throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030))
        town.trip(("A", 2_000, 2_000), ("B", 2_030, 2_030))
        town.trip(("B", 1_040, 1_040), ("C", 1_100, 1_100))
        town.trip(("B", 2_040, 2_040), ("C", 2_100, 2_100))
        town.trip(("C", 2_110, 2_110), ("D", 2_200, 2_200))
        var days = DaySet(count: 3)
        days.insert(day)
        town.network.services.append(days)
        for trip in 0..<5 {
            let isLater = [1, 3, 4].contains(trip)
            (town.network.trips[trip].block, town.network.trips[trip].service) = isLater ? (2, 1) : (1, 0)
        }
        let timetable = try Timetable(town.network)
        let (start, end) = (20_000 * 86_400 + 900, (20_000 + day) * 86_400 + 3_000)
        for when in [Query.When.departing(at: start), .arriving(by: end), .departingWithin(start, through: end)] {
            var query = town.query("A", "D", at: 0)
            (query.when, query.longest) = (when, 100_000)
            let found = Planner().journeys(query, in: timetable).map { town.words($0, timetable) }
            #expect(found == ["\(day * 86_400 + 2_000)-\(day * 86_400 + 2_200) T1=T3=T4"])
        }
    }

    @Test func rulesOfLinesAndTrips() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030))
        town.trip(("B", 1_040, 1_040), ("C", 1_100, 1_100))
        town.trip(("B", 1_050, 1_050), ("C", 1_110, 1_110))
        var rule = Network.TransferRule(from: 1, to: 1, kind: .forbidden)
        (rule.fromTrip, rule.toTrip) = (0, 1)
        town.network.rules = [rule]
        #expect(try town.plan("A", "C") == ["1000-1110 T0 T2"])
        town.network.rules[0].kind = .inSeat
        #expect(try town.plan("A", "C") == ["1000-1100 T0=T1"])
    }

    @Test func departuresOfTheNextDayToo() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030))
        town.trip(("A", 2_000, 2_000), ("B", 2_030, 2_030), boarding: [.dropOff, .both])
        let timetable = try Timetable(town.network)
        let list = timetable.departures(of: [0], from: 20_000 * 86_400 + 500, limit: 5, within: 100_000)
        #expect(list.map { $0.moment - 20_000 * 86_400 } == [1_000, 87_400])
        #expect(timetable.departures(of: [0, 99], from: 0, limit: 5).isEmpty)
    }

    @Test func misuseIsAnError() throws {
        var town = Town()
        town.trip(("A", 1_000, 1_000), ("B", 900, 900))
        #expect(throws: TimetableProblem.timesGoBack(trip: "T0", call: 1)) { try Timetable(town.network) }
        town.network.calls[1] = Network.Call(stop: 77, arrival: 2_000, departure: 2_000)
        #expect(throws: TimetableProblem.unknown(what: "stop", of: "trip T0")) { try Timetable(town.network) }
        let planner = Planner()
        let timetable = try Timetable(Town().network)
        var query = Query(.departing(at: 5), from: [.init(99)], to: [.init(.max)])
        query.maxTransfers = -5
        #expect(planner.journeys(query, in: timetable).isEmpty)
        query = Query(.arriving(by: .max / 4), from: [.init(0, walk: -3)], to: [.init(1)])
        query.maxTransfers = 1_000
        #expect(planner.journeys(query, in: timetable).isEmpty)
    }
}
