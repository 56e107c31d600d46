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
        func order(_ place: Int) -> (Int, Int, Int, Int, Int) {
            let one = all[place]
            let (first, second) = byDeparture ? (-one.departure, one.arrival) : (one.arrival, -one.departure)
            return (first, second, one.transfers, one.walking, place)
        }
        let sorted = all.indices.sorted { order($0) < order($1) }
        guard let best = sorted.first, let fewest = sorted.min(by: { all[$0].transfers < all[$1].transfers }), most > 0
        else { return [] }
        let others = [fewest] + sorted.filter { $0 != fewest }
        let rest = others.filter { $0 != best }.prefix(most - 1).sorted { one, other in
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
