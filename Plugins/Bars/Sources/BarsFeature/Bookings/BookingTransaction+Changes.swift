internal import Calendars
internal import FeatureKit
internal import Seating

// What guests and owners do to bookings.
extension BookingTransaction {
    /// How many parties wait for one shift at most.
    private static let mostWaiting = 200

    /// Finds a booking that the caller may see, and its shift as it is by now.
    private func find(_ id: ID<Booking>, _ call: Call) throws -> (FoundBooking, LoadedShift) {
        var found = try service.find(id, call, tx)
        guard let bar = found.bar else { throw BarRefusal.noBar }
        let shift = try load(bar, ShiftDay(of: found.booking))
        // Loading may have ended or promoted it.
        found.stored = try tx.get(service.bookings, id) ?? found.stored
        return (found, shift)
    }

    // MARK: - Guests

    /// Books a table, holds one, or puts a party on the wait list.
    func book(_ request: BarsService.BookRequest, by user: String) throws -> Stored<Booking> {
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
        var booking = Booking(
            bar: bar.key, barName: bar.document.name, user: user, state: .confirmed, people: people, date: date,
            shift: request.shift, starts: span.lowerBound, ends: span.upperBound, note: request.note, made: now,
            claim: settings.severalPerShift ? nil : Booking.claim(user, date, request.shift),
            shiftDay: ShiftDay.id(bar.key, date, request.shift))
        let shift = try load(bar, ShiftDay(of: booking))
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

    /// Confirms what is held.
    func confirm(_ id: ID<Booking>, _ call: Call) throws -> Stored<Booking> {
        let (found, shift) = try find(id, call)
        guard found.isMine else { throw BarRefusal.notYourBooking }
        var booking = found.booking
        switch booking.state {
        case .held:
            (booking.state, booking.until) = (.confirmed, nil)
            return try write(booking, id, in: shift)
        case .confirmed: return found.stored
        case .over: throw BarRefusal.holdOver
        case .waiting: throw BarRefusal.stillWaiting
        case .arrived, .noShow, .cancelled: throw BarRefusal.notPossible(state: booking.state)
        }
    }

    /// Gives back what a booking took, once; asked again, the reply is the same.
    func cancel(_ id: ID<Booking>, why: String?, _ call: Call) throws -> Stored<Booking> {
        let (found, shift) = try find(id, call)
        switch found.booking.state {
        case .cancelled, .over: return found.stored
        case .arrived, .noShow: throw BarRefusal.notPossible(state: found.booking.state)
        // What was never certain can be given back until the start.
        case .held, .waiting: break
        case .confirmed: if !found.runsBar { try checkWindow(found.booking) }
        }
        return try cancel(found.stored, in: shift, why: why)
    }

    func cancel(_ stored: Stored<Booking>, in shift: LoadedShift, why: String?) throws -> Stored<Booking> {
        var booking = stored.document
        try shift.release(booking, stored.key)
        booking.end(as: .cancelled)
        booking.why = why
        let cancelled = try write(booking, stored.key, in: shift)
        try promote(in: shift)
        return cancelled
    }

    /// Changes how many come, the shift and the note; the new place is taken before the old one is given up.
    func change(_ request: Booking.Change, _ call: Call) throws -> Stored<Booking> {
        let (found, shift) = try find(request.booking, call)
        guard found.isMine else { throw BarRefusal.notYourBooking }
        let old = found.booking
        switch old.state {
        case .held, .waiting: break
        case .confirmed: try checkWindow(old)
        case .arrived, .noShow, .cancelled, .over: throw BarRefusal.notPossible(state: old.state)
        }
        let new = try found.stored.changed(by: request)
        if new.people != old.people { try check(new.people) }
        guard new.shift == old.shift else { return try move(found.stored, new, from: shift) }
        guard new != old else { return found.stored }

        if old.state == .waiting {
            guard new.people <= shift.plan.largestParty else { throw BarRefusal.neverRoom(people: new.people) }
        } else if new.people != old.people {
            guard try shift.day.seats.resize(found.stored.id, from: old.people, to: new.people, in: shift.plan) else {
                throw try full(new.people, shift)
            }
        }
        let stored = try write(new, found.stored.key, in: shift, event: .changed)
        guard new.people < old.people else { return stored }
        try promote(in: shift)
        // A smaller party on the wait list may have been promoted by it.
        return try tx.get(service.bookings, found.stored.key) ?? stored
    }

    /// Moves a booking to another shift of its day; a party on the wait list has a place there or waits there.
    private func move(_ old: Stored<Booking>, _ changed: Booking, from left: LoadedShift) throws -> Stored<Booking> {
        var booking = changed
        let span = try bookableSpan(of: booking.shift, booking.date, left.bar.document)
        (booking.starts, booking.ends) = (span.lowerBound, span.upperBound)
        let shift = try load(left.bar, ShiftDay(of: booking))
        booking.shiftDay = shift.id
        if let user = booking.user, booking.claim != nil {
            booking.claim = Booking.claim(user, booking.date, booking.shift)
        }
        try checkClaim(of: booking, old.key)
        if shift.take(old.key, booking.people) {
            if booking.state == .waiting { (booking.state, booking.place, booking.until) = (.confirmed, nil, nil) }
            booking.until = booking.until.map { min($0, booking.starts) }
        } else {
            guard booking.state == .waiting else { throw try full(booking.people, shift) }
            try addToWaitList(&booking, in: shift)
        }
        try left.release(old.document, old.key)
        try withdrawReminder(of: old)
        let stored = try write(booking, old.key, in: shift, event: .changed)
        try promote(in: left)
        return stored
    }

    private func checkWindow(_ booking: Booking) throws(BarRefusal) {
        let until = service.cancelUntil(booking)
        guard now <= until else { throw .tooLate(until: until) }
    }

    // MARK: - Owners

    /// Notes that a party came, or did not; also where the other was noted before.
    func mark(_ id: ID<Booking>, as state: Booking.State, _ call: Call) throws -> Stored<Booking> {
        let (found, shift) = try find(id, call)
        guard found.runsBar else { throw BarRefusal.notYourBar }
        var booking = found.booking
        guard [.confirmed, .arrived, .noShow].contains(booking.state) else {
            throw BarRefusal.notPossible(state: booking.state)
        }
        guard booking.starts <= now else { throw BarRefusal.tooEarly(starts: booking.starts) }
        guard booking.state != state else { return found.stored }
        if state == .noShow {
            try shift.release(booking, id)
            if let user = booking.user { try service.updateGuest(user, tx) { $0.missed(booking.starts) } }
        } else if booking.state == .noShow {
            guard shift.take(id, booking.people) else { throw try full(booking.people, shift) }
            if let user = booking.user { try service.updateGuest(user, tx) { $0.came(booking.starts) } }
        }
        booking.state = state
        return try write(booking, id, in: shift)
    }

    // MARK: - Checks

    /// Refuses parties that are none, or too large.
    private func check(_ people: Int) throws(BarRefusal) {
        guard (1...settings.mostPeople).contains(people) else { throw .partySize(most: settings.mostPeople) }
    }

    /// Refuses where the guest has another booking in that shift whose time is not over, here or in another bar.
    private func checkClaim(of booking: Booking, _ id: ID<Booking>) throws {
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
    private func bookableSpan(of shift: String, _ date: String, _ bar: Bar) throws -> Range<Timestamp> {
        let (known, day) = (try service.schedule.known(shift), try service.schedule.day(date))
        guard service.schedule.isOpen(bar, known, day) else { throw BarRefusal.closed(shift: shift, date: date) }
        let span = try service.schedule.span(known, day, bar)
        guard now < span.lowerBound else { throw BarRefusal.begun(shift: shift) }
        return span
    }

    private func addToWaitList(_ booking: inout Booking, in shift: LoadedShift) throws(BarRefusal) {
        guard shift.day.waiting < Self.mostWaiting else { throw .waitListFull(shift: booking.shift) }
        guard booking.people <= shift.plan.largestParty else { throw .neverRoom(people: booking.people) }
        (booking.state, booking.place, booking.until) = (.waiting, shift.day.addToWaitList(), booking.starts)
    }

    /// The refusal of a full shift: what is free, and which other shifts of the day have room.
    private func full(_ people: Int, _ shift: LoadedShift) throws -> BarRefusal {
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
