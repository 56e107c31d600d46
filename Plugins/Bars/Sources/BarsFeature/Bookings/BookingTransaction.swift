internal import Calendars
internal import FeatureKit
internal import Seating

/// One transaction in which bookings are made and changed.
///
/// Each shift that it loads is brought up to date first (what was held too long is over, the wait list moves up), and is
/// written once, by `finish`. Where something is refused the whole transaction is, so nothing has to be put back.
final class BookingTransaction {
    /// How many documents are read at once where there may be any number of them.
    static let batch = 500

    /// A shift that was loaded.
    final class LoadedShift {
        let id: ID<ShiftDay>
        let bar: Stored<Bar>
        let plan: SeatingPlan
        var day: ShiftDay
        /// The shift as it is in the store.
        let stored: ShiftDay

        init(_ id: ID<ShiftDay>, _ bar: Stored<Bar>, _ plan: SeatingPlan, _ day: ShiftDay) {
            (self.id, self.bar, self.plan, self.day, stored) = (id, bar, plan, day, day)
        }

        func take(_ booking: ID<Booking>, _ people: Int) -> Bool { day.seats.take(booking.text, people, in: plan) }

        /// Gives back what a booking has: its seats, or its place on the wait list.
        func release(_ booking: Booking, _ id: ID<Booking>) throws {
            if booking.state == .waiting {
                try day.removeFromWaitList()
            } else {
                try day.seats.release(id.text, booking.people, in: plan)
            }
        }
    }

    let service: BarsService
    let settings: Bars.Settings
    let tx: StoreTransaction
    let now: Timestamp
    /// Who asks for it; nil where time does.
    let actor: String?
    private var shifts: [LoadedShift] = []

    init(_ service: BarsService, _ tx: StoreTransaction, now: Timestamp, by actor: String? = nil) {
        (self.service, settings, self.tx, self.now, self.actor) = (service, service.settings, tx, now, actor)
    }

    /// Writes the shifts that changed, which index, occupancy and deadlines follow; to be called last.
    func finish() throws {
        for shift in shifts {
            let (id, ends) = (shift.id, shift.day.ends)
            if let ends { tx.afterCommit { [service] in service.deadlines.set(.shift(id), noLaterThan: ends) } }
            shift.day.updateLargestParty(in: shift.plan)
            guard shift.day != shift.stored else { continue }
            let stored = try tx.put(service.shiftDays, shift.day, id: shift.id)
            let isToday = shift.day.date == (try service.schedule.today(shift.bar.document, now).description)
            tx.afterCommit { [service] in service.follow(stored, isToday: isToday) }
        }
    }

    /// Loads a shift, once for each transaction.
    ///
    /// - Parameters:
    ///   - day: What it is where nobody has booked it yet.
    ///   - settling: Whether what is due in it is done first.
    func load(_ bar: Stored<Bar>, _ day: ShiftDay, settling: Bool = true) throws -> LoadedShift {
        let id = ShiftDay.id(bar.key, day.date, day.shift)
        if let loaded = shifts.first(where: { $0.id == id }) { return loaded }
        let known = try tx.get(service.shiftDays, id)?.document
        let loaded = LoadedShift(id, bar, service.plan(of: bar.document), known ?? day)
        shifts.append(loaded)
        if settling, try endDue(in: loaded) { try promote(in: loaded) }
        return loaded
    }

    /// The live bookings of a shift in some states, in the order in which they were made.
    func bookings(of shift: ID<ShiftDay>, _ states: [Booking.State]) throws -> [Stored<Booking>] {
        try all(where: [.equals("shiftDay", shift), .among("state", states)])
            .filter { $0.document.state(at: now) != .over }
    }

    /// All bookings that a query finds, in the order in which they were made.
    func all(where conditions: [StoreCondition]) throws -> [Stored<Booking>] {
        try tx.all(service.bookings, where: conditions)
            .sorted { ($0.document.made, $0.id) < ($1.document.made, $1.id) }
    }

    /// A booking as the caller sees it, with its shift as it is by now.
    func view(_ booking: Stored<Booking>, to call: Call) throws -> Booking.View {
        let loaded = shifts.first { $0.id == booking.document.shiftDay }
        let bar = try loaded?.bar.document ?? tx.get(service.bars, booking.document.bar)?.document
        let day = try loaded?.day ?? tx.get(service.shiftDays, booking.document.shiftDay)?.document
        return try service.view(booking, in: day, runsBar: service.runs(bar, call), at: now, tx)
    }

    // MARK: - Writing

    /// Writes a booking as it is now, and announces what happened to it: by default that it came to its state.
    @discardableResult
    func write(
        _ booking: Booking, _ id: ID<Booking>, in shift: LoadedShift?, event: BookingEvent.What? = nil,
        isNew: Bool = false
    ) throws -> Stored<Booking> {
        var booking = booking
        let what = event ?? BookingEvent.What(rawValue: booking.state.rawValue) ?? .changed
        if !isNew { booking.changes += 1 }
        let stored = try tx.put(service.bookings, booking, id: id)
        if booking.state == .held || booking.state == .waiting, let until = booking.until, let shift {
            shift.day.ends = min(shift.day.ends ?? until, until)
        }
        try tx.announce(
            BookingEvent(id: .random(), at: now, what: what, booking: stored.event), on: BookingEvent.topic)
        try notify(stored, what)
        return stored
    }

    // MARK: - Time

    /// Ends what is due in a shift; whether anything was.
    func endDue(in shift: LoadedShift) throws -> Bool {
        guard let ends = shift.day.ends, ends <= now else { return false }
        let pending = [Booking.State.held, .waiting].map { state -> [StoreCondition] in
            [.equals("shiftDay", shift.id), .equals("state", state)]
        }
        let due = try pending.flatMap { try tx.all(service.bookings, where: $0 + [.upTo("until", now)]) }
        for stored in due {
            var booking = stored.document
            try shift.release(booking, stored.key)
            booking.end(as: .over)
            try write(booking, stored.key, in: shift)
        }
        shift.day.ends = try pending.compactMap {
            try tx.first(service.bookings, where: $0, order: .by("until"))?.document.until
        }.min()
        return true
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
        guard !text.isEmpty else { return settings.promotion }
        let time = try? Value.text(text).decoded(as: Duration.self)
        if let time, Bars.Settings.promotions.contains(time) { return time }
        log.warning("the flag bars.promotion is no duration from 1m to 24h", [("value", text)])
        return settings.promotion
    }
}
