internal import FeatureKit
internal import Seating

extension BookingTransaction {
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
        guard booking.starts <= now else { throw BarRefusal.tooEarly(starts: booking.starts) }
        guard booking.state != state else { return found.stored }
        guard [.confirmed, .arrived, .noShow].contains(booking.state) else {
            throw BarRefusal.notPossible(state: booking.state)
        }
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
}
