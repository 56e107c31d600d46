internal import TransitEngine

/// Asks the engine for what one request wants, and chooses what is shown.
struct JourneySearch {
    /// The stretch that is looked through first for more journeys.
    private static let usualWindow = 3_600
    /// The longest one.
    private static let longestWindow = 86_400

    let planner: Planner
    let timetable: Timetable
    let query: Query

    func journeys(_ wished: WishedTime, window: Int?, most: Int) -> [Journey] {
        switch wished {
        case .departing(let moment):
            let best = window == nil ? find(.departing(at: moment)) : []
            let longest = best.isEmpty ? 0 : hour(28, ofDayAt: moment) - moment
            let others = widening(window, most, longest) { .departingWithin(moment, through: moment + $0) }
            return choose(best + others, most)
        case .arriving(let moment):
            let best = window == nil ? find(.arriving(by: moment)) : []
            let longest = best.isEmpty ? 0 : moment - hour(0, ofDayAt: moment)
            let others = widening(window, most, longest) { .arrivingWithin(moment - $0, through: moment) }
            return choose(best + others, most, byDeparture: true)
        case .later(let moment):
            return Array(widening(window, most) { .departingWithin(moment + 1, through: moment + $0) }.prefix(most))
        case .earlier(let moment):
            return Array(widening(window, most) { .departingWithin(moment - $0, through: moment - 1) }.suffix(most))
        }
    }

    /// The moment of an hour of the day on which a moment lies at the start; by hour 28 its last trips have left.
    private func hour(_ hour: Int32, ofDayAt moment: Int) -> Int {
        let zone = query.from.first.map { timetable.stops[Int($0.stop)].zone } ?? 0
        return timetable.moment(day: timetable.day(at: moment, zone: zone), seconds: hour * 3_600, zone: zone)
    }

    /// Looks through a window, or a longer and longer stretch until there is enough; in the order of departures.
    private func widening(
        _ window: Int?, _ most: Int, _ longest: Int = longestWindow, _ when: (Int) -> Query.When
    ) -> [Journey] {
        let longest = min(max(longest, Self.usualWindow), Self.longestWindow)
        var (span, found) = (window ?? Self.usualWindow, [Journey]())
        while true {
            found = worthwhile(find(when(span)))
            guard window == nil, found.count < most, span < longest else { break }
            span = min(span * 5, longest)
        }
        return found.sorted { ($0.departure, $0.arrival, $0.transfers) < ($1.departure, $1.arrival, $1.transfers) }
    }

    private func find(_ when: Query.When) -> [Journey] {
        var query = query
        query.when = when
        return planner.journeys(query, in: timetable)
    }

    private func worthwhile(_ journeys: [Journey]) -> [Journey] {
        Selection.worthwhile(journeys.map(\.figures), countsWalking: query.leastWalking).map { journeys[$0] }
    }

    private func choose(_ journeys: [Journey], _ most: Int, byDeparture: Bool = false) -> [Journey] {
        let all = worthwhile(journeys)
        return Selection.places(of: all.map(\.figures), most: most, byDeparture: byDeparture).map { all[$0] }
    }
}

extension Journey {
    /// What decides between journeys.
    var figures: JourneyFigures {
        JourneyFigures(departure: departure, arrival: arrival, transfers: max(0, transfers), walking: walking)
    }
}
