import Testing
import TransitEngine

/// Journeys that walk less.
@Suite(.timeLimit(.minutes(2))) struct WalkingTests {
    @Test func aLaterJourneyThatWalksLessIsKept() throws {
        var town = JourneyTests.Town()
        town.trip(("A", 1_000, 1_000), ("B", 1_030, 1_030), ("C", 2_000, 2_000))
        town.walk("B", "C", 300)
        town.trip(("B", 1_100, 1_100), ("D", 1_200, 1_200), ("C", 1_500, 1_500))
        let timetable = try Timetable(town.network)
        var query = town.query("A", "C", at: 900)
        #expect(Planner().journeys(query, in: timetable).map(\.arrival).count == 1)
        query.leastWalking = true
        let words = Planner().journeys(query, in: timetable).map { town.words($0, timetable) }
        #expect(words == ["1000-1330 T0 walk", "1000-1500 T0 T1", "1000-2000 T0"])
    }

    @Test(arguments: 0..<60) func nothingThatIsFoundWithoutIsLost(seed: UInt64) throws {
        var random = Seeded(seed + 9_000)
        let network = randomNetwork(&random)
        let timetable = try Timetable(network)
        let planner = Planner()
        for number in 0..<8 {
            let ends = (random.number(0...network.stops.count - 1), random.number(0...network.stops.count - 1))
            let moment = network.zones[0].starts[random.number(1...3)] + 60 * random.number(0...1_439)
            var query = Query(.departing(at: moment), from: [.init(UInt32(ends.0))], to: [.init(UInt32(ends.1))])
            let plain = planner.journeys(query, in: timetable)
            query.leastWalking = true
            let walking = planner.journeys(query, in: timetable)
            let note = "seed \(seed), query \(number): \(query)"
            for journey in plain {
                #expect(
                    walking.contains { $0.arrival == journey.arrival && $0.transfers == journey.transfers }, "\(note)")
            }
            for one in walking {
                let isBeaten = walking.contains {
                    $0 != one && $0.arrival <= one.arrival && $0.transfers <= one.transfers
                        && $0.walking < one.walking
                }
                #expect(!isBeaten && one.departure >= moment, "\(note)")
            }
        }
    }
}
