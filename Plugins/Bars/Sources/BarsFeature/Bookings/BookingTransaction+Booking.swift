internal import Calendars
internal import FeatureKit

extension BookingTransaction {
    /// How many parties wait for one shift at most.
    private static let mostWaiting = 200

    /// Books a table, holds one, or puts a party on the wait list.
    func book(_ request: Book, by user: String) throws -> Stored<Booking> {
        guard let bar = try tx.get(service.bars, request.bar) else { throw BarRefusal.noBar }
        let guest = try service.guest(user, tx)
        guard let people = request.people ?? guest.party else { throw BarRefusal.noParty }
        try check(people)
        let (day, span) = try tomorrow(request, of: bar.document)
        let missed = guest.missed(within: settings.noShows.within, at: now)
        guard settings.noShows.most == 0 || missed < settings.noShows.most else {
            throw BarRefusal.tooManyNoShows(count: missed)
        }
        let (date, id) = (day.description, ID<Booking>.random())
        let shift = try load(bar, date, request.shift, starts: span.lowerBound)
        var booking = Booking(
            bar: bar.key, barName: bar.document.name, user: user, state: .confirmed, people: people, date: date,
            shift: request.shift, starts: span.lowerBound, ends: span.upperBound, note: request.note, made: now,
            claim: settings.severalPerShift ? nil : Booking.claim(user, date, request.shift), shiftDay: shift.id)
        if shift.take(id, people) {
            if request.hold {
                (booking.state, booking.until) = (.held, min(now.advanced(by: settings.hold), booking.starts))
            }
        } else {
            // Who has a place in that shift is told so, full or not.
            try checkClaim(booking.claim)
            guard request.wait else { throw try full(people, shift) }
            try addToWaitList(&booking, in: shift)
        }
        if guest.party == nil { try service.updateGuest(user, tx) { $0.party = people } }
        return try write(booking, id, in: shift, isNew: true)
    }

    /// Refuses parties that are none, or too large.
    func check(_ people: Int) throws(BarRefusal) {
        guard (1...settings.mostPeople).contains(people) else { throw .partySize(most: settings.mostPeople) }
    }

    /// The day that a request is for, and when its shift is.
    private func tomorrow(_ request: Book, of bar: Bar) throws -> (Day, Range<Timestamp>) {
        let shift = try service.schedule.known(request.shift)
        let tomorrow = try service.schedule.tomorrow(bar, now)
        if let date = request.date {
            guard let day = Day(date) else { throw BarRefusal.noDay(date: date) }
            guard day == tomorrow else { throw BarRefusal.notTomorrow(date: date, tomorrow: tomorrow.description) }
        }
        return (tomorrow, try bookableSpan(of: shift, tomorrow, bar))
    }

    /// When a shift is, where it can still be booked.
    func bookableSpan(of shift: Shift, _ day: Day, _ bar: Bar) throws -> Range<Timestamp> {
        guard service.schedule.isOpen(bar, shift, day) else {
            throw BarRefusal.closed(shift: shift.id, date: day.description)
        }
        let span = try service.schedule.span(shift, day, bar)
        guard now < span.lowerBound else { throw BarRefusal.begun(shift: shift.id) }
        return span
    }

    func addToWaitList(_ booking: inout Booking, in shift: LoadedShift) throws(BarRefusal) {
        guard shift.day.waiting < Self.mostWaiting else { throw .waitListFull(shift: booking.shift) }
        guard booking.people <= shift.plan.largestParty else { throw .neverRoom(people: booking.people) }
        (booking.state, booking.place, booking.until) = (.waiting, shift.day.addToWaitList(), booking.starts)
    }

    /// The refusal of a full shift: what is free, and which other shifts of the day have room.
    func full(_ people: Int, _ shift: LoadedShift) throws -> BarRefusal {
        let (bar, plan, schedule) = (shift.bar.document, shift.plan, service.schedule)
        let others = try schedule.shifts.filter { other in
            guard other.id != shift.day.shift, let day = Day(shift.day.date), schedule.isOpen(bar, other, day),
                now < (try schedule.span(other, day, bar)).lowerBound
            else { return false }
            let known = try tx.get(service.shiftDays, ShiftDay.id(shift.bar.key, shift.day.date, other.id))?.document
            return people <= known?.largestParty(in: plan) ?? plan.largestParty
        }
        return .full(
            people: people, shift: shift.day.shift, free: shift.day.free(in: plan), waiting: shift.day.waiting,
            shifts: others.map(\.id))
    }
}
