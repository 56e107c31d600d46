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

    /// How much a search did, for measurements.
    public struct Work: Sendable {
        /// Rounds, of which each adds a ride.
        public internal(set) var rounds = 0
        /// Patterns that were scanned.
        public internal(set) var patterns = 0
    }

    /// The best journey with a number of rides, as times alone.
    public struct Outline: Sendable, Hashable {
        /// When it starts or was allowed to start, in seconds since 1970.
        public var departure: Int
        /// When it ends or was allowed to end, in seconds since 1970.
        public var arrival: Int
        /// The rides.
        public var rides: Int
    }

    /// How much the last search did.
    public internal(set) var work = Work()

    var scratch: Scratch?
    var held: [DayView] = []
    var seeds: [Seed] = []

    /// A moment at which a range of departures starts again from a place.
    struct Seed {
        var time: Int32
        var place: UInt32
    }

    /// A planner without memory yet.
    public init() {}

    /// The best journeys, by arrival and changes, and by walking where the query says so; earliest first.
    public func journeys(_ query: Query, in timetable: Timetable) -> [Journey] {
        var result: [Journey] = []
        switch query.when {
        case .departing where query.leastWalking && query.via.isEmpty:
            guard let search = ready(query, in: timetable, Forward.self) else { break }
            var walking = WalkingSearch(search, query: query, timetable: timetable)
            let journeys = walking.journeys()
            finish(search)
            return journeys + walkAlone(query, in: timetable)
        case .departing:
            each(query, in: timetable, Forward.self) { search, found in
                if let journey = search.journey(found, in: timetable) { result.append(journey) }
            }
            tighten(&result, query, in: timetable, Backward.self)
        case .arriving:
            each(query, in: timetable, Backward.self) { search, found in
                if let journey = search.journey(found, in: timetable) { result.append(journey) }
            }
            tighten(&result, query, in: timetable, Forward.self)
        case .departingWithin:
            each(query, in: timetable, Forward.self) { search, found in
                if let journey = search.journey(found, in: timetable) { result.append(journey) }
            }
        case .arrivingWithin:
            each(query, in: timetable, Backward.self) { search, found in
                if let journey = search.journey(found, in: timetable) { result.append(journey) }
            }
        }
        if let window = query.window {
            if case .departingWithin = query.when { result.removeAll { !window.contains($0.departure) } }
            if case .arrivingWithin = query.when { result.removeAll { !window.contains($0.arrival) } }
        }
        result.append(contentsOf: walkAlone(query, in: timetable))
        return best(result)
    }

    /// The best journeys of a query as times alone, which takes no memory once this planner has some.
    public func outlines(_ query: Query, in timetable: Timetable, into outlines: inout [Outline]) {
        outlines.removeAll(keepingCapacity: true)
        switch query.when {
        case .departing, .departingWithin:
            each(query, in: timetable, Forward.self) { search, found in outlines.append(search.outline(found)) }
        case .arriving, .arrivingWithin:
            each(query, in: timetable, Backward.self) { search, found in outlines.append(search.outline(found)) }
        }
    }

    /// When each stop is reached first that is reached at all; the query's end is ignored.
    public func reach(_ query: Query, in timetable: Timetable) -> [Reach] {
        var query = query
        query.to = []
        query.via = []
        var best = Array(repeating: Reach?.none, count: timetable.stops.count)
        func reach(_ place: UInt32, _ time: Int32, _ rides: Int, _ origin: Int) {
            let stop = timetable.tables.places.stops[place]
            if let known = best[Int(stop)], known.arrival <= origin + Int(time) { return }
            best[Int(stop)] = Reach(stop: stop, arrival: origin + Int(time), rides: rides)
        }
        guard case .departing = query.when, let search = ready(query, in: timetable, Forward.self) else { return [] }
        var one = search
        one.begin(at: one.moment(query))
        for place in 0..<one.accessCount {
            let place = one.scratch.accessList[place]
            one.seed(place)
            reach(place, one.start + one.scratch.access[place], 0, one.origin)
        }
        one.run { _, _ in }
        let places = timetable.tables.places
        for round in stride(from: 1, through: one.lastRound, by: 1) {
            for number in 0..<Int(one.scratch.counts[round]) {
                let place = one.scratch.alighted[round * one.scratch.states + number]
                let time = one.scratch.rides[round * one.scratch.states + Int(place)].time
                reach(place, time, round, one.origin)
                for step in places.footOffsets.range(Int(place)) {
                    let foot = places.feet[step]
                    if time + foot.seconds <= one.start + one.longest {
                        reach(foot.to, time + foot.seconds, round, one.origin)
                    }
                }
            }
        }
        finish(one)
        return best.compactMap { $0 }
    }

    /// Runs a query in a direction and hands over each best journey as soon as it is found.
    private func each<S: Sense>(
        _ query: Query, in timetable: Timetable, _ sense: S.Type, _ body: (Search<S>, Found) -> Void
    ) {
        guard var search = ready(query, in: timetable, sense) else { return }
        func run() {
            search.run { search, round in
                body(
                    search,
                    Found(
                        round: Int32(round), state: search.scratch.ends[round], start: search.start,
                        time: search.limit))
            }
        }
        if search.hasRows {
            collectSeeds(query, search, in: timetable)
            var next = 0
            if let last = seeds.first {
                // From the last moment on anything may be waited for anywhere.
                search.begin(at: last.time)
                for place in 0..<search.accessCount { search.seed(search.scratch.accessList[place]) }
                run()
            }
            while next < seeds.count {
                search.begin(at: seeds[next].time)
                let time = seeds[next].time
                while next < seeds.count, seeds[next].time == time {
                    search.seed(seeds[next].place)
                    next += 1
                }
                run()
            }
        } else {
            search.begin(at: search.moment(query))
            for place in 0..<search.accessCount { search.seed(search.scratch.accessList[place]) }
            run()
        }
        finish(search)
    }

    /// All moments of a window at which a vehicle can be boarded first, the last ones first.
    private func collectSeeds<S: Sense>(_ query: Query, _ search: Search<S>, in timetable: Timetable) {
        seeds.removeAll(keepingCapacity: true)
        guard let window = query.window else { return }
        let times =
            S.isForward
            ? Int32(window.lowerBound - search.origin)...Int32(window.upperBound - search.origin)
            : Int32(search.origin - window.upperBound)...Int32(search.origin - window.lowerBound)
        let tables = timetable.tables
        for number in 0..<search.accessCount {
            let place = search.scratch.accessList[number]
            let walk = search.scratch.access[place]
            for entry in tables.entryOffsets.range(Int(place)) {
                let one = tables.entries[entry]
                let pattern = tables.patterns[one.pattern]
                let position = Int(one.position)
                let stop = tables.patternStops[Int(pattern.stops) + position]
                guard stop & (S.isForward ? PatternStop.pickup : PatternStop.dropOff) != 0 else { continue }
                let events = tables.events(of: Int(one.pattern))
                for slot in 0..<search.slotCount {
                    guard let day = search.scratch.slots[slot] else { continue }
                    let row = day.rows[one.pattern]
                    let offset = search.scratch.offsets[Int(pattern.zone) * Scratch.mostSlots + slot] - walk
                    for place in Int(row.first)..<Int(row.first + row.count) {
                        let run = day.entries[place]
                        let event = Int(run.profile) + 2 * position
                        let time =
                            offset + (S.isForward ? run.start + events[event + 1] : -(run.start + events[event]))
                        if times.contains(time) {
                            seeds.append(Seed(time: time, place: search.scratch.accessList[number]))
                        }
                    }
                }
            }
        }
        seeds.sort { ($0.time, $0.place) > ($1.time, $1.place) }
    }

    /// Gives journeys that leave no later than they must the latest departure, and the other way round.
    private func tighten<S: Sense>(
        _ journeys: inout [Journey], _ query: Query, in timetable: Timetable, _ sense: S.Type
    ) {
        for (place, journey) in journeys.enumerated() {
            var back = query
            back.when = S.isForward ? .departing(at: journey.departure) : .arriving(by: journey.arrival)
            back.maxTransfers = max(0, journey.transfers)
            back.directWalk = nil
            var better: Journey?
            each(back, in: timetable, sense) { search, found in
                if let one = search.journey(found, in: timetable), one.transfers == journey.transfers { better = one }
            }
            guard let better else { continue }
            let isBetter =
                S.isForward
                ? better.arrival <= journey.arrival && better.departure >= journey.departure
                : better.departure >= journey.departure && better.arrival <= journey.arrival
            if isBetter { journeys[place] = better }
        }
    }

    /// The journeys that no other one is better than.
    private func best(_ journeys: [Journey]) -> [Journey] {
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

extension Query {
    /// The moments of a range.
    var window: ClosedRange<Int>? {
        switch when {
        case .departing, .arriving: nil
        case .departingWithin(let first, let last), .arrivingWithin(let first, let last):
            first...max(first, min(last, first + Planner.longestWindow))
        }
    }
}
