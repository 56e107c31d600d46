internal import FeatureKit

extension BookingTransaction {
    /// A booking that somebody wants to change, in its shift.
    struct Found {
        let stored: Stored<Booking>
        let shift: LoadedShift
        let isMine: Bool
        let runsBar: Bool

        var id: ID<Booking> { stored.key }
        var booking: Booking { stored.document }
    }

    /// Finds a booking that the caller made, or of a bar that the caller runs.
    private func find(_ id: ID<Booking>, _ call: Call) throws -> Found {
        let user = try service.user(call)
        guard let booking = try tx.get(service.bookings, id)?.document else { throw BarRefusal.noBooking }
        let bar = try tx.get(service.bars, booking.bar)
        let runsBar = service.runs(bar?.document, call)
        guard booking.user == user || runsBar else { throw BarRefusal.noBooking }
        guard let bar else { throw BarRefusal.noBar }
        let shift = try load(bar, ShiftDay(of: booking))
        // Loading may have ended or promoted it.
        guard let stored = try tx.get(service.bookings, id) else { throw BarRefusal.noBooking }
        return Found(stored: stored, shift: shift, isMine: booking.user == user, runsBar: runsBar)
    }

    // MARK: - Guests

    /// Confirms what is held.
    func confirm(_ id: ID<Booking>, _ call: Call) throws -> Stored<Booking> {
        let found = try find(id, call)
        guard found.isMine else { throw BarRefusal.notYourBooking }
        var booking = found.booking
        switch booking.state {
        case .held:
            (booking.state, booking.until) = (.confirmed, nil)
            return try write(booking, id, in: found.shift)
        case .confirmed: return found.stored
        case .over: throw BarRefusal.holdOver
        case .waiting: throw BarRefusal.stillWaiting
        case .arrived, .noShow, .cancelled: throw BarRefusal.notPossible(state: booking.state)
        }
    }

    /// Gives back what a booking took, once; asked again, the reply is the same.
    func cancel(_ id: ID<Booking>, why: String?, _ call: Call) throws -> Stored<Booking> {
        let found = try find(id, call)
        switch found.booking.state {
        case .cancelled, .over: return found.stored
        case .arrived, .noShow: throw BarRefusal.notPossible(state: found.booking.state)
        // What was never certain can be given back until the start.
        case .held, .waiting: break
        case .confirmed: if !found.runsBar { try checkWindow(found.booking) }
        }
        return try cancel(found.stored, in: found.shift, why: why)
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
    func change(_ request: ChangeBooking, _ call: Call) throws -> Stored<Booking> {
        let found = try find(request.booking, call)
        guard found.isMine else { throw BarRefusal.notYourBooking }
        let (old, shift) = (found.booking, found.shift)
        switch old.state {
        case .held, .waiting: break
        case .confirmed: try checkWindow(old)
        case .arrived, .noShow, .cancelled, .over: throw BarRefusal.notPossible(state: old.state)
        }
        var new = old
        if let people = request.people, people != old.people {
            try check(people)
            new.people = people
        }
        if let note = request.note { new.note = note.isEmpty ? nil : note }
        if let other = request.shift, other != old.shift { return try move(found, new, to: other) }
        guard new != old else { return found.stored }

        if old.state == .waiting {
            guard new.people <= shift.plan.largestParty else { throw BarRefusal.neverRoom(people: new.people) }
        } else if new.people != old.people {
            guard try shift.day.resize(found.id, from: old.people, to: new.people, in: shift.plan) else {
                throw try full(new.people, shift)
            }
        }
        let stored = try write(new, found.id, in: shift, event: .changed)
        guard new.people < old.people else { return stored }
        try promote(in: shift)
        // A smaller party on the wait list may have been promoted by it.
        return try tx.get(service.bookings, found.id) ?? stored
    }

    /// Moves a booking to another shift of its day; a party on the wait list has a place there or waits there.
    private func move(_ found: Found, _ changed: Booking, to id: String) throws -> Stored<Booking> {
        var booking = changed
        let span = try bookableSpan(of: id, booking.date, found.shift.bar.document)
        (booking.shift, booking.starts, booking.ends) = (id, span.lowerBound, span.upperBound)
        let shift = try load(found.shift.bar, ShiftDay(of: booking))
        booking.shiftDay = shift.id
        if let user = booking.user, booking.claim != nil { booking.claim = Booking.claim(user, booking.date, id) }
        try checkClaim(of: booking, found.id)
        if shift.take(found.id, booking.people) {
            if booking.state == .waiting { (booking.state, booking.place, booking.until) = (.confirmed, nil, nil) }
            booking.until = booking.until.map { min($0, booking.starts) }
        } else {
            guard booking.state == .waiting else { throw try full(booking.people, shift) }
            try addToWaitList(&booking, in: shift)
        }
        try found.shift.release(found.booking, found.id)
        let stored = try write(booking, found.id, in: shift, event: .changed)
        try promote(in: found.shift)
        return stored
    }

    private func checkWindow(_ booking: Booking) throws(BarRefusal) {
        let until = service.cancelUntil(booking)
        guard now <= until else { throw .tooLate(until: until) }
    }

    // MARK: - Owners

    /// Notes that a party came, or did not; also where the other was noted before.
    func mark(_ id: ID<Booking>, as state: Booking.State, _ call: Call) throws -> Stored<Booking> {
        let found = try find(id, call)
        guard found.runsBar else { throw BarRefusal.notYourBar }
        var booking = found.booking
        guard booking.starts <= now else { throw BarRefusal.tooEarly(starts: booking.starts) }
        guard booking.state != state else { return found.stored }
        guard [.confirmed, .arrived, .noShow].contains(booking.state) else {
            throw BarRefusal.notPossible(state: booking.state)
        }
        if state == .noShow {
            try found.shift.release(booking, id)
            if let user = booking.user { try service.updateGuest(user, tx) { $0.missed(booking.starts) } }
        } else if booking.state == .noShow {
            guard found.shift.take(id, booking.people) else { throw try full(booking.people, found.shift) }
            if let user = booking.user { try service.updateGuest(user, tx) { $0.came(booking.starts) } }
        }
        booking.state = state
        return try write(booking, id, in: found.shift)
    }
}
