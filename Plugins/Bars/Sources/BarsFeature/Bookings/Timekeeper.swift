internal import Calendars
internal import FeatureKit

/// What becomes due as time passes.
enum Due: Hashable, Sendable {
    case shift(ID<ShiftDay>), newDay
    /// The guests of a shift are reminded.
    case reminder(ID<ShiftDay>)
    /// Today's occupancy of a bar may have changed.
    case occupancy(ID<Bar>)
    /// The wall clock may have been set.
    case clockCheck
}

// Loading a shift brings it up to date anyway; this is for shifts that nobody touches.
extension BarsService {
    /// Ends holds, moves wait lists up, begins days and deletes what is old, until the module is asked to stop.
    func keepTime() async {
        deadlines.set(.newDay, after: .zero)
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
        case .shift(let id): try await settle(id)
        case .reminder(let id): try await remind(id)
        case .occupancy(let bar): try await showOccupancy(of: bar)
        case .newDay, .clockCheck: try await checkDay()
        }
    }

    /// Loads a shift, which ends what is due in it, moves its wait list up and cancels what nobody would come for, since the
    /// guest's account was deleted.
    private func settle(_ id: ID<ShiftDay>) async throws {
        try await transact { transaction in
            guard let day = try transaction.tx.get(shiftDays, id)?.document,
                let bar = try transaction.tx.get(bars, day.bar)
            else { return }
            let shift = try transaction.load(bar, day)
            try transaction.promote(in: shift)
            for erased in try transaction.bookings(of: id, [.held, .confirmed, .waiting])
            where erased.document.user == nil && day.starts > transaction.now {
                _ = try transaction.cancel(erased, in: shift, why: nil)
            }
        }
    }

    /// Begins the day where it is another one than when it was checked last, also where the clock was set back.
    private func checkDay() async throws {
        let (zones, now) = (schedule.zones, clock.now)
        if lastDayCheck.withLock({ $0 }).map({ zones.isOtherDay($0, than: now) }) ?? true {
            // On what is today anywhere something may be booked.
            let days = (-1...1).map { now.day($0) }
            let booked = try await shiftDays.all(where: [.among("date", days)]).map(\.document.bar)
                .reduce(into: Set(shown.withLock { $0.keys })) { $0.insert($1) }
            for bar in booked { try await showOccupancy(of: bar) }
            let oldest = now.advanced(by: .zero - settings.keep).day(-1)
            try await bookings.deleteAll(where: [.upTo("date", oldest)])
            try await shiftDays.deleteAll(where: [.upTo("date", oldest)])
        }
        for try await erased in bookings.all(where: [.absent("user"), .from("starts", now)])
        where erased.document.state.isAlive {
            try await settle(erased.document.shiftDay)
        }
        lastDayCheck.withLock { $0 = now }
        deadlines.set(.newDay, at: zones.nextMidnight(after: now))
        deadlines.set(.clockCheck, after: .seconds(900))
    }
}

extension Timestamp {
    /// A day of UTC, counted from this moment's: by the clock of a bar it may be another one.
    func day(_ number: Int) -> String { Day(utc: self).advanced(by: number).description }
}
