internal import FeatureKit

// What becomes of a booking. Which state allows what stands in the page's table.
extension Ledger {
    /// A booking that somebody wants to do something with, in its sitting.
    struct Found {
        let stored: Stored<Booking>
        let bar: Stored<Bar>
        let page: Int
        /// Whether whoever asks made it.
        let isMine: Bool
        /// Whether they run the bar.
        let runsBar: Bool

        var booking: Booking { stored.document }
    }

    /// Finds a booking of whoever asks, or of their bar.
    private mutating func find(_ id: String, _ call: Call) throws -> Found {
        let user = try office.user(call)
        guard let first = try tx.get(office.bookings, id) else { throw RouteError.noBooking }
        let booking = first.document
        let bar = try tx.get(office.bars, booking.bar)
        let runsBar = bar.map { office.runs($0.document, call) } ?? false
        guard booking.user == user || runsBar else { throw RouteError.noBooking }
        guard let bar else { throw RouteError.noBar }
        let page = try open(bar, booking.date, booking.shift, starts: booking.starts)
        // Its own time may just have been found to be over, or it was promoted.
        guard let stored = try tx.get(office.bookings, id) else { throw RouteError.noBooking }
        return Found(stored: stored, bar: bar, page: page, isMine: booking.user == user, runsBar: runsBar)
    }

    // MARK: - Who made it

    /// Books what is held.
    mutating func confirm(_ id: String, _ call: Call) throws -> Stored<Booking> {
        let found = try find(id, call)
        guard found.isMine else { throw RouteError.notYourBooking }
        var booking = found.booking
        switch booking.state {
        case .held:
            (booking.state, booking.until) = (.confirmed, nil)
            return try write(booking, id, in: found.page, telling: .confirmed)
        case .confirmed: return found.stored
        case .over: throw RouteError.holdOver
        case .waiting: throw RouteError.stillWaiting
        case .arrived, .noShow, .cancelled: throw RouteError.notPossible(booking.state)
        }
    }

    /// Gives back what a booking took, once; whoever asks again is told the same.
    mutating func cancel(_ request: CancelBooking, _ call: Call) throws -> Stored<Booking> {
        let found = try find(request.booking, call)
        var booking = found.booking
        switch booking.state {
        case .cancelled, .over: return found.stored
        case .arrived, .noShow: throw RouteError.notPossible(booking.state)
        // What was never certain is given back as late as anybody likes.
        case .held, .waiting: break
        case .confirmed: if !found.runsBar { try checkWindow(booking) }
        }
        try giveUp(booking, request.booking, in: found.page)
        (booking.state, booking.claim, booking.place, booking.until) = (.cancelled, nil, nil, nil)
        booking.why = request.why
        let stored = try write(booking, request.booking, in: found.page, telling: .cancelled)
        try promote(found.page)
        return stored
    }

    /// Changes how many come, and for which shift; the new place is taken before the old one is given up.
    mutating func change(_ request: ChangeBooking, _ call: Call) throws -> Stored<Booking> {
        let found = try find(request.booking, call)
        guard found.isMine else { throw RouteError.notYourBooking }
        let old = found.booking
        switch old.state {
        case .held, .waiting: break
        case .confirmed: try checkWindow(old)
        case .arrived, .noShow, .cancelled, .over: throw RouteError.notPossible(old.state)
        }
        var new = old
        if let people = request.people, people != old.people {
            try office.check(people)
            new.people = people
        }
        if let note = request.note { new.note = note.isEmpty ? nil : note }
        let isElsewhere = request.shift.map { $0 != old.shift } ?? false
        guard new != old || isElsewhere else { return found.stored }
        if let shift = request.shift, isElsewhere { return try move(found, new, to: shift) }

        if old.state == .waiting {
            let space = pages[found.page].space
            guard new.people <= Sitting.largest(in: space) else { throw RouteError.neverRoom(new.people) }
        } else if new.people != old.people {
            let space = pages[found.page].space
            guard
                try pages[found.page].sitting.resize(
                    request.booking, from: old.people, to: new.people, in: space)
            else { throw try full(new.people, found.page) }
        }
        let stored = try write(new, request.booking, in: found.page, telling: .changed)
        guard new.people < old.people else { return stored }
        try promote(found.page)
        // Who waits for fewer may have been promoted by it.
        return try tx.get(office.bookings, request.booking) ?? stored
    }

