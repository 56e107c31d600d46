internal import Calendars
internal import FeatureKit

/// What becomes due as time passes.
enum Due: Hashable, Sendable {
    case start, shift(ID<ShiftDay>), newDay
    /// The wall clock may have been set.
    case clockCheck
}

// Loading a shift brings it up to date anyway; this is for shifts that nobody touches.
extension BarsService {
    /// Ends holds, moves wait lists up, begins days and deletes what is old, until the module is asked to stop.
    func keepTime() async {
        deadlines.set(.start, after: .zero)
        for await due in deadlines {
            do { try await handle(due) } catch {
                guard !Task.isCancelled else { return }
                log.warning("can't do what is due; trying again", [("error", "\(error)")])
                deadlines.set(due, after: .seconds(5))
            }
        }
    }

    private func handle(_ due: Due) async throws {
        switch due {
        case .shift(let id): try await settle([id])
        case .start:
            try await watchDeadlines()
            try await settleWaitLists()
            try await checkDay()
        case .newDay, .clockCheck: try await checkDay()
        }
    }

    /// Loads shifts, which ends what is due in them and moves their wait lists up.
    private func settle(_ ids: Set<ID<ShiftDay>>) async throws {
        try await transact { transaction in
            for id in ids {
                guard let day = try transaction.tx.get(shiftDays, id)?.document,
                    let bar = try transaction.tx.get(bars, day.bar)
                else { continue }
                let shift = try transaction.load(bar, day.date, day.shift, starts: day.starts)
                try transaction.promote(in: shift)
                for erased in try transaction.bookings(of: id, [.held, .confirmed, .waiting])
                where erased.document.user == nil && day.starts > transaction.now {
                    _ = try transaction.cancel(erased, in: shift, why: nil)
                }
            }
        }
    }

    /// Sets the deadlines of all shifts in which something is held or waits.
    private func watchDeadlines() async throws {
        for state in [Booking.State.held, .waiting] {
            for try await booking in bookings.all(where: [.equals("state", state)]) {
                guard let until = booking.document.until else { continue }
                deadlines.set(.shift(booking.document.shiftDay), noLaterThan: until)
            }
        }
    }

    /// Settles all shifts to come that have a wait list: by the settings of today there may be more room than there was.
    private func settleWaitLists() async throws {
        let yesterday = Day(utc: clock.now).advanced(by: -1).description
        for try await day in shiftDays.all(where: [.from("date", yesterday)]) where day.document.waiting > 0 {
            try await settle([day.key])
        }
    }

    /// Begins the day where it is another one than when it was checked last, also where the clock was set back.
    private func checkDay() async throws {
        let (zones, now) = (schedule.zones, clock.now)
        if lastDayCheck.withLock({ $0 }).map({ zones.isOtherDay($0, than: now) }) ?? true {
            feed.changed(feed.known.union(try await barsBooked(around: now)))
            let oldest = Day(utc: now.advanced(by: .zero - settings.keep)).advanced(by: -1).description
            try await bookings.deleteAll(where: [.upTo("date", oldest)])
            try await shiftDays.deleteAll(where: [.upTo("date", oldest)])
        }
        // Nobody would come for the bookings of people whose account was deleted.
        let erased = bookings.all(where: [.absent("user"), .from("starts", now)])
        try await settle(
            erased.filter(\.document.state.isAlive).map(\.document.shiftDay).reduce(into: Set()) { $0.insert($1) })
        lastDayCheck.withLock { $0 = now }
        deadlines.set(.newDay, at: zones.nextMidnight(after: now))
        deadlines.set(.clockCheck, after: .seconds(900))
    }

    /// The bars of which something is booked on what is today anywhere.
    private func barsBooked(around now: Timestamp) async throws -> Set<ID<Bar>> {
        let days = (-1...1).map { Day(utc: now).advanced(by: $0).description }
        return try await shiftDays.all(where: [.among("date", days)])
            .reduce(into: []) { $0.insert($1.document.bar) }
    }
}
