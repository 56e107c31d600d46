internal import Calendars
internal import FeatureKit
internal import Seating

// Bars that change while they have bookings.
extension BookingTransaction {
    /// The bookings that a bar would have no place for if it were like this; who booked first keeps the place.
    func bookingsInTheWay(of changed: Bar, _ bar: Stored<Bar>) throws -> [Stored<Booking>] {
        let (before, after) = (service.plan(of: bar.document), service.plan(of: changed))
        return try futureShifts(of: bar.key).flatMap { stored -> [Stored<Booking>] in
            var day = stored.document
            if try isMoved(day, bar.document, changed) {
                return try bookings(of: stored.key, [.held, .confirmed, .waiting])
            }
            // Where only seats are counted nobody is in the way as long as there are enough, or more than before.
            let lacksSeats = day.taken > after.limit && (after.limit < before.limit || !before.tables.isEmpty)
            guard before != after, !after.tables.isEmpty || lacksSeats else { return [] }
            return try reseat(&day.seats, of: stored.key, in: after)
        }
    }

    /// Whether a bar that is changed is closed for a shift that it was open for, or has it at another time.
    private func isMoved(_ day: ShiftDay, _ old: Bar, _ new: Bar) throws -> Bool {
        let schedule = service.schedule
        // What the settings no longer have is no matter of the bar.
        guard let shift = schedule.shift(day.shift), let date = Day(day.date) else { return false }
        if schedule.isOpen(old, shift, date), !schedule.isOpen(new, shift, date) { return true }
        return try schedule.span(shift, date, old) != schedule.span(shift, date, new)
    }

    /// Seats the future bookings of a bar by the plan that it has now, and gives what is free to the wait list.
    func reseat(_ bar: Stored<Bar>) throws {
        for stored in try futureShifts(of: bar.key) {
            let shift = try load(bar, stored.document, settling: false)
            _ = try endDue(in: shift)
            if !shift.plan.tables.isEmpty || !shift.day.parties.isEmpty {
                var seats = shift.day.seats
                // Where more is taken than there is room for, since less is overbooked than before, everybody stays.
                if try reseat(&seats, of: stored.key, in: shift.plan).isEmpty { shift.day.seats = seats }
            }
            try promote(in: shift)
        }
    }

    /// Seats the bookings of a shift again; those that find no place.
    private func reseat(
        _ seats: inout Seats, of shift: ID<ShiftDay>, in plan: SeatingPlan
    ) throws -> [Stored<Booking>] {
        let all = try bookings(of: shift, [.held, .confirmed])
        let left = seats.reseat(all.map { ($0.id, $0.document.people) }, in: plan)
        return all.filter { left.contains($0.id) }
    }

    /// Cancels the future bookings of a bar, ends what is over, and deletes its shifts of all days.
    func cancelFutureBookings(of bar: ID<Bar>, why: String) throws {
        for stored in try all(where: [.equals("bar", bar), .from("date", now.day(-1))]) {
            var booking = stored.document
            let isOver = booking.state(at: now) == .over
            guard booking.state.isAlive, isOver || booking.starts > now else { continue }
            booking.end(as: isOver ? .over : .cancelled)
            if !isOver { booking.why = why }
            try write(booking, stored.key, in: nil)
        }
        while try !tx.delete(service.shiftDays, where: [.equals("bar", bar)], limit: Self.batch).isEmpty {}
    }

    /// Writes the new name of a bar into its future bookings.
    func renameBookings(of bar: Stored<Bar>) throws {
        for stored in try futureBookings(of: bar.key) {
            var booking = stored.document
            booking.barName = bar.document.name
            try write(booking, stored.key, in: nil, event: .changed)
        }
    }

    /// The bookings of a bar that are still to come, or wait.
    func futureBookings(of bar: ID<Bar>) throws -> [Stored<Booking>] {
        try all(where: [.equals("bar", bar), .from("date", now.day(-1))]).filter {
            $0.document.starts > now && $0.document.state(at: now).isAlive
        }
    }

    /// A bar's shifts to come: at most three days of them.
    private func futureShifts(of bar: ID<Bar>) throws -> [Stored<ShiftDay>] {
        try tx.all(service.shiftDays, where: [.equals("bar", bar), .from("date", now.day(-1))])
            .filter { $0.document.starts > now }
    }
}
