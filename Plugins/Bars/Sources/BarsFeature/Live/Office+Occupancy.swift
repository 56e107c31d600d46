internal import FeatureKit

extension Office {
    func occupancy(_ request: Named) async throws -> OccupancyShown {
        let now = clock.now
        return try await store.read { [self] snapshot in
            guard let today = try today(of: request.bar, at: now, snapshot) else { throw RouteError.noBar }
            return today.shown
        }
    }

    /// How it is, and again whenever that changes, until the bar is gone.
    func follow(_ request: Named, _ out: ReplyStream<OccupancyShown>) async throws {
        // Who is slow sees what is newest.
        let (news, look) = AsyncStream<OccupancyShown>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let ticket = live.begin(look, at: request.bar)
        defer { live.end(ticket, at: request.bar) }
        var hasSeen = false
        for await shown in news {
            hasSeen = true
            try await out.send(shown)
        }
        try Task.checkCancellation()
        guard hasSeen || live.isClosed else { throw RouteError.noBar }
    }

    // MARK: - The loop

    /// Shows what changed to whoever looks at it, and publishes it, until the feature is asked to stop.
    func keepLive() async {
        defer { live.close() }
        for await _ in live.wakes {
            while let due = live.next() {
                do { try await find(due) } catch {
                    live.putOff()
                    log.warning("can't look at who comes today", [("reason", "\(error)")])
                    guard (try? await clock.sleep(for: Live.pause)) != nil else { return }
                }
            }
        }
    }

    private func find(_ due: Watch<Live.Look>.Due) async throws {
        let now = clock.now
        switch due {
        case .day:
            live.tellDay(of: try await barsSat(at: now))
        case .bar(let bar):
            let found = try await store.read { [self] snapshot in try today(of: bar, at: now, snapshot) }
            let published = found.map { live.tell($0.shown, sat: $0.sat) } ?? live.tellGone(bar)
            for occupancy in published { occupied(occupancy) }
        }
    }

    /// The bars that have something booked on what is today anywhere.
    private func barsSat(at now: Timestamp) async throws -> Set<String> {
        var found: Set<String> = []
        let today = Day(utc: now)
        for day in (-1...1).map(today.advanced(by:)) {
            var page: PageCursor?
            repeat {
                let sat = try await sittings.query(
                    where: [.equals("date", day.description)], limit: Self.mostAtOnce, after: page)
                found.formUnion(sat.items.map(\.document.bar))
                page = sat.next
            } while page != nil
        }
        return found
    }

    /// Today of a bar, shift by shift; nil where there is no such bar.
    private func today(
        of id: String, at now: Timestamp, _ snapshot: StoreSnapshot
    ) throws -> Today? {
        guard let bar = try snapshot.get(bars, id)?.document else { return nil }
        let day = hours.today(bar, now)
        let date = day.description
        var sat: Set<String> = []
        let shifts = try hours.shifts.compactMap { shift -> Occupancy? in
            let sitting = try snapshot.get(sittings, Sitting.id(id, date, shift.id))?.document
            if sitting != nil { sat.insert(shift.id) }
            // Who has booked comes, also where it is closed by now.
            guard sitting != nil || hours.isOpen(bar, shift, day) else { return nil }
            return Occupancy(
                bar: id, name: bar.name, date: date, shift: shift.id, starts: hours.span(shift, day, bar).lowerBound,
                capacity: bar.capacity, taken: sitting?.taken ?? 0, waiting: sitting?.waiting ?? 0)
        }
        let shown = OccupancyShown(bar: id, name: bar.name, date: date, capacity: bar.capacity, shifts: shifts)
        return Today(shown: shown, sat: sat)
    }
}

/// One bar today.
private struct Today: Sendable {
    let shown: OccupancyShown
    /// The shifts that anybody booked.
    let sat: Set<String>
}
