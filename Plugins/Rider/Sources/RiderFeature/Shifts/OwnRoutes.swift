internal import Calendars
internal import FeatureKit
internal import Rostering

/// A rider's shifts, and where a device goes on from.
@Record struct OwnWeek: Equatable {
    /// The published shifts, the earliest first.
    @Count(0...1_000) var shifts: [Shift.View]
    /// What `changes` takes as `since`.
    @In(0...Int64.max) var cursor: Int64
}

/// What became of a rider's shifts.
@Record struct OwnChanges: Equatable {
    /// The shifts that are new or have changed.
    @Count(0...5_000) var changed: [Shift.View]
    /// The shifts that are the caller's no more.
    @Count(0...5_000) var gone: [ID<Shift>]
    /// What to give as `since` next time.
    @In(0...Int64.max) var cursor: Int64
}

@Routes("rider", as: "ownRoutes") extension RiderService {
    /// The caller's own published shifts that are to come or worked on, in all franchises.
    @Get("/shifts/own", .user)
    func ownShifts(_ request: PageRequest, _ call: Call) async throws -> Page<Shift.View> {
        let (person, now) = (try call.user(), clock.now)
        let own = try await store.read { snapshot in
            try find(
                [
                    .equals("riderId", person), .among("status", [Shift.Status.scheduled, .active].map(\.rawValue)),
                ], snapshot)
        }
        let open = own.filter { !$0.document.isDraft && ($0.document.status == .active || now < $0.document.endAt) }
        return Page(of: open.map(\.seen), by: { "\($0.startAt) \($0.id)" }, request)
    }

    /// The caller's own published shifts of a week, for devices: unchanged, it is answered with 304.
    /// - Parameter week: A day of the week.
    @Get("/week", .user)
    func ownWeek(@Text(10...10) week: String, _ call: Call) async throws -> Media {
        let (person, monday) = (try call.user(), try monday(of: week))
        let found = try await store.read { try own(person, from: monday, to: monday.advanced(by: 6), $0) }
        // What changed in other weeks comes with the changes once more, and leaves this answer as it was.
        let week = OwnWeek(shifts: found.map(\.seen), cursor: found.map(\.document.change).max() ?? 0)
        return Media(type: "application/json", bytes: Array(week.json.utf8))
    }

    /// What became of the caller's shifts since a device asked.
    /// - Parameter since: The cursor of the week or of the changes before.
    @Get("/week/changes", .user)
    func ownChanges(@In(0...Int64.max) since: Int64, _ call: Call) async throws -> OwnChanges {
        let person = try call.user()
        return try await store.read { snapshot in
            let since: StoreCondition = .above("change", since)
            var changed = try find([.equals("riderId", person), since], snapshot)
            for week in try publications(for: person, [since], snapshot) {
                guard let monday = Day(week.monday) else { continue }
                let own = try own(person, from: monday, to: monday.advanced(by: 6), snapshot)
                changed += own.filter { $0.document.franchiseId == week.franchise }
            }
            let gone = try snapshot.all(givenUp, where: [.equals("person", person), since]).map(\.document.shift)
            let kept = Dictionary(changed.filter { !$0.document.isDraft }.map { ($0.key, $0) }) { $1 }
            return OwnChanges(
                changed: kept.values.sorted { $0.document.startAt < $1.document.startAt }.suffix(5_000).map(\.seen),
                gone: Set(gone).subtracting(kept.keys).sorted { $0.text < $1.text }.suffix(5_000),
                cursor: try cursor(of: person, snapshot))
        }
    }

    // MARK: - Parts

    /// A rider's published shifts on some days, each by the clock of its franchise.
    func own(
        _ person: String, from first: Day, to last: Day, _ snapshot: StoreSnapshot
    ) throws -> [Stored<Shift>] {
        // No clock is more than a day away from UTC.
        let (from, until) = (first.advanced(by: -1).start, last.advanced(by: 2).start)
        return try find(
            [.equals("riderId", person), .from("startAt", from), .below("startAt", until)],
            order: .by("startAt"), snapshot
        ).filter { stored in
            !stored.document.isDraft
                && (first.description...last.description).contains(stored.document.date)
        }
    }

    private func cursor(of person: String, _ snapshot: StoreSnapshot) throws -> Int64 {
        let own: [StoreCondition] = [.equals("riderId", person)]
        let gone: [StoreCondition] = [.equals("person", person)]
        return max(
            try snapshot.first(shifts, where: own, order: .descending(by: "change"))?.document.change ?? 0,
            try snapshot.first(givenUp, where: gone, order: .descending(by: "change"))?.document.change ?? 0,
            try publications(for: person, [], snapshot).map(\.change).max() ?? 0)
    }

    /// The weeks that were published in the franchises that somebody works for.
    private func publications(
        for person: String, _ conditions: [StoreCondition], _ snapshot: StoreSnapshot
    ) throws -> [WeekPublication] {
        try snapshot.all(members, where: [.equals("person", person)]).flatMap { member in
            try snapshot.all(publications, where: [.equals("franchise", member.document.franchise)] + conditions)
        }.map(\.document)
    }

    /// The Monday of a day's week.
    func monday(of text: String) throws -> Day {
        guard let day = Day(text) else { throw RiderRefusal.badRange(most: 7) }
        return day.monday
    }
}