    /// Moves a booking to another shift of its day.
    ///
    /// Who waits there either has a place now or waits at the end of that line.
    private mutating func move(_ found: Found, _ changed: Booking, to id: String) throws -> Stored<Booking> {
        guard let day = Day(found.booking.date) else { throw RouteError.noDay(found.booking.date) }
        let span = try span(office.shift(id), day, found.bar.document)
        let page = try open(found.bar, changed.date, id, starts: span.lowerBound)
        var booking = changed
        (booking.shift, booking.sitting) = (id, pages[page].id)
        (booking.starts, booking.ends) = (span.lowerBound, span.upperBound)
        if booking.claim != nil { booking.claim = Booking.claim(booking.user, booking.date, id) }
        if take(found.stored.id, booking.people, in: page) {
            if booking.state == .waiting { (booking.state, booking.place, booking.until) = (.confirmed, nil, nil) }
            booking.until = booking.until.map { min($0, booking.starts) }
        } else {
            try checkClaim(booking.claim)
            guard booking.state == .waiting else { throw try full(booking.people, page) }
            try wait(&booking, in: page)
        }
        try giveUp(found.booking, found.stored.id, in: found.page)
        let stored = try write(booking, found.stored.id, in: page, telling: .changed)
        try promote(found.page)
        return stored
    }

    private func checkWindow(_ booking: Booking) throws(RouteError) {
        let until = office.cancelUntil(booking)
        guard now <= until else { throw .tooLate(until) }
    }

    // MARK: - Who runs the bar

    /// Notes that they came; also where they were taken to stay away.
    mutating func arrived(_ id: String, _ call: Call) throws -> Stored<Booking> {
        let found = try findBegun(id, call)
        var booking = found.booking
        switch booking.state {
        case .arrived: return found.stored
        case .confirmed: break
        case .noShow:
            guard take(id, booking.people, in: found.page) else { throw try full(booking.people, found.page) }
            try office.remember(booking.user, tx) { $0.came(booking.starts) }
        case .held, .waiting, .cancelled, .over: throw RouteError.notPossible(booking.state)
        }
        booking.state = .arrived
        return try write(booking, id, in: found.page, telling: .arrived)
    }

    /// Notes that nobody came; also where they were taken to be there.
    mutating func noShow(_ id: String, _ call: Call) throws -> Stored<Booking> {
        let found = try findBegun(id, call)
        var booking = found.booking
        switch booking.state {
        case .noShow: return found.stored
        case .confirmed, .arrived: break
        case .held, .waiting, .cancelled, .over: throw RouteError.notPossible(booking.state)
        }
        try giveUp(booking, id, in: found.page)
        booking.state = .noShow
        try office.remember(booking.user, tx) { $0.missed(booking.starts) }
        return try write(booking, id, in: found.page, telling: .noShow)
    }

    /// Finds a booking of one's bar of which it is known by now who came.
    private mutating func findBegun(_ id: String, _ call: Call) throws -> Found {
        let found = try find(id, call)
        guard found.runsBar else { throw RouteError.notYours }
        guard found.booking.starts <= now else { throw RouteError.tooEarly(found.booking.starts) }
        return found
    }
}

extension Office {
    /// Until when whoever made a booking may cancel and change it.
    func cancelUntil(_ booking: Booking) -> Timestamp { booking.starts.advanced(by: .zero - settings.cancelUntil) }
}
