internal import FeatureKit

extension Office {
    func book(_ request: Book, _ call: Call) async throws -> BookingShown {
        let user = try user(call)
        return try await show(to: call) { ledger in try ledger.book(request, by: user) }
    }

    func booking(_ request: NamedBooking, _ call: Call) async throws -> BookingShown {
        let user = try user(call)
        return try await store.read { [self] snapshot in
            guard let stored = try snapshot.get(bookings, request.booking) else { throw RouteError.noBooking }
            let booking = stored.document
            let bar = try snapshot.get(bars, booking.bar)?.document
            guard booking.user == user || bar.map({ runs($0, call) }) ?? false else { throw RouteError.noBooking }
            let sitting = try snapshot.get(sittings, booking.sitting)?.document
            return try shown(
                stored, sitting: sitting, ahead: ahead(of: booking, snapshot), of: bar, to: call, at: clock.now)
        }
    }

    func confirm(_ request: NamedBooking, _ call: Call) async throws -> BookingShown {
        try await show(to: call) { ledger in try ledger.confirm(request.booking, call) }
    }

    func changeBooking(_ request: ChangeBooking, _ call: Call) async throws -> BookingShown {
        try await show(to: call) { ledger in try ledger.change(request, call) }
    }

    func cancel(_ request: CancelBooking, _ call: Call) async throws -> BookingShown {
        try await show(to: call) { ledger in try ledger.cancel(request, call) }
    }

    func arrived(_ request: NamedBooking, _ call: Call) async throws -> BookingShown {
        try await show(to: call) { ledger in try ledger.arrived(request.booking, call) }
    }

    func noShow(_ request: NamedBooking, _ call: Call) async throws -> BookingShown {
        try await show(to: call) { ledger in try ledger.noShow(request.booking, call) }
    }

    /// Does something with a booking in one transaction, and shows it as it is then.
    private func show(
        to call: Call, _ body: @escaping @Sendable (inout Ledger) throws -> Stored<Booking>
    ) async throws -> BookingShown {
        try await enter { ledger in
            let booking = try body(&ledger)
            return try ledger.shown(booking, to: call)
        }
    }

    /// Tomorrow of a bar, shift by shift.
    func room(_ request: Room) async throws -> RoomShown {
        guard (1...Book.mostPeople).contains(request.people) else { throw RouteError.partySize(Book.mostPeople) }
        return try await store.read { [self] snapshot in
            guard let bar = try snapshot.get(bars, request.bar)?.document else { throw RouteError.noBar }
            let now = clock.now
            let (day, space) = (hours.tomorrow(bar, now), space(of: bar))
            let date = day.description
            let parts = try hours.shifts.map { shift in
                let starts = hours.span(shift, day, bar).lowerBound
                let isOpen = hours.isOpen(bar, shift, day) && now < starts
                let sitting =
                    try snapshot.get(sittings, Sitting.id(request.bar, date, shift.id))?.document
                    ?? Sitting(bar: request.bar, date: date, shift: shift.id, starts: starts)
                return RoomShown.Part(
                    shift: shift.id, starts: starts, isOpen: isOpen, free: isOpen ? sitting.free(in: space) : 0,
                    fits: isOpen && sitting.hasRoom(for: request.people, in: space), waiting: sitting.waiting)
            }
            return RoomShown(bar: request.bar, date: date, shifts: parts)
        }
    }

    /// How many wait before somebody who waits.
    func ahead(of booking: Booking, _ snapshot: StoreSnapshot) throws -> Int64? {
        guard booking.state == .waiting, let place = booking.place else { return nil }
        return Int64(
            try snapshot.count(
                bookings,
                where: [
                    .equals("sitting", booking.sitting), .equals("state", Booking.State.waiting.rawValue),
                    .below("place", place),
                ]))
    }
}

extension Ledger {
    /// A booking as whoever asks sees it now.
    func shown(_ stored: Stored<Booking>, to call: Call) throws -> BookingShown {
        let booking = stored.document
        let page = pages.first { $0.id == booking.sitting }
        let bar = try page?.bar.document ?? tx.get(office.bars, booking.bar)?.document
        let sitting = try page?.sitting ?? tx.get(office.sittings, booking.sitting)?.document
        return try office.shown(
            stored, sitting: sitting, ahead: office.ahead(of: booking, tx), of: bar, to: call, at: now)
    }
}
