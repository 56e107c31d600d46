internal import Calendars
internal import FeatureKit
internal import Seating

/// What is free of a bar tomorrow.
@Record struct Room {
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

@Routes("bars", as: "bookingRoutes") extension BarsService {
    /// What is free of a bar tomorrow, shift by shift.
    /// - Parameter people: For how many people.
    @Get("/{bar}/room", .everyone)
    func room(bar id: ID<Bar>, @In(1...500) people: Int = 1) async throws -> Room {
        let now = clock.now
        return try await store.read { snapshot in
            guard let bar = try snapshot.get(bars, id)?.document else { throw BarRefusal.noBar }
            let (day, plan) = (try schedule.tomorrow(bar, now), plan(of: bar))
            let date = day.description
            let shifts = try schedule.shifts.map { shift in
                let starts = try schedule.span(shift, day, bar).lowerBound
                let isOpen = schedule.isOpen(bar, shift, day) && now < starts
                let known = try snapshot.get(shiftDays, ShiftDay.id(id, date, shift.id))?.document
                let taken = known ?? ShiftDay(bar: id, date: date, shift: shift.id, starts: starts)
                return ShiftRoom(
                    shift: shift.id, starts: starts, isOpen: isOpen, free: isOpen ? taken.seats.free(in: plan) : 0,
                    fits: isOpen && taken.seats.hasRoom(for: people, in: plan), waiting: taken.waiting)
            }
            return Room(bar: id, date: date, shifts: shifts)
        }
    }

    /// Books a table for tomorrow.
    /// - Parameter shift: Which shift.
    /// - Parameter people: How many people come; by default the party that is remembered.
    /// - Parameter date: The day that the caller takes for tomorrow, such as 2026-11-23; refused where it is another one.
    /// - Parameter hold: Whether the table is only held, until it is confirmed.
    /// - Parameter wait: Whether to go on the wait list where it is full.
    /// - Parameter note: What the bar should know.
    @Post("/{bar}/bookings", .user)
    func book(
        bar: ID<Bar>, @Text(Shift.idLength) shift: String, @In(1...500) people: Int?, @Text(10...10) date: String?,
        hold: Bool = false, wait: Bool = false, @Text(1...500) note: String?, _ call: Call,
        _ once: Once<Booking.View>
    ) async throws -> Once<Booking.View>.Answer {
        let user = try user(call)
        let request = BookRequest(
            bar: bar, shift: shift, people: people, date: date, hold: hold, wait: wait, note: note)
        return try await once.finish { tx in
            try decide(in: tx, by: call) { try $0.view($0.book(request, by: user), to: call) }
        }
    }

    /// A booking, for its guest and the bar's owner.
    @Get("/bookings/{booking}", .user)
    func booking(booking id: ID<Booking>, _ call: Call) async throws -> Booking.View {
        let now = clock.now
        return try await store.read { snapshot in
            let found = try find(id, call, snapshot)
            return try view(found.stored, in: found.day, runsBar: found.runsBar, at: now, snapshot)
        }
    }

    /// Changes a booking; all of it or nothing.
    @Patch("/bookings/{booking}", .user)
    func bookingChange(_ request: Booking.Change, _ call: Call) async throws -> Booking.View {
        try await transact(by: call) { try $0.view($0.change(request, call), to: call) }
    }

    /// Confirms what is held.
    @Post("/bookings/{booking}/confirm", .user)
    func confirm(booking: ID<Booking>, _ call: Call) async throws -> Booking.View {
        try await transact(by: call) { try $0.view($0.confirm(booking, call), to: call) }
    }

    /// Cancels a booking; asked again, the reply is the same.
    /// - Parameter why: The reason, for the other side.
    @Delete("/bookings/{booking}", .user)
    func cancel(booking: ID<Booking>, @Text(1...200) why: String?, _ call: Call) async throws -> Booking.View {
        try await transact(by: call) { try $0.view($0.cancel(booking, why: why, call), to: call) }
    }

    /// Notes that a party came, for the bar's owner.
    @Post("/bookings/{booking}/arrived", .user)
    func arrived(booking: ID<Booking>, _ call: Call) async throws -> Booking.View {
        try await transact(by: call) { try $0.view($0.mark(booking, as: .arrived, call), to: call) }
    }

    /// Notes that a party did not come, for the bar's owner.
    @Post("/bookings/{booking}/no-show", .user)
    func noShow(booking: ID<Booking>, _ call: Call) async throws -> Booking.View {
        try await transact(by: call) { try $0.view($0.mark(booking, as: .noShow, call), to: call) }
    }

    /// A booking for calendars (RFC 5545), for its guest.
    @Get("/bookings/{booking}/calendar.ics", .user)
    func calendar(booking id: ID<Booking>, _ call: Call) async throws -> Media {
        let (now, reminder) = (clock.now, settings.reminder)
        return try await store.read { snapshot in
            let found = try find(id, call, snapshot)
            guard found.isMine else { throw BarRefusal.notYourBooking }
            let calendar = found.booking.calendar(
                id: id, of: found.bar?.document, tables: found.day?.seats.tables(of: id.text) ?? [], reminder: reminder,
                at: now)
            return Media(type: "text/calendar; charset=utf-8", bytes: calendar.bytes)
        }
    }
}
