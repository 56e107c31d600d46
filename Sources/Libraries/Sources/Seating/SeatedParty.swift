public import FeatureKit

/// A party and its tables, in a place with tables.
@Record public struct SeatedParty: Equatable, Sendable {
    /// The most people that one party has.
    public static let mostPeople = 500

    /// Its booking.
    @Text(1...256) public var booking: String
    /// How many people it has.
    @In(1...500) public var people: Int
    /// Its tables; none where more is sold than there are tables for.
    @Text(Table.idLength) public var tables: [String] = []
}

extension [SeatedParty] {
    /// How many parties without a table there are at most, where more is sold than there is.
    private static var mostWithoutTable: Int { 100 }

    /// The parties with one more: at free tables, else with all of them seated again, else without a table where more is sold.
    ///
    /// - Returns: All parties in the order of coming; nil where there is no room.
    func adding(_ people: Int, for booking: String, in plan: SeatingPlan) -> Self? {
        if let seated = seating(people, for: booking, in: plan) { return seated }
        let waiting = filter(\.tables.isEmpty)
        // A party that no tables could be joined for in an empty place is not sold a seat.
        guard waiting.reduce(people, { $0 + $1.people }) <= plan.extra, waiting.count < Self.mostWithoutTable,
            plan.planner.tables(for: people) != nil
        else { return nil }
        return self + [SeatedParty(booking: booking, people: people)]
    }

    /// The parties with one more, at a table.
    private func seating(_ people: Int, for booking: String, in plan: SeatingPlan) -> Self? {
        let seated = filter { !$0.tables.isEmpty }
        guard seated.reduce(people, { $0 + $1.people }) <= plan.capacity else { return nil }
        let planner = plan.planner
        if let tables = planner.tables(for: people, without: seated.flatMap(\.tables)) {
            return self + [SeatedParty(booking: booking, people: people, tables: tables)]
        }
        guard let found = planner.tables(forAll: seated.map(\.people) + [people]) else { return nil }
        var tables = found[...]
        var parties = self
        for index in indices where !self[index].tables.isEmpty { parties[index].tables = tables.removeFirst() }
        return parties + [SeatedParty(booking: booking, people: people, tables: tables.removeFirst())]
    }

    /// Finds tables for the parties without one, in the order of coming.
    func seatingPartiesWithoutTable(in plan: SeatingPlan) -> Self {
        var parties = self
        for party in self where party.tables.isEmpty {
            let others = parties.filter { $0.booking != party.booking }
            if let seated = others.seating(party.people, for: party.booking, in: plan) { parties = seated }
        }
        return parties
    }

    /// The largest party that there is room for.
    func largestParty(in plan: SeatingPlan) -> Int {
        var most = Swift.min(plan.limit - reduce(0) { $0 + $1.people }, SeatedParty.mostPeople)
        var fits = Swift.min(plan.planner.largest(without: flatMap(\.tables)), Swift.max(most, 0))
        // In an empty place nobody can be moved. Otherwise: where there is room for a party there is for a smaller one.
        if isEmpty { most = fits }
        while fits < most {
            let middle = (fits + most + 1) / 2
            if adding(middle, for: "", in: plan) == nil { most = middle - 1 } else { fits = middle }
        }
        return fits
    }
}
