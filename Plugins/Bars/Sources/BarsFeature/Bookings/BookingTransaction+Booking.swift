internal import Calendars
internal import FeatureKit
internal import Seating

extension BookingTransaction {
    /// How many parties wait for one shift at most.
    private static let mostWaiting = 200

    /// Books a table, holds one, or puts a party on the wait list.
    func book(_ request: Book, by user: String) throws -> Stored<Booking> {
        guard let bar = try tx.get(service.bars, request.bar) else { throw BarRefusal.noBar }
        let guest = try service.guest(user, tx)
        guard let people = request.people ?? guest.party else { throw BarRefusal.noParty }
        try check(people)
        let date = try service.schedule.tomorrow(bar.document, now).description
        if let wanted = try request.date.map(service.schedule.day)?.description, wanted != date {
            throw BarRefusal.notTomorrow(date: wanted, tomorrow: date)
        }
        let span = try bookableSpan(of: request.shift, date, bar.document)
        let missed = guest.missed(within: settings.noShows.within, at: now)
        guard settings.noShows.most == 0 || missed < settings.noShows.most else {
            throw BarRefusal.tooManyNoShows(count: missed)
        }
        let id = ID<Booking>.random()
        let shift = try load(
            bar, ShiftDay(bar: bar.key, date: date, shift: request.shift, starts: span.lowerBound))
        var booking = Booking(
            bar: bar.key, barName: bar.document.name, user: user, state: .confirmed, people: people, date: date,
            shift: request.shift, starts: span.lowerBound, ends: span.upperBound, note: request.note, made: now,
            claim: settings.severalPerShift ? nil : Booking.claim(user, date, request.shift), shiftDay: shift.id)
        try checkClaim(of: booking, id)
        if !shift.take(id, people) {
            guard request.wait else { throw try full(people, shift) }
            try addToWaitList(&booking, in: shift)
        } else if request.hold {
            (booking.state, booking.until) = (.held, min(now.advanced(by: settings.hold), booking.starts))
        }
        if guest.party == nil { try service.updateGuest(user, tx) { $0.party = people } }
        return try write(booking, id, in: shift, isNew: true)
    }

    /// Refuses parties that are none, or too large.
    func check(_ people: Int) throws(BarRefusal) {
        guard (1...settings.mostPeople).contains(people) else { throw .partySize(most: settings.mostPeople) }
    }

    /// Refuses where the guest has another booking in that shift whose time is not over, here or in another bar.
    func checkClaim(of booking: Booking, _ id: ID<Booking>) throws {
        guard let claim = booking.claim,
            let other = try tx.first(service.bookings, where: [.equals("claim", claim)]), other.key != id
        else { return }
        let known = other.document
        guard known.state(at: now) == .over, let bar = try tx.get(service.bars, known.bar) else {
            throw BarRefusal.bookedAlready(booking: other.key, shift: known.shift, date: known.date)
        }
        // Loading its shift writes down that its time is over.
        _ = try load(bar, ShiftDay(of: known))
    }

    /// When a shift is, where it can still be booked.
    func bookableSpan(of shift: String, _ date: String, _ bar: Bar) throws -> Range<Timestamp> {
        let (known, day) = (try service.schedule.known(shift), try service.schedule.day(date))
        guard service.schedule.isOpen(bar, known, day) else { throw BarRefusal.closed(shift: shift, date: date) }
        let span = try service.schedule.span(known, day, bar)
        guard now < span.lowerBound else { throw BarRefusal.begun(shift: shift) }
        return span
    }

    func addToWaitList(_ booking: inout Booking, in shift: LoadedShift) throws(BarRefusal) {
        guard shift.day.waiting < Self.mostWaiting else { throw .waitListFull(shift: booking.shift) }
        guard booking.people <= shift.plan.largestParty else { throw .neverRoom(people: booking.people) }
        (booking.state, booking.place, booking.until) = (.waiting, shift.day.addToWaitList(), booking.starts)
    }

    /// The refusal of a full shift: what is free, and which other shifts of the day have room.
    func full(_ people: Int, _ shift: LoadedShift) throws -> BarRefusal {
        let (day, bar, plan) = (shift.day, shift.bar.document, shift.plan)
        let others = try service.schedule.shifts.map(\.id).filter { other in
            guard other != day.shift, (try? bookableSpan(of: other, day.date, bar)) != nil else { return false }
            let known = try tx.get(service.shiftDays, ShiftDay.id(day.bar, day.date, other))?.document
            return people <= known?.largestParty(in: plan) ?? plan.largestParty
        }
        return .full(
            people: people, shift: day.shift, free: day.seats.free(in: plan), waiting: day.waiting, shifts: others)
    }
}
