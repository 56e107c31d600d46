internal import FeatureKit

extension Office {
    /// Fills an empty store with a town: its bars, and who booked yesterday for today and today for tomorrow.
    ///
    /// It is booked there as everywhere, by the rules of the settings; what those refuse is left out.
    func settle() async throws {
        let now = clock.now
        let yesterday = now.advanced(by: .zero - .seconds(86_400))
        let places = Town.places(settings, made: yesterday)
        let count = try await store.transaction { [self] tx -> Int in
            guard try tx.get(town, Settled.id) == nil, try tx.count(bars) == 0 else { return 0 }
            try tx.put(town, Settled(at: now), id: Settled.id)
            for place in places { try tx.insert(bars, place.bar, id: place.id) }
            for moment in [yesterday, now] {
                var ledger = Ledger(self, tx, now: moment)
                try ledger.bookTown(places, hours.shifts)
                // Nobody listens yet, and searches read what is kept.
                _ = try ledger.close()
            }
            return places.count
        }
        if count > 0 { log.info("an empty store was filled with a town", [("bars", "\(count)")]) }
    }
}

extension Ledger {
    /// Books for everybody who comes the day after; who finds no place waits.
    fileprivate mutating func bookTown(_ places: [Town.Place], _ shifts: [Shift]) throws {
        // Of the usual four the first lunch and the first dinner.
        let (lunch, dinner) = (shifts.first, shifts[(shifts.count / 2)...].first)
        for (shift, parties) in [(lunch, \Town.Place.lunch), (dinner, \.dinner)] {
            guard let shift, parties != \.dinner || shift != lunch else { continue }
            var people = Town.people.makeIterator()
            for place in places {
                for party in place[keyPath: parties] {
                    guard let name = people.next() else { return }
                    let request = Book(bar: place.id, shift: shift.id, people: party, wait: true)
                    do { _ = try book(request, by: Town.prefix + name) } catch is RouteError { continue }
                }
            }
        }
    }
}
