internal import FeatureKit

// Who sits where, in a bar with tables.
extension Array<Sitting.Seated> {
    /// How many parties without a table there are at most, where more is sold than there is.
    static var mostStanding: Int { 100 }

    /// One party more: at free tables, else with everybody seated anew, else without a table where more is sold.
    ///
    /// - Returns: Everybody with their tables, in the order of coming; nil where there is no way.
    func adding(_ people: Int64, for booking: String, in space: Space) -> Self? {
        if let seated = seating(people, for: booking, in: space) { return seated }
        let standing = filter(\.tables.isEmpty)
        // Nobody makes room for a party that there would be no tables for if nobody else came.
        guard standing.reduce(people, { $0 + $1.people }) <= space.extra, standing.count < Self.mostStanding,
            Seating(space.tables).tables(for: people, without: TableSet()) != nil
        else { return nil }
        return self + [.init(booking: booking, people: people, tables: [])]
    }

    /// One party more, at a table.
    private func seating(_ people: Int64, for booking: String, in space: Space) -> Self? {
        let seated = filter { !$0.tables.isEmpty }
        guard seated.reduce(people, { $0 + $1.people }) <= space.capacity else { return nil }
        var seating = Seating(space.tables)
        let taken = seating.set(of: Set(seated.flatMap(\.tables)))
        if let tables = seating.tables(for: people, without: taken) {
            return self + [.init(booking: booking, people: people, tables: tables)]
        }
        guard let found = seating.tables(forAll: seated.map(\.people) + [people]) else { return nil }
        var tables = found[...]
        return map { party in
            guard !party.tables.isEmpty else { return party }
            return .init(booking: party.booking, people: party.people, tables: tables.removeFirst())
        } + [.init(booking: booking, people: people, tables: tables.removeFirst())]
    }

    /// Finds tables for those who have none, in the order of coming.
    func seatingWhoStands(in space: Space) -> Self {
        var parties = self
        for party in self where party.tables.isEmpty {
            let others = parties.filter { $0.booking != party.booking }
            if let seated = others.seating(party.people, for: party.booking, in: space) { parties = seated }
        }
        return parties
    }

    /// The largest party that there is room for.
    func largest(in space: Space) -> Int64 {
        let seating = Seating(space.tables)
        var most = Swift.min(space.limit - reduce(0) { $0 + $1.people }, Book.mostPeople)
        var fits = Swift.min(seating.largest(without: seating.set(of: Set(flatMap(\.tables)))), Swift.max(most, 0))
        // Where nobody sits nobody can be moved, and nobody is one too many. Else it is found by halving: where there is room
        // for some there is for fewer.
        if isEmpty { most = fits }
        while fits < most {
            let middle = (fits + most + 1) / 2
            if adding(middle, for: "", in: space) == nil { most = middle - 1 } else { fits = middle }
        }
        return fits
    }
}
