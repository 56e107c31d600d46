/// What decides between journeys; moments are seconds since 1970.
struct JourneyFigures: Equatable, Sendable {
    var departure: Int
    var arrival: Int
    var transfers: Int
    var walking: Int

    /// Whether nobody needs the other one: this one does not depart earlier, arrive later or have more changes and,
    /// where walking counts, does not walk more.
    func isBetter(than other: JourneyFigures, countsWalking: Bool) -> Bool {
        departure >= other.departure && arrival <= other.arrival && transfers <= other.transfers
            && (!countsWalking || walking <= other.walking)
    }
}

/// Which of all the journeys that are worth taking are shown.
enum Selection {
    /// The places of those to show, in their order.
    ///
    /// The one that arrives first comes first. Where more than one is shown, the one with the fewest changes is among
    /// them; those that arrive next fill the rest. All but the first come in the order of their departures; where the
    /// latest departure counts, backwards.
    ///
    /// - Parameter byDeparture: Whether the latest departure counts rather than the earliest arrival.
    static func places(of all: [JourneyFigures], most: Int, byDeparture: Bool = false) -> [Int] {
        func order(_ one: Int, _ other: Int) -> Bool {
            let (a, b) = (all[one], all[other])
            let first = byDeparture ? (-a.departure, a.arrival) : (a.arrival, -a.departure)
            let second = byDeparture ? (-b.departure, b.arrival) : (b.arrival, -b.departure)
            return (first.0, first.1, a.transfers, a.walking, one) < (second.0, second.1, b.transfers, b.walking, other)
        }
        let sorted = all.indices.sorted(by: order)
        guard let best = sorted.first, most > 0 else { return [] }
        var chosen = [best]
        let fewest = sorted.min {
            (all[$0].transfers, sorted.firstIndex(of: $0) ?? 0) < (all[$1].transfers, sorted.firstIndex(of: $1) ?? 0)
        }
        if let fewest, fewest != best, all[fewest].transfers < all[best].transfers, most > 1 { chosen.append(fewest) }
        for place in sorted where chosen.count < most && !chosen.contains(place) { chosen.append(place) }
        let rest = chosen.dropFirst().sorted { one, other in
            (all[one].departure, all[one].arrival, one) < (all[other].departure, all[other].arrival, other)
        }
        return [best] + (byDeparture ? rest.reversed() : rest)
    }

    /// The places of those that no other one makes pointless; of equal ones the first.
    static func worthwhile(_ all: [JourneyFigures], countsWalking: Bool) -> [Int] {
        // Of those between which nothing decides, the one that walks least, then the first.
        func comesBefore(_ one: Int, _ other: Int) -> Bool { (all[one].walking, one) < (all[other].walking, other) }
        return all.indices.filter { place in
            !all.indices.contains { other in
                guard other != place else { return false }
                let isMutual = all[place].isBetter(than: all[other], countsWalking: countsWalking)
                return all[other].isBetter(than: all[place], countsWalking: countsWalking)
                    && (!isMutual || comesBefore(other, place))
            }
        }
    }
}
