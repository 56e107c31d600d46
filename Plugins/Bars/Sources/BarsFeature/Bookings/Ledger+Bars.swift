internal import FeatureKit

// Bars that change while they have bookings to come.
extension Ledger {
    private static let batch = 1_000

    /// Which bookings to come a bar would have no place for if it were like this.
    ///
    /// Who booked first keeps the place.
    func inTheWay(of changed: Bar, id: String) throws -> [Stored<Booking>] {
        guard let bar = try tx.get(office.bars, id)?.document else { return [] }
        let (before, after) = (office.space(of: bar), office.space(of: changed))
        var found: [Stored<Booking>] = []
        for stored in try sittingsToCome(id) {
            var sitting = stored.document
            let moved = try isOff(sitting, for: changed)
            // Where only seats are counted nobody has to be looked at as long as there are enough.
            guard moved || before != after && !(after.tables.isEmpty && sitting.taken <= after.limit) else { continue }
            let bookings = try bookings(of: stored.id, moved ? [.held, .confirmed, .waiting] : [.held, .confirmed])
                .filter { $0.document.state(at: now) != .over }
            if moved {
                found += bookings
            } else {
                let without = sitting.reseat(bookings.map(Sitting.Seated.init), in: after)
                found += bookings.filter { booking in without.contains { $0.booking == booking.id } }
            }
        }
        return found
    }

    /// Whether a shift is no more, or at another time, if a bar is like this.
    private func isOff(_ sitting: Sitting, for changed: Bar) throws -> Bool {
        // What the settings say no more is no matter of the bar.
        guard let shift = office.hours.shift(sitting.shift), let day = Day(sitting.date) else { return false }
        guard let bar = try tx.get(office.bars, sitting.bar)?.document else { return false }
        if office.hours.isOpen(bar, shift, day), !office.hours.isOpen(changed, shift, day) { return true }
        return office.hours.span(shift, day, bar) != office.hours.span(shift, day, changed)
    }

    /// Seats everybody of a bar's shifts to come by what it is now, and gives what became free to those who wait.
    ///
    /// To be called once the bar is written.
    mutating func fill(sittingsOf bar: Stored<Bar>) throws {
        for stored in try sittingsToCome(bar.id) {
            let sitting = stored.document
            let page = try open(bar, sitting.date, sitting.shift, starts: sitting.starts, settling: false)
            _ = try endDue(page)
            let space = pages[page].space
            if !space.tables.isEmpty || !sitting.parties.isEmpty {
                let bookings = try bookings(of: stored.id, [.held, .confirmed])
                var seated = pages[page].sitting
                // Where more are taken than there is room for, since less is overbooked than was, they stay where they are.
                if seated.reseat(bookings.map(Sitting.Seated.init), in: space).isEmpty { pages[page].sitting = seated }
            }
            try promote(page)
        }
    }

    /// Cancels what is to come of a bar, and takes its sittings away.
    mutating func cancelAll(of bar: Stored<Bar>, why: String) throws {
        for sitting in try sittingsToCome(bar.id) {
            for stored in try bookings(of: sitting.id, [.held, .confirmed, .waiting]) {
                var booking = stored.document
                (booking.state, booking.claim, booking.place, booking.until) = (.cancelled, nil, nil, nil)
                booking.why = why
                try write(booking, stored.id, in: nil, telling: .cancelled)
            }
            pages.removeAll { $0.id == sitting.id }
            try tx.delete(office.sittings, sitting.id)
        }
    }

    /// A bar's sittings that have not begun: at most two days of shifts.
    private func sittingsToCome(_ bar: String) throws -> [Stored<Sitting>] {
        // By the clock of UTC it may be another day than there.
        let day = Day(daysSince1970: Int(now.wholeSecond.nanoseconds / 86_400_000_000_000) - 1)
        return try tx.query(
            office.sittings, where: [.equals("bar", bar), .from("date", day.description)], limit: Self.batch
        ).items.filter { $0.document.starts > now }
    }

    /// The bookings of a sitting in some states, in the order in which they were made.
    private func bookings(of sitting: String, _ states: [Booking.State]) throws -> [Stored<Booking>] {
        var found: [Stored<Booking>] = []
        var after: PageCursor?
        repeat {
            let page = try tx.query(
                office.bookings,
                where: [.equals("sitting", sitting), .among("state", states.map(\.rawValue))],
                limit: Self.batch, after: after)
            found += page.items
            after = page.next
        } while after != nil
        return found.sorted { ($0.document.made, $0.id) < ($1.document.made, $1.id) }
    }
}

extension Sitting.Seated {
    init(_ booking: Stored<Booking>) {
        self.init(booking: booking.id, people: booking.document.people, tables: [])
    }
}
