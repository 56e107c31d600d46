internal import Calendars
internal import FeatureKit

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
            // Where only seats are counted nobody is in the way as long as there are enough.
            guard before != after, !after.tables.isEmpty || day.taken > after.limit else { return [] }
            return day.reseat(try bookings(of: stored.key, [.held, .confirmed]), in: after)
        }
    }

    /// Whether a bar that is changed is closed for a shift that it was open for, or has it at another time.
    private func isMoved(_ day: ShiftDay, _ old: Bar, _ new: Bar) throws -> Bool {
        // What the settings no longer have is no matter of the bar.
        guard let shift = service.schedule.shift(day.shift), let date = Day(day.date) else { return false }
        if service.schedule.isOpen(old, shift, date), !service.schedule.isOpen(new, shift, date) { return true }
        return try service.schedule.span(shift, date, old) != service.schedule.span(shift, date, new)
    }

    /// Seats the future bookings of a bar by the plan that it has now, and gives what is free to the wait list.
    func reseat(_ bar: Stored<Bar>) throws {
        for stored in try futureShifts(of: bar.key) {
            let day = stored.document
            let shift = try load(bar, day.date, day.shift, starts: day.starts, settling: false)
            shift.hasNewPlan = true
            _ = try endDue(in: shift)
            if !shift.plan.tables.isEmpty || !shift.day.parties.isEmpty {
                var seated = shift.day
                // Where more is taken than there is room for, since less is overbooked than before, everybody stays.
                if seated.reseat(try bookings(of: stored.key, [.held, .confirmed]), in: shift.plan).isEmpty {
                    shift.day = seated
                }
            }
            try promote(in: shift)
        }
    }

    /// Cancels the future bookings of a bar, and deletes its shifts of all days.
    func cancelFutureBookings(of bar: Stored<Bar>, why: String) throws {
        for stored in try recentShifts(of: bar.key) {
            let day = stored.document
            // Loading ends what is over; what has begun is left alone.
            _ = try load(bar, day.date, day.shift, starts: day.starts)
            guard day.starts > now else { continue }
            for stored in try bookings(of: stored.key, [.held, .confirmed, .waiting]) {
                var booking = stored.document
                booking.end(as: .cancelled)
                booking.why = why
                try write(booking, stored.key, in: nil)
            }
        }
        forgetShifts()
        while try !tx.delete(service.shiftDays, where: [.equals("bar", bar.key)], limit: Self.batch).isEmpty {}
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
        try all(where: [.equals("bar", bar), .from("date", yesterday)]).filter {
            $0.document.starts > now && $0.document.state(at: now).isAlive
        }
    }

    private func futureShifts(of bar: ID<Bar>) throws -> [Stored<ShiftDay>] {
        try recentShifts(of: bar).filter { $0.document.starts > now }
    }

    /// A bar's shifts of the last days and those to come: at most four days of shifts.
    private func recentShifts(of bar: ID<Bar>) throws -> [Stored<ShiftDay>] {
        try tx.query(
            service.shiftDays, where: [.equals("bar", bar), .from("date", yesterday)], limit: Self.batch
        ).items
    }

    /// Yesterday in UTC: by the clock of the bar it may be another day.
    private var yesterday: String { Day(utc: now).advanced(by: -1).description }
}
