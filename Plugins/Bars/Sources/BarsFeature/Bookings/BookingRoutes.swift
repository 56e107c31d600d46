internal import Calendars
internal import FeatureKit

@Record struct Book: IdempotentRequest {
    /// Whatever the settings say.
    static let mostPeople = 500

    /// Which bar.
    var bar: ID<Bar>
    /// Which shift.
    @Text(Shift.idLength) var shift: String
    /// How many people come; by default the party that is remembered.
    @In(1...500) var people: Int?
    /// The day that the caller takes for tomorrow, such as 2026-11-23; the request is refused where it is another one.
    @Text(10...10) var date: String?
    /// Whether the table is only held, until it is confirmed.
    var hold = false
    /// Whether to go on the wait list where it is full.
    var wait = false
    /// What the bar should know.
    @Text(1...500) var note: String?
    /// What the caller calls this request; asked again with it, it is answered as the first time.
    @Text(1...255) var idempotencyKey: String?
}

@Record struct ChangeBooking {
    /// Which booking.
    var booking: ID<Booking>
    /// How many people come.
    @In(1...500) var people: Int?
    /// Which shift of that day.
    @Text(Shift.idLength) var shift: String?
    /// What the bar should know; empty for nothing.
    @Text(0...500) var note: String?
}

@Record struct NamedBooking {
    /// Which booking.
    var booking: ID<Booking>
}

@Record struct CancelBooking {
    /// Which booking.
    var booking: ID<Booking>
    /// The reason, for the other side.
    @Text(1...200) var why: String?
}

@Record struct AskRoom {
    /// Which bar.
    var bar: ID<Bar>
    /// For how many people.
    @In(1...500) var people = 1
}

/// What is free of a bar tomorrow.
@Record struct Room {
    /// Which bar.
    var bar: ID<Bar>
    /// Tomorrow by the clock of the bar.
    var date: String
    /// All shifts of the day.
    var shifts: [ShiftRoom]
}

@Record struct ShiftRoom {
    /// Which shift.
    var shift: String
    /// When it starts.
    var starts: Timestamp
    /// Whether it can be booked.
    var isOpen: Bool
    /// How many seats are free.
    var free: Int
    /// Whether there is room for the party.
    var fits: Bool
    /// How many parties are on the wait list.
    var waiting: Int
}

@Routes("bars") struct BookingRoutes: RouteGroup {
    let service: BarsService

    var store: Store { service.store }

    /// What is free of a bar tomorrow, shift by shift.
    @Get("/{bar}/room", .everyone)
    func room(_ request: AskRoom) async throws -> Room {
        let (schedule, now) = (service.schedule, service.clock.now)
        return try await store.read { snapshot in
            guard let bar = try snapshot.get(service.bars, request.bar)?.document else { throw BarRefusal.noBar }
            let (day, plan) = (try schedule.tomorrow(bar, now), service.plan(of: bar))
            let shifts = try schedule.shifts.map { shift in
                let starts = try schedule.span(shift, day, bar).lowerBound
                let isOpen = schedule.isOpen(bar, shift, day) && now < starts
                let id = ShiftDay.id(request.bar, day.description, shift.id)
                let taken =
                    try snapshot.get(service.shiftDays, id)?.document
                    ?? ShiftDay(bar: request.bar, date: day.description, shift: shift.id, starts: starts)
                return ShiftRoom(
                    shift: shift.id, starts: starts, isOpen: isOpen, free: isOpen ? taken.free(in: plan) : 0,
                    fits: isOpen && taken.hasRoom(for: request.people, in: plan), waiting: taken.waiting)
            }
            return Room(bar: request.bar, date: day.description, shifts: shifts)
        }
    }

    /// Books a table for tomorrow.
    @Post("/{bar}/bookings", .user)
    func book(_ request: Book, _ call: Call, _ once: Once<Booking.View>) async throws -> Once<Booking.View>.Answer {
        let user = try service.user(call)
        let effects = Lock(BookingTransaction.Effects())
        let answer = try await once.finish { tx in
            let transaction = BookingTransaction(service, tx, now: service.clock.now)
            let view = try transaction.view(transaction.book(request, by: user), to: call)
            let done = try transaction.finish()
            effects.withLock { $0 = done }
            return view
        }
        service.apply(effects.withLock { $0 })
        return answer
    }

    /// A booking, for whoever made it and the bar's owner.
    @Get("/bookings/{booking}", .user)
    func booking(_ request: NamedBooking, _ call: Call) async throws -> Booking.View {
        let (user, now) = (try service.user(call), service.clock.now)
        return try await store.read { snapshot in
            guard let booking = try snapshot.get(service.bookings, request.booking) else { throw BarRefusal.noBooking }
            let bar = try snapshot.get(service.bars, booking.document.bar)?.document
            guard booking.document.user == user || service.runs(bar, call) else { throw BarRefusal.noBooking }
            let day = try snapshot.get(service.shiftDays, booking.document.shiftDay)?.document
            return try service.view(booking, in: day, runsBar: service.runs(bar, call), at: now, snapshot)
        }
    }

    /// Changes a booking; all of it or nothing.
    @Patch("/bookings/{booking}", .user)
    func bookingChange(_ request: ChangeBooking, _ call: Call) async throws -> Booking.View {
        try await edit(call) { try $0.change(request, call) }
    }

    /// Confirms what is held.
    @Post("/bookings/{booking}/confirm", .user)
    func confirm(_ request: NamedBooking, _ call: Call) async throws -> Booking.View {
        try await edit(call) { try $0.confirm(request.booking, call) }
    }

    /// Cancels a booking; asked again, the reply is the same.
    @Delete("/bookings/{booking}", .user)
    func cancel(_ request: CancelBooking, _ call: Call) async throws -> Booking.View {
        try await edit(call) { try $0.cancel(request.booking, why: request.why, call) }
    }

    /// Notes that a party came, for the bar's owner.
    @Post("/bookings/{booking}/arrived", .user)
    func arrived(_ request: NamedBooking, _ call: Call) async throws -> Booking.View {
        try await edit(call) { try $0.arrived(request.booking, call) }
    }

    /// Notes that a party did not come, for the bar's owner.
    @Post("/bookings/{booking}/no-show", .user)
    func noShow(_ request: NamedBooking, _ call: Call) async throws -> Booking.View {
        try await edit(call) { try $0.noShow(request.booking, call) }
    }

    /// A booking for calendars (RFC 5545), for whoever made it.
    @Get("/bookings/{booking}/calendar.ics", .user)
    func calendar(_ request: NamedBooking, _ call: Call) async throws -> Media {
        let (user, now) = (try service.user(call), service.clock.now)
        return try await store.read { snapshot in
            guard let booking = try snapshot.get(service.bookings, request.booking) else { throw BarRefusal.noBooking }
            let bar = try snapshot.get(service.bars, booking.document.bar)?.document
            guard booking.document.user == user else {
                throw service.runs(bar, call) ? BarRefusal.notYourBooking : .noBooking
            }
            let day = try snapshot.get(service.shiftDays, booking.document.shiftDay)?.document
            let calendar = booking.document.calendar(
                id: request.booking, of: bar, tables: day?.tables(of: request.booking) ?? [], at: now)
            return Media(type: "text/calendar; charset=utf-8", bytes: calendar.bytes)
        }
    }

    private func edit(
        _ call: Call, _ body: @escaping @Sendable (BookingTransaction) throws -> Stored<Booking>
    ) async throws -> Booking.View {
        try await service.transact { transaction in
            try transaction.view(body(transaction), to: call)
        }
    }
}
