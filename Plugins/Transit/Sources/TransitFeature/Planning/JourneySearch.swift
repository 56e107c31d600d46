internal import TransitEngine

/// Asks the engine for what one request wants, and chooses what is shown.
struct JourneySearch {
    /// The window of departures that fills what the best journeys leave free.
    private static let usualWindow = 3_600
    /// The longest stretch that is looked through for later or earlier journeys.
    private static let longestWindow = 86_400

    let planner: Planner
    let timetable: Timetable
    let query: Query

    func journeys(_ wished: WishedTime, window: Int?, most: Int) -> [Journey] {
        let span = window ?? Self.usualWindow
        switch wished {
        case .departing(let moment):
            let best = window == nil ? find(.departing(at: moment)) : []
            return choose(best + find(.departingWithin(moment, through: moment + span)), most)
        case .arriving(let moment):
            let best = window == nil ? find(.arriving(by: moment)) : []
            let others = find(.arrivingWithin(moment - span, through: moment))
            return choose(best + others, most, byDeparture: true)
        case .later(let moment):
            return Array(widening(most) { .departingWithin(moment + 1, through: moment + $0) }.prefix(most))
        case .earlier(let moment):
            return Array(widening(most) { .departingWithin(moment - $0, through: moment - 1) }.suffix(most))
        }
    }

    /// Looks through a longer and longer stretch until there is enough; it comes in the order of departures.
    private func widening(_ most: Int, _ when: (Int) -> Query.When) -> [Journey] {
        var (span, found) = (Self.usualWindow, [Journey]())
        while true {
            found = worthwhile(find(when(span)))
            guard found.count < most, span < Self.longestWindow else { break }
            span = min(span * 5, Self.longestWindow)
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
