internal import Calendars
internal import FeatureKit

@Record struct Party: Equatable {
    /// How many people somebody comes with.
    @In(1...500) var people: Int
}

@Record struct AskOwnBookings: PagedRequest {
    /// Whether to list bookings that are past or cancelled, instead of those to come.
    var past = false
    /// How many to reply at most; 100 by default.
    @In(1...1_000) var limit: Int?
    /// The `next` of the page before.
    var after: PageCursor?
}

/// A day of a bar, for its owner.
@Record struct DayView {
    var bar: ID<Bar>
    /// Which day.
    var date: String
    /// All shifts of the day.
    var shifts: [ShiftView]
    /// How many bookings there are beyond the thousand that are listed.
    var left: Int
}

@Record struct ShiftView {
    /// Which shift.
    var shift: String
    /// When it starts.
    var starts: Timestamp
    /// Whether the bar is open for it.
    var isOpen: Bool
    /// How many people the bar takes.
    var capacity: Int
    /// How many people are booked.
    var taken: Int
    /// The bookings, the first first.
    var bookings: [Booking.View]
    /// The wait list, in order.
    var waiting: [Booking.View]
}

@Routes("bars", as: "ownRoutes") extension BarsService {
    /// How many bookings of one person, or of one day, are looked at.
    private static var mostBookings: Int { 1_000 }

    /// How many people the caller comes with.
    @Get("/mine/party", .user)
    func party(_ call: Call) async throws -> Party {
        let user = try user(call)
        return try await store.read { snapshot in
            Party(people: try guest(user, snapshot).party ?? Guest.usualParty)
        }
    }

    /// Remembers how many people the caller comes with.
    @Put("/mine/party", .user)
    func partyPut(_ request: Party, _ call: Call) async throws -> Party {
        let (user, most) = (try user(call), settings.mostPeople)
        guard request.people <= most else { throw BarRefusal.partySize(most: most) }
        try await store.transaction { tx in try updateGuest(user, tx) { $0.party = request.people } }
        return request
    }

    /// The caller's bars, the oldest first.
    @Get("/mine/bars", .user)
    func mine(_ request: PageRequest, _ call: Call) async throws -> Page<Bar.View> {
        try await bars.page(request, where: [.equals("owner", try user(call))], order: .by("made")) {
            try view($0, to: call)
        }
    }

    /// The bars where the caller has booked, the one with the latest booking first.
    @Get("/mine/booked-bars", .user)
    func myBookedBars(_ request: PageRequest, _ call: Call) async throws -> Page<Bar.View> {
        let (user, now) = (try user(call), clock.now)
        return try await store.read { snapshot in
            let all = try snapshot.query(
                bookings, where: [.equals("user", user)], order: .descending(by: "starts"),
                limit: Self.mostBookings)
            var latest: [ID<Bar>: Timestamp] = [:]
            for booking in all.items.map(\.document) {
                let state = booking.state(at: now)
                guard state.isAlive || state == .noShow else { continue }
                latest[booking.bar] = max(booking.starts, latest[booking.bar] ?? booking.starts)
            }
            let page = Page(of: latest.keys, by: { "\(latest[$0] ?? now) \($0)" }, descending: true, request)
            let found = try page.items.compactMap { try snapshot.get(bars, $0) }
            return Page(items: try found.map { try view($0, to: call) }, next: page.next)
        }
    }

    /// The caller's bookings: those to come, the next first, or the others, the latest first.
    @Get("/mine/bookings", .user)
    func myBookings(_ request: AskOwnBookings, _ call: Call) async throws -> Page<Booking.View> {
        let (user, now) = (try user(call), clock.now)
        return try await store.read { snapshot in
            func views(_ bookings: [Stored<Booking>]) throws -> [Booking.View] {
                try bookings.map { booking in
                    let day = try snapshot.get(shiftDays, booking.document.shiftDay)?.document
                    return try view(booking, in: day, runsBar: false, at: now, snapshot)
                }
            }
            guard request.past else {
                // What is to come has not ended, and no shift lasts longer.
                let from = now.advanced(by: .zero - Shift.longest)
                let found = try snapshot.query(
                    bookings, where: [.equals("user", user), .from("starts", from)], limit: Self.mostBookings)
                return Page(
                    of: try views(found.items.filter { $0.document.isToCome(at: now) }), by: { "\($0.starts)\($0.id)" },
                    request)
            }
            var page: DocumentPage<Booking>
            var (past, after) = ([Stored<Booking>](), request.after)
            repeat {
                page = try snapshot.query(
                    bookings, where: [.equals("user", user)], order: .descending(by: "starts"),
                    limit: request.pageLimit, after: after)
                past = page.items.filter { !$0.document.isToCome(at: now) }
                after = page.next
            } while past.isEmpty && after != nil
            return Page(items: try views(past), next: page.next)
        }
    }

    /// A day of a bar with its bookings and its wait lists, for the bar's owner.
    /// - Parameter date: Which day, such as 2026-11-23; today by default.
    @Get("/{bar}/day", .user)
    func day(bar id: ID<Bar>, @Text(10...10) date: String?, _ call: Call) async throws -> DayView {
        let now = clock.now
        return try await store.read { snapshot in
            let bar = try ownBar(id, call, snapshot)
            let today = try schedule.today(bar.document, now)
            let day = try date.map(schedule.day) ?? today
            let date = day.description
            let states: [Booking.State] = [.held, .confirmed, .waiting, .arrived, .noShow]
            let those: [StoreCondition] = [.equals("bar", bar.id), .equals("date", date), .among("state", states)]
            let found = try snapshot.query(bookings, where: those, limit: Self.mostBookings)
            let left = found.next == nil ? 0 : try snapshot.count(bookings, where: those) - found.items.count
            let byShift = Dictionary(grouping: found.items) { $0.document.shift }
            // Bookings of shifts that the settings no longer have are shown as well.
            let others = Set(byShift.keys).subtracting(schedule.shifts.map(\.id)).sorted()
            let shifts = try (schedule.shifts.map(\.id) + others).map { id in
                let kept = try snapshot.get(shiftDays, ShiftDay.id(bar.key, date, id))?.document
                let bookings = (byShift[id] ?? []).sorted { ($0.document.made, $0.id) < ($1.document.made, $1.id) }
                let views = try bookings.map {
                    try view($0, in: kept, runsBar: true, at: now, snapshot)
                }
                let shift = schedule.shift(id)
                let starts = try shift.map { try schedule.span($0, day, bar.document).lowerBound }
                return ShiftView(
                    shift: id, starts: starts ?? bookings.first?.document.starts ?? now,
                    isOpen: shift.map { schedule.isOpen(bar.document, $0, day) } ?? false,
                    capacity: bar.document.capacity, taken: kept?.taken ?? 0,
                    bookings: views.filter { [.held, .confirmed, .arrived, .noShow].contains($0.state) },
                    waiting: views.filter { $0.state == .waiting }.sorted { ($0.ahead ?? 0) < ($1.ahead ?? 0) })
            }
            return DayView(bar: bar.key, date: date, shifts: shifts, left: left)
        }
    }
}

extension Booking {
    /// Whether somebody who looks at what is to come wants to see it.
    fileprivate func isToCome(at now: Timestamp) -> Bool { state(at: now).isAlive && now < ends }
}
