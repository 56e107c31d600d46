internal import FeatureKit

// Booking.
extension Ledger {
    /// Books a table, holds one, or puts somebody in the line; all over again with the same key it is the same booking.
    mutating func book(_ request: Book, by user: String) throws -> Stored<Booking> {
        let once = request.idempotencyKey.map { Booking.mark(user, $0) }
        if let once, let earlier = try tx.query(office.bookings, where: [.equals("once", once)], limit: 1).items.first {
            guard earlier.document.asked == request.asked else { throw RouteError.keyReused }
            return earlier
        }
        guard let bar = try tx.get(office.bars, request.bar) else { throw RouteError.noBar }
        let person = try office.person(user, tx)
        guard let people = request.people ?? person.party else { throw RouteError.noParty }
        try office.check(people)
        let (day, span) = try tomorrow(request, of: bar.document)
        try checkNoShows(person)

        let (date, id) = (day.description, Booking.newID())
        let page = try open(bar, date, request.shift, starts: span.lowerBound)
        var booking = Booking(
            bar: bar.id, barName: bar.document.name, user: user, state: .confirmed, people: people, date: date,
            shift: request.shift, starts: span.lowerBound, ends: span.upperBound, note: request.note, made: now,
            claim: office.settings.severalPerShift ? nil : Booking.claim(user, date, request.shift), once: once,
            asked: once.map { _ in request.asked }, sitting: pages[page].id)
        if take(id, people, in: page) {
            if request.hold {
                booking.state = .held
                booking.until = end(of: office.settings.hold, before: booking.starts)
            }
        } else {
            // Who has a place there already is told that, full or not.
            try checkClaim(booking.claim)
            guard request.wait else { throw try full(people, page) }
            try wait(&booking, in: page)
        }
        // What somebody said of themselves is not lost by one lone lunch.
        if person.party == nil { try office.remember(user, tx) { $0.party = people } }
        return try write(booking, id, in: page, telling: booking.state.told, isNew: true)
    }

    /// Refuses who did not come too often.
    private func checkNoShows(_ person: Person) throws(RouteError) {
        let rule = office.settings.noShows
        guard rule.most > 0 else { return }
        let count = person.noShows(within: rule.within, at: now)
        guard count < rule.most else { throw .tooManyNoShows(count) }
    }

    /// Which day a request is for, and when its shift is.
    private func tomorrow(_ request: Book, of bar: Bar) throws -> (Day, Range<Timestamp>) {
        let shift = try office.shift(request.shift)
        let tomorrow = office.hours.tomorrow(bar, now)
        if let date = request.date {
            guard let day = Day(date) else { throw RouteError.noDay(date) }
            guard day == tomorrow else { throw RouteError.notTomorrow(day, tomorrow) }
        }
        return (tomorrow, try span(shift, tomorrow, bar))
    }

    /// When a shift is that can still be booked.
    func span(_ shift: Shift, _ day: Day, _ bar: Bar) throws -> Range<Timestamp> {
        guard office.hours.isOpen(bar, shift, day) else { throw RouteError.closed(shift.id, day) }
        let span = office.hours.span(shift, day, bar)
        guard now < span.lowerBound else { throw RouteError.begun(shift.id) }
        return span
    }

    /// Puts a booking at the end of the line.
    func wait(_ booking: inout Booking, in page: inout Page) throws {
        guard page.sitting.waiting < Self.mostWaiting else { throw RouteError.lineFull(booking.shift) }
        guard booking.people <= Sitting.largest(in: page.space) else { throw RouteError.neverRoom(booking.people) }
        booking.state = .waiting
        booking.place = page.sitting.wait()
        booking.until = booking.starts
    }

    mutating func wait(_ booking: inout Booking, in page: Int) throws { try wait(&booking, in: &pages[page]) }

    /// That there is no room, what there is, and in which other shifts of the day there is some.
    func full(_ people: Int64, _ page: Int) throws -> RouteError {
        let (bar, space, sitting) = (pages[page].bar.document, pages[page].space, pages[page].sitting)
        let others = try office.hours.shifts.filter { shift in
            guard shift.id != sitting.shift, let day = Day(sitting.date), office.hours.isOpen(bar, shift, day) else {
                return false
            }
            guard now < office.hours.span(shift, day, bar).lowerBound else { return false }
            let other = try tx.get(office.sittings, Sitting.id(sitting.bar, sitting.date, shift.id))?.document
            return people <= other?.largest(in: space) ?? Sitting.largest(in: space)
        }
        return .full(
            people, sitting.shift, free: sitting.free(in: space), waiting: sitting.waiting,
            elsewhere: others.map(\.id))
    }
}

extension Office {
    /// A shift by its id.
    func shift(_ id: String) throws(RouteError) -> Shift {
        guard let shift = hours.shift(id) else { throw .unknownShift(id, among: hours.shifts.map(\.id)) }
        return shift
    }

    /// Refuses parties that are none, or too large.
    func check(_ people: Int64) throws(RouteError) {
        guard (1...settings.mostPeople).contains(people) else { throw .partySize(settings.mostPeople) }
    }
}

extension Book {
    /// What was asked, to know it again.
    var asked: String {
        let parts = [
            bar, shift, people.map { "\($0)" } ?? "", date ?? "", hold ? "hold" : "", wait ? "wait" : "", note ?? "",
        ]
        return parts.joined(separator: "|")
    }
}

extension Booking.State {
    /// What is told of a booking that gets there.
    var told: BookingTold.What {
        switch self {
        case .held: .held
        case .confirmed: .confirmed
        case .waiting: .waiting
        case .arrived: .arrived
        case .noShow: .noShow
        case .cancelled: .cancelled
        case .over: .over
        }
    }
}
