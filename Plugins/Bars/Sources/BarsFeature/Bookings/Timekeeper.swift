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
            try await settleAll()
            try await checkDay()
        case .newDay, .clockCheck: try await checkDay()
        }
    }

    /// Loads shifts, which ends what is due in them and moves their wait lists up.
    private func settle(_ ids: [ID<ShiftDay>]) async throws {
        try await service.transact { [service] transaction in
            for id in ids {
                guard let day = try transaction.tx.get(service.shiftDays, id)?.document,
                    let bar = try transaction.tx.get(service.bars, day.bar)
                else { continue }
                let shift = try transaction.load(bar, day.date, day.shift, starts: day.starts)
                // By the settings of today there may be more room than there was.
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
            var next: PageCursor?
            repeat {
                let page = try await service.bookings.query(
                    where: [.equals("state", state)], order: .by("until"), limit: BarsService.batch, after: next)
                for booking in page.items.map(\.document) {
                    if let until = booking.until { service.deadlines.set(.shift(booking.shiftDay), noLaterThan: until) }
                }
                next = page.next
            } while next != nil
        }
    }

    /// Settles all shifts to come that have a wait list or bookings of people who were erased.
    private func settleAll() async throws {
        let yesterday = Day(utc: service.clock.now).advanced(by: -1).description
        var next: PageCursor?
        repeat {
            let page = try await service.shiftDays.query(
                where: [.from("date", yesterday)], limit: BarsService.batch, after: next)
            for day in page.items where day.document.waiting > 0 { try await settle([day.key]) }
            next = page.next
        } while next != nil
    }

    /// Begins the day where it is another one than when it was checked last, also where the clock was set back.
    private func checkDay() async throws {
        let (zones, now) = (service.schedule.zones, service.clock.now)
        if lastCheck.withLock({ $0 }).map({ zones.isOtherDay($0, than: now) }) ?? true {
            service.occupancy.changed(service.occupancy.known.union(try await barsBooked(around: now)))
            let oldest = Day(utc: now.advanced(by: .zero - service.settings.keep)).advanced(by: -1)
            try await delete(service.bookings, upTo: oldest)
            try await delete(service.shiftDays, upTo: oldest)
        }
        try await cancelErased()
        lastCheck.withLock { $0 = now }
        service.deadlines.set(.newDay, at: zones.nextMidnight(after: now))
        service.deadlines.set(.clockCheck, after: Self.clockChecks)
    }

    /// Cancels the future bookings of people whose account was deleted, which nobody would come for.
    private func cancelErased() async throws {
        let erased = try await service.bookings.query(
            where: [.absent("user"), .from("starts", service.clock.now)], limit: BarsService.batch)
        try await settle(Array(Set(erased.items.filter(\.document.state.isAlive).map(\.document.shiftDay))))
    }

    /// The bars of which something is booked on what is today anywhere.
    private func barsBooked(around now: Timestamp) async throws -> Set<ID<Bar>> {
        let days = (-1...1).map { Day(utc: now).advanced(by: $0).description }
        var (found, next) = (Set<ID<Bar>>(), PageCursor?.none)
        repeat {
            let page = try await service.shiftDays.query(
                where: [.among("date", days)], limit: BarsService.batch, after: next)
            found.formUnion(page.items.map(\.document.bar))
            next = page.next
        } while next != nil
        return found
    }

    private func delete<Document>(_ collection: StoredCollection<Document>, upTo day: Day) async throws {
        var count: Int
        repeat {
            count = try await service.store.transaction { tx in
                let old = try tx.query(collection, where: [.upTo("date", day.description)], limit: BarsService.batch)
                for item in old.items { try tx.delete(collection, item.id) }
                return old.items.count
            }
        } while count == BarsService.batch
    }
}
