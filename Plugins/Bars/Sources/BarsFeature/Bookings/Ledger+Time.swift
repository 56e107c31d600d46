internal import FeatureKit

// What the time does to bookings.
extension Ledger {
    /// How many wait for one shift at most.
    static let mostWaiting = 200
    private static let batch = 500

    /// Ends what is due in a sitting, and gives what became free to those who wait.
    mutating func settle(_ page: Int) throws {
        if try endDue(page) { try promote(page) }
    }

    /// Ends what is due in a sitting.
    ///
    /// - Returns: Whether anything was.
    mutating func endDue(_ page: Int) throws -> Bool {
        guard let ends = pages[page].sitting.ends, ends <= now else { return false }
        for state in [Booking.State.held, .waiting] {
            var due: [Stored<Booking>]
            repeat {
                due = try first(Self.batch, state, of: page, and: [.upTo("until", now.wholeSecond)])
                for booking in due { try end(booking, in: page) }
            } while due.count == Self.batch
        }
        let next = try [Booking.State.held, .waiting].compactMap { state in
            try first(1, state, of: page).first?.document.until
        }
        pages[page].sitting.ends = next.min()
        return true
    }

    /// The bookings of a sitting in one state, those that end first.
    private func first(
        _ limit: Int, _ state: Booking.State, of page: Int, and conditions: [StoreCondition] = []
    ) throws -> [Stored<Booking>] {
        try tx.query(
            office.bookings,
            where: [.equals("sitting", pages[page].id), .equals("state", state.rawValue)] + conditions,
            order: .by("until"), limit: limit
        ).items
    }

    /// Ends a booking of which the time is over.
    ///
    /// - Parameter page: Its sitting; nil where there is none any more.
    mutating func end(_ booking: Stored<Booking>, in page: Int?) throws {
        var over = booking.document
        if let page { try giveUp(over, booking.id, in: page) }
        (over.state, over.claim, over.place) = (.over, nil, nil)
        try write(over, booking.id, in: page, telling: .over)
    }

    /// Gives what is free to those who wait, in the order of coming; who does not fit is passed over.
    mutating func promote(_ page: Int) throws {
        let sitting = pages[page].sitting
        guard sitting.waiting > 0, sitting.starts > now, sitting.free(in: pages[page].space) > 0 else { return }
        let line = try tx.query(
            office.bookings,
            where: [.equals("sitting", pages[page].id), .equals("state", Booking.State.waiting.rawValue)],
            order: .by("place"), limit: Self.mostWaiting)
        // Where there is no room for some there is none for more.
        var tooMany = Int64.max
        for waiter in line.items where waiter.document.people < tooMany && waiter.document.starts > now {
            var booking = waiter.document
            guard take(waiter.id, booking.people, in: page) else {
                tooMany = booking.people
                continue
            }
            try pages[page].sitting.leave()
            (booking.state, booking.place) = (.held, nil)
            booking.until = end(of: office.settings.promotion, before: booking.starts)
            try write(booking, waiter.id, in: page, telling: .promoted)
        }
    }

    /// When something ends that is held for so long, which is never beyond the start.
    func end(of duration: Duration, before starts: Timestamp) -> Timestamp {
        min(now.advanced(by: duration).nextWholeSecond, starts)
    }
}
