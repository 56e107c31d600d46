internal import FeatureKit
internal import Seating

extension BookingTransaction {
    /// Ends what is due in a shift; whether anything was.
    func endDue(in shift: LoadedShift) throws -> Bool {
        guard let ends = shift.day.ends, ends <= now else { return false }
        for state in [Booking.State.held, .waiting] {
            var due: [Stored<Booking>]
            repeat {
                due = try first(Self.batch, state, of: shift, and: [.upTo("until", now)])
                for stored in due {
                    var booking = stored.document
                    try shift.release(booking, stored.key)
                    booking.end(as: .over)
                    try write(booking, stored.key, in: shift)
                }
            } while due.count == Self.batch
        }
        shift.day.ends = try [Booking.State.held, .waiting].compactMap { state in
            try first(1, state, of: shift).first?.document.until
        }.min()
        return true
    }

    /// The bookings of a shift in one state, those that end first.
    private func first(
        _ limit: Int, _ state: Booking.State, of shift: LoadedShift, and conditions: [StoreCondition] = []
    ) throws -> [Stored<Booking>] {
        try tx.query(
            service.bookings, where: [.equals("shiftDay", shift.id), .equals("state", state)] + conditions,
            order: .by("until"), limit: limit
        ).items
    }

    /// Gives what is free to the wait list, in the order of coming; a party that does not fit is passed over.
    func promote(in shift: LoadedShift) throws {
        guard shift.day.waiting > 0, shift.day.starts > now, shift.day.seats.free(in: shift.plan) > 0 else { return }
        let waiting = try tx.query(
            service.bookings,
            where: [.equals("shiftDay", shift.id), .equals("state", Booking.State.waiting)], order: .by("place"),
            limit: Self.batch)
        // Where there is no room for a party there is none for a larger one.
        var tooLarge = Int.max
        for stored in waiting.items where stored.document.people < tooLarge && stored.document.starts > now {
            var booking = stored.document
            guard shift.take(stored.key, booking.people) else {
                tooLarge = booking.people
                continue
            }
            try shift.day.removeFromWaitList()
            let time = try service.promotionTime(of: booking, settings)
            (booking.state, booking.place) = (.held, nil)
            booking.until = min(now.advanced(by: time), booking.starts)
            try write(booking, stored.key, in: shift, event: .promoted)
        }
    }
}

extension BarsService {
    static let promotion = Flag(
        "bars.promotion", default: "",
        "For how long a table is held for a party from the wait list, such as 15m; empty for the setting.")

    /// How long a table is held for a party from the wait list: as the flag says for that guest, or else the settings.
    fileprivate func promotionTime(of booking: Booking, _ settings: Bars.Settings) throws -> Duration {
        let text = try flags.value(of: Self.promotion, for: Caller(key: booking.user, origin: .system))
        guard let time = try? Value.text(text).decoded(as: Duration.self), time > .zero else {
            return settings.promotion
        }
        return time
    }
}
