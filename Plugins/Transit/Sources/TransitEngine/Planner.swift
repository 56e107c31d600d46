internal import Columns
internal import Ways

/// Searches timetables; it keeps its memory from one search to the next, and one task uses it at a time.
public final class Planner {
    /// The longest journey that is searched, in seconds.
    public static let longestJourney: Int32 = 259_200
    /// The longest window that is searched, in seconds.
    public static let longestWindow = 172_800
    /// The most changes.
    public static let mostTransfers = Scratch.mostRounds - 1
    /// The most groups of stops that a journey may have to pass.
    public static let mostVia = Scratch.mostLayers - 1

    /// The best journey with a number of rides, as times alone.
    public struct Outline: Sendable, Hashable {
        /// When it starts or was allowed to start, in seconds since 1970.
        public var departure: Int
        /// When it ends or was allowed to end, in seconds since 1970.
        public var arrival: Int
        /// The rides.
        public var rides: Int
        /// Where the search ended.
        let state: UInt32
    }

    /// How many rounds the last search went through and how many patterns it scanned, for measurements.
    public internal(set) var work = (rounds: 0, patterns: 0)

    var scratch: Scratch?
    var held: [DayView] = []
    /// The moments at which a range of departures starts again, each from a place.
    private var seeds: [(time: Int32, place: UInt32)] = []

    /// A planner without memory yet.
    public init() {}

    /// The best journeys, by arrival and changes, and by walking where the query says so; earliest first.
    public func journeys(_ query: Query, in timetable: Timetable) -> [Journey] {
        let moments = query.window.moments
        let found: [Journey]
        switch query.when {
        case .departing where query.leastWalking && query.via.isEmpty:
            guard let search = ready(query, in: timetable, Forward.self) else { return timetable.walkAlone(query) }
            defer { finish(search) }
            var walking = WalkingSearch(search, timetable)
            return walking.journeys() + timetable.walkAlone(query)
        case .departing:
            found = rides(query, in: timetable, Forward.self).map { tightened($0, query, in: timetable, Backward.self) }
        case .arriving:
            found = rides(query, in: timetable, Backward.self).map { tightened($0, query, in: timetable, Forward.self) }
        case .departingWithin:
            found = rides(query, in: timetable, Forward.self).filter { moments.contains($0.departure) }
        case .arrivingWithin:
            found = rides(query, in: timetable, Backward.self).filter { moments.contains($0.arrival) }
        }
        return Self.best(found + timetable.walkAlone(query))
    }

    /// The best journeys of a query as times alone, which takes no memory once this planner has some.
    public func outlines(_ query: Query, in timetable: Timetable, into outlines: inout [Outline]) {
        outlines.removeAll(keepingCapacity: true)
        switch query.when {
        case .departing, .departingWithin:
            each(query, in: timetable, Forward.self) { _, found in outlines.append(found) }
        case .arriving, .arrivingWithin:
            each(query, in: timetable, Backward.self) { _, found in outlines.append(found) }
        }
    }

    /// When each stop is reached first that is reached at all; the query's end is ignored.
    public func reach(_ query: Query, in timetable: Timetable) -> [Reach] {
        var query = query
        (query.to, query.via) = ([], [])
        guard case .departing = query.when, var search = ready(query, in: timetable, Forward.self) else { return [] }
        search.begin(at: search.window.lowerBound, everywhere: true)
        let (places, origin, latest) = (timetable.tables.places, search.origin, search.start + search.longest)
        var best: [UInt32: Reach] = [:]
        func note(_ place: UInt32, _ time: Int32, _ rides: Int) {
            let reach = Reach(stop: places.stops[place], arrival: origin + Int(time), rides: rides)
            if time <= latest, best[reach.stop].map({ reach.arrival < $0.arrival }) ?? true { best[reach.stop] = reach }
        }
        for number in 0..<search.access.count {
            let place = search.access.list[number]
            note(place, search.start + search.access.walks[place], 0)
        }
        search.run { search, _ in
            for number in 0..<Int(search.scratch.rides.counts[search.round]) {
                let place = search.scratch.rides.state(number, of: search.round)
                let time = search.scratch.rides.best[place]
                note(UInt32(place), time, search.round)
                for step in places.feet[place] {
                    note(places.feet.values[step].to, time + places.feet.values[step].length, search.round)
                }
            }
        }
        finish(search)
        return best.values.sorted { $0.stop < $1.stop }
    }

    /// Runs a query in a direction and hands over each best journey as soon as it is found.
    private func each<S: Sense>(
        _ query: Query, in timetable: Timetable, _ sense: S.Type, _ body: (Search<S>, Outline) -> Void
    ) {
        guard var search = ready(query, in: timetable, sense) else { return }
        func run() { search.run { search, found in if let found { body(search, found) } } }
        seeds.removeAll(keepingCapacity: true)
        if search.hasRows { collectSeeds(of: search) }
        if let start = search.hasRows ? seeds.first?.time : search.window.lowerBound {
            // From the last moment on anything may be waited for anywhere.
            search.begin(at: start, everywhere: true)
            run()
        }
        for (number, seed) in seeds.enumerated() {
            if number == 0 || seeds[number - 1].time > seed.time { search.begin(at: seed.time) }
            search.seed(seed.place)
            if number == seeds.count - 1 || seeds[number + 1].time < seed.time { run() }
        }
        finish(search)
    }

    private func rides<S: Sense>(_ query: Query, in timetable: Timetable, _ sense: S.Type) -> [Journey] {
        var result: [Journey] = []
        each(query, in: timetable, sense) { search, found in
            if let journey = search.journey(found, in: timetable) { result.append(journey) }
        }
        return result
    }

    /// All moments of a window at which a vehicle can be boarded first, the last ones first.
    private func collectSeeds<S: Sense>(of search: Search<S>) {
        for number in 0..<search.access.count {
            let place = search.access.list[number]
            let walk = search.access.walks[place]
            search.runs(at: place) { _, _, _, time in
                if search.window.contains(time - walk) { seeds.append((time - walk, place)) }
                return true
            }
        }
        seeds.sort { $0 > $1 }
    }

    /// A journey that leaves no later than it must with the latest departure, or the other way round.
    private func tightened<S: Sense>(
        _ journey: Journey, _ query: Query, in timetable: Timetable, _ sense: S.Type
    ) -> Journey {
        var back = query
        back.when = S.isForward ? .departing(at: journey.departure) : .arriving(by: journey.arrival)
        (back.maxTransfers, back.directWalk) = (max(0, journey.transfers), nil)
        guard let better = rides(back, in: timetable, sense).last(where: { $0.transfers == journey.transfers }),
            better.arrival <= journey.arrival, better.departure >= journey.departure
        else { return journey }
        return better
    }

    /// The journeys that no other one is better than.
    private static func best(_ journeys: [Journey]) -> [Journey] {
        var result: [Journey] = []
        let sorted = journeys.sorted {
            ($0.departure, -$0.arrival, -$0.transfers) > ($1.departure, -$1.arrival, -$1.transfers)
        }
        for one in sorted
        where !result.contains(where: {
            $0.departure >= one.departure && $0.arrival <= one.arrival && $0.transfers <= one.transfers
        }) { result.append(one) }
        return result.sorted { ($0.arrival, -$0.departure, $0.transfers) < ($1.arrival, -$1.departure, $1.transfers) }
    }
}
