internal import FeatureKit

/// Where bookings are written down, inside one transaction: what is read, decided and written there holds together.
///
/// Each sitting that it opens is read once, settled (what was held too long is over, and who waits and fits gets the
/// place) and written once, by `close`. What has to be told is collected, for after the commit. Where something is
/// refused the whole transaction is, so nothing has to be put back.
struct Ledger {
    /// What has to be told once it holds.
    struct Told: Sendable {
        var bookings: [BookingTold] = []
        /// As they were written.
        var sittings: [Stored<Sitting>] = []
        /// The bars of which something of today changed.
        var today: Set<String> = []
        /// When something of this ends that has an end.
        var due: Timestamp?
    }

    /// A sitting that was opened.
    struct Page {
        let id: String
        let bar: Stored<Bar>
        let space: Space
        var sitting: Sitting
        /// What is in the store.
        let before: Sitting
    }

    let office: Office
    let tx: StoreTransaction
    let now: Timestamp
    var pages: [Page] = []
    var told = Told()

    init(_ office: Office, _ tx: StoreTransaction, now: Timestamp) {
        (self.office, self.tx, self.now) = (office, tx, now)
    }

    /// Writes what was touched; to be called last.
    consuming func close() throws -> Told {
        for page in pages where page.sitting != page.before {
            var sitting = page.sitting
            sitting.sum(in: page.space)
            told.sittings.append(try tx.put(office.sittings, sitting, id: page.id))
            let today = office.hours.today(page.bar.document, now)
            if sitting.date == today.description { told.today.insert(page.bar.id) }
        }
        return told
    }

    // MARK: - Sittings

    /// Opens a sitting: its place in `pages`.
    ///
    /// - Parameter settling: Whether what is due in it is done first.
    mutating func open(
        _ bar: Stored<Bar>, _ date: String, _ shift: String, starts: Timestamp, settling: Bool = true
    ) throws -> Int {
        let id = Sitting.id(bar.id, date, shift)
        if let index = pages.firstIndex(where: { $0.id == id }) { return index }
        let sitting =
            try tx.get(office.sittings, id)?.document
            ?? Sitting(bar: bar.id, date: date, shift: shift, starts: starts)
        pages.append(
            Page(id: id, bar: bar, space: office.space(of: bar.document), sitting: sitting, before: sitting))
        let index = pages.count - 1
        if settling { try settle(index) }
        return index
    }

    /// Takes a place in a sitting, if there is one.
    mutating func take(_ booking: String, _ people: Int64, in page: Int) -> Bool {
        pages[page].sitting.take(booking, people, in: pages[page].space)
    }

    /// Gives back what a booking has in a sitting: its place, or its place in the line.
    mutating func giveUp(_ booking: Booking, _ id: String, in page: Int) throws {
        if booking.state == .waiting {
            try pages[page].sitting.leave()
        } else {
            try pages[page].sitting.release(id, booking.people, in: pages[page].space)
        }
    }

    // MARK: - Bookings

    /// Writes a booking as it is now, and notes what has to be told of it.
    @discardableResult
    mutating func write(
        _ booking: Booking, _ id: String, in page: Int?, telling what: BookingTold.What, isNew: Bool = false
    ) throws -> Stored<Booking> {
        var booking = booking
        if !isNew { booking.changes += 1 }
        let stored = try put(booking, id, expecting: isNew ? .absent : .anything)
        if booking.state == .held || booking.state == .waiting, let until = booking.until {
            told.due = min(told.due ?? until, until)
            if let page { pages[page].sitting.ends = min(pages[page].sitting.ends ?? until, until) }
        }
        told.bookings.append(
            BookingTold(
                booking: id, bar: booking.bar, user: booking.user, what: what, date: booking.date,
                shift: booking.shift, people: booking.people, why: booking.why))
        return stored
    }

    /// Writes a booking, unless whoever makes it has one in that shift.
    private mutating func put(
        _ booking: Booking, _ id: String, expecting expectation: Expectation
    ) throws -> Stored<Booking> {
        do { return try tx.put(office.bookings, booking, id: id, expecting: expectation) } catch let error
            where error.code == .duplicate
        {
            guard let claim = booking.claim, let other = try claimant(claim), other.id != id else { throw error }
            try yield(other)
            return try tx.put(office.bookings, booking, id: id, expecting: expectation)
        }
    }

    /// Whose claim it is.
    private func claimant(_ claim: String) throws -> Stored<Booking>? {
        try tx.query(office.bookings, where: [.equals("claim", claim)], limit: 1).items.first
    }

    /// Refuses where somebody has booked a shift already.
    mutating func checkClaim(_ claim: String?) throws {
        if let claim, let other = try claimant(claim) { try yield(other) }
    }

    /// Takes back a claim that stands only because nobody has written down yet that its time is over.
    private mutating func yield(_ other: Stored<Booking>) throws {
        let booking = other.document
        guard booking.state != .over, booking.state(at: now) == .over, let bar = try tx.get(office.bars, booking.bar)
        else { throw RouteError.bookedAlready(other.id, booking.shift, booking.date) }
        _ = try open(bar, booking.date, booking.shift, starts: booking.starts)
    }
}

extension Office {
    /// Does something in one transaction, and tells of it once it holds.
    func enter<Result: Sendable>(
        _ body: @escaping @Sendable (inout Ledger) throws -> Result
    ) async throws -> Result {
        let (result, told) = try await store.transaction { [self] tx in
            // What is tomorrow, and what is over, is as it is when nobody comes in between any more.
            var ledger = Ledger(self, tx, now: clock.now)
            let result = try body(&ledger)
            return (result, try ledger.close())
        }
        tell(told)
        return result
    }

    /// Tells what was committed: who listens, the searches, and who waits for the time to come.
    func tell(_ told: Ledger.Told) {
        for booking in told.bookings { self.told(booking) }
        if let due = told.due { alarm.set(due) }
        guard !told.sittings.isEmpty else { return }
        guide.withLock { guide in
            for sitting in told.sittings { guide.show(sitting) }
        }
        if !told.today.isEmpty { live.changed(told.today) }
    }

    /// What there is of a bar.
    func space(of bar: Bar) -> Space { Space(bar, overbooking: settings.overbooking) }
}
