internal import Calendars
internal import FeatureKit

/// Does what becomes due as time passes: ends holds, moves wait lists up, begins days, deletes what is old.
///
/// Whoever loads a shift brings it up to date anyway; this is for shifts that nobody touches.
final class Timekeeper: Sendable {
    enum Due: Hashable, Sendable {
        case start, shift(ID<ShiftDay>), newDay
        /// The wall clock may have been set.
        case clockCheck
    }

    /// How long after the store has failed it is tried again.
    private static let pause = Duration.seconds(5)
    private static let clockChecks = Duration.seconds(900)

    private let service: BarsService
    /// When the day was looked at last.
    private let lastCheck = Lock<Timestamp?>(nil)

    init(_ service: BarsService) { self.service = service }

    /// Runs until the feature is asked to stop.
    func run() async {
        service.deadlines.set(.start, after: .zero)
        for await due in service.deadlines {
            do { try await handle(due) } catch {
                guard !Task.isCancelled else { return }
                service.log.warning("can't do what is due; trying again", [("error", "\(error)")])
                service.deadlines.set(due, after: Self.pause)
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
        try await service.transact { [service] transaction in
            for id in ids {
                guard let day = try transaction.tx.get(service.shiftDays, id)?.document,
                    let bar = try transaction.tx.get(service.bars, day.bar)
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
            for try await booking in service.bookings.all(where: [.equals("state", state)]) {
                guard let until = booking.document.until else { continue }
                service.deadlines.set(.shift(booking.document.shiftDay), noLaterThan: until)
            }
        }
    }

    /// Settles all shifts to come that have a wait list: by the settings of today there may be more room than there was.
    private func settleWaitLists() async throws {
        let yesterday = Day(utc: service.clock.now).advanced(by: -1).description
        for try await day in service.shiftDays.all(where: [.from("date", yesterday)]) where day.document.waiting > 0 {
            try await settle([day.key])
        }
    }

    /// Begins the day where it is another one than when it was checked last, also where the clock was set back.
    private func checkDay() async throws {
        let (zones, now) = (service.schedule.zones, service.clock.now)
        if lastCheck.withLock({ $0 }).map({ zones.isOtherDay($0, than: now) }) ?? true {
            service.feed.changed(service.feed.known.union(try await barsBooked(around: now)))
            let oldest = Day(utc: now.advanced(by: .zero - service.settings.keep)).advanced(by: -1).description
            try await service.bookings.deleteAll(where: [.upTo("date", oldest)])
            try await service.shiftDays.deleteAll(where: [.upTo("date", oldest)])
        }
        // Nobody would come for the bookings of people whose account was deleted.
        let erased = service.bookings.all(where: [.absent("user"), .from("starts", now)])
        try await settle(
            erased.filter(\.document.state.isAlive).map(\.document.shiftDay).reduce(into: Set()) { $0.insert($1) })
        lastCheck.withLock { $0 = now }
        service.deadlines.set(.newDay, at: zones.nextMidnight(after: now))
        service.deadlines.set(.clockCheck, after: Self.clockChecks)
    }

    /// The bars of which something is booked on what is today anywhere.
    private func barsBooked(around now: Timestamp) async throws -> Set<ID<Bar>> {
        let days = (-1...1).map { Day(utc: now).advanced(by: $0).description }
        return try await service.shiftDays.all(where: [.among("date", days)])
            .reduce(into: []) { $0.insert($1.document.bar) }
    }
}
