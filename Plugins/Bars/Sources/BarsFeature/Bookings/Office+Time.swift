internal import FeatureKit

// What is due as time goes by.
extension Office {
    /// How many holds are looked at at a time.
    private static let batch = 100
    /// How much of what is past is forgotten at a time.
    private static let tidyBatch = 500
    /// How long after the store has failed it is tried again.
    private static let pause = Duration.seconds(5)
    /// Nobody sleeps longer, so that a clock that was set is noticed.
    private static let longest = Duration.seconds(900)

    /// Ends what is held too long, begins days and forgets what is past, until the feature is asked to stop.
    ///
    /// What a booking touches is up to date anyway: whoever opens a sitting settles it. This is for what nobody touches.
    func keepTime() async {
        var last: Timestamp?
        repeat {
            var due: Timestamp
            do {
                alarm.reset()
                due = try await endWhatIsDue()
                if last == nil { try await promoteAll() }
                let now = clock.now
                // Also where the clock was set back.
                if last.map({ hours.differ($0, now) }) ?? true {
                    live.dayBegan()
                    try await tidy(at: now)
                }
                last = now
                due = min(due, hours.nextMidnight(after: now))
            } catch {
                guard !(error is CancellationError) else { return }
                log.warning("could not do what is due; trying again", [("error", "\(error)")])
                due = clock.now.advanced(by: Self.pause)
            }
            do { try await alarm.sleep(until: due, atMost: Self.longest, clock) } catch { return }
        } while true
    }

    /// Ends what is held, or waits, until now.
    ///
    /// - Returns: When the next is due.
    private func endWhatIsDue() async throws -> Timestamp {
        while true {
            let (due, next) = try await store.read { [self] snapshot in
                let now = clock.now
                var (due, next) = ([Stored<Booking>](), [Timestamp]())
                for state in [Booking.State.held, .waiting] {
                    let first = try snapshot.query(
                        bookings, where: [.equals("state", state.rawValue)], order: .by("until"), limit: Self.batch
                    ).items
                    due += first.filter { $0.document.state(at: now) == .over }
                    next += first.compactMap(\.document.until)
                }
                return (due, next.min())
            }
            guard !due.isEmpty else { return next ?? clock.now.advanced(by: Self.longest) }
            try await enter { ledger in
                for booking in due { try ledger.settleSitting(of: booking) }
            }
        }
    }

    /// Gives what is free to those who wait: by the settings of today there may be more of it than there was.
    private func promoteAll() async throws {
        let day = Day(daysSince1970: Int(clock.now.nanoseconds / 86_400_000_000_000) - 1)
        var after: PageCursor?
        repeat {
            let page = try await sittings.query(
                where: [.from("date", day.description)], limit: Self.tidyBatch, after: after)
            for sitting in page.items where sitting.document.waiting > 0 {
                try await enter { ledger in
                    let document = sitting.document
                    guard let bar = try ledger.tx.get(bars, document.bar) else { return }
                    try ledger.promote(ledger.open(bar, document.date, document.shift, starts: document.starts))
                }
            }
            after = page.next
        } while after != nil
    }

    /// Forgets what is past for long.
    private func tidy(at now: Timestamp) async throws {
        let last = Day(daysSince1970: Int(now.advanced(by: .zero - settings.keep).nanoseconds / 86_400_000_000_000) - 1)
        try await forget(bookings, until: last)
        try await forget(sittings, until: last)
    }

    private func forget<Document>(_ collection: StoredCollection<Document>, until last: Day) async throws {
        var count: Int
        repeat {
            count = try await store.transaction { tx in
                let past = try tx.query(
                    collection, where: [.upTo("date", last.description)], limit: Self.tidyBatch
                ).items
                for item in past { try tx.delete(collection, item.id) }
                return past.count
            }
        } while count == Self.tidyBatch
    }
}

extension Ledger {
    /// Settles the sitting of a booking of which the time is over; where its bar is gone only that is written down.
    mutating func settleSitting(of booking: Stored<Booking>) throws {
        let document = booking.document
        if let bar = try tx.get(office.bars, document.bar) {
            _ = try open(bar, document.date, document.shift, starts: document.starts)
        } else if let now = try tx.get(office.bookings, booking.id), now.document.state(at: self.now) == .over,
            now.document.state != .over
        {
            try end(now, in: nil)
        }
    }
}
