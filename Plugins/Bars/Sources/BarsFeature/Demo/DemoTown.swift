internal import FeatureKit

/// A town to try: invented bars around Montmeló and Granollers, and people who book there (`town.json`).
@Record struct DemoTown {
    /// The bars.
    var bars: [DemoBar]
    /// The people who book; there are enough of them that nobody sits at two tables at once.
    var guests: [String]
}

@Record struct DemoBar {
    /// The id of the bar.
    var id: ID<Bar>
    /// The key of its owner; no issuer gives out such keys.
    var owner: String
    /// The bar.
    var bar: Bar.Draft
    /// How many people the parties have that come for the first lunch each day.
    var lunch: [Int]
    /// How many people the parties have that come for the first dinner.
    var dinner: [Int]
}

/// That the store was filled with the town once: a town that was removed does not come back.
@Record @Collection("demo-seeded") struct DemoSeeded: Equatable {
    /// When it was.
    var at: Timestamp
}

extension BarsService {
    /// Fills an empty store with the town: its bars, and bookings for today and tomorrow.
    func seedDemo() async throws {
        let (town, now) = (try DemoTown(json: PackageResources.town_json), clock.now)
        let yesterday = now.advanced(by: .zero - .seconds(86_400))
        let places = town.bars.filter { settings.types.contains($0.bar.type) }
        let isSeeded = try await store.transaction { tx in
            guard try demoSeeded.get(in: tx) == nil, try tx.count(bars) == 0 else { return false }
            try demoSeeded.put(DemoSeeded(at: now), in: tx)
            for place in places {
                try tx.insert(bars, Bar(place.bar, owner: place.owner, made: yesterday), id: place.id)
            }
            for moment in [yesterday, now] {
                let transaction = BookingTransaction(self, tx, now: moment)
                try book(town.guests, at: places, transaction)
                try transaction.finish()
            }
            return true
        }
        if isSeeded { log.info("filled an empty store with a town", [("bars", "\(places.count)")]) }
    }

    /// Books for the day after, by the rules of the settings; a party without a place waits.
    private func book(_ guests: [String], at places: [DemoBar], _ transaction: BookingTransaction) throws {
        // Of the usual four the first lunch and the first dinner.
        let (lunch, dinner) = (schedule.shifts.first, schedule.shifts[(schedule.shifts.count / 2)...].first)
        for (shift, parties) in [(lunch, \DemoBar.lunch), (dinner == lunch ? nil : dinner, \.dinner)] {
            guard let shift else { continue }
            var guests = guests.makeIterator()
            for place in places {
                for people in place[keyPath: parties] {
                    guard let guest = guests.next() else { return }
                    let request = BookRequest(bar: place.id, shift: shift.id, people: people, wait: true)
                    do { _ = try transaction.book(request, by: "town:\(guest)") } catch is BarRefusal { continue }
                }
            }
        }
    }
}
