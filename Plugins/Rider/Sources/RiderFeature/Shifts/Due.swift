internal import Calendars
internal import FeatureKit
internal import Rostering

/// What is due at some moment.
enum Due: Hashable {
    /// A rider is reminded of a shift, or is late, or did not come; or nobody ended it.
    case shift(ID<Shift>)
    /// The board of a franchise shows another day.
    case midnight(ID<Franchise>)
    /// Shifts have come near enough to have deadlines.
    case search
}

// Shifts have deadlines from two days before they begin on; what is further ahead is looked for twice a day.
extension RiderService {
    private static let horizon = Duration.hours(48)

    /// Sets the deadlines of what is worked on and what is near.
    func searchDue() async throws {
        for try await shift in shifts.all(where: [.equals("status", WorkStatus.active)]) { setDeadline(of: shift) }
        let now = clock.now
        let near: [StoreCondition] = [
            .above("startAt", now.advanced(by: .hours(-24))), .below("startAt", now.advanced(by: Self.horizon)),
        ]
        for shift in try await store.read({ try find(near, $0) }) {
            setDeadline(of: shift)
            // Notifications knows a reminder that it was sent before.
            if reminds(of: shift.document).map({ $0 <= now }) ?? false { deadlines.set(.shift(shift.key), at: now) }
        }
        try await invitations.deleteAll(where: [.upTo("until", now)])
        try await offers.deleteAll(where: [.upTo("made", now.advanced(by: .hours(-24 * 90)))])
        deadlines.set(.search, after: .hours(12))
    }

    /// When the rider of a shift that nobody began is reminded of it.
    private func reminds(of shift: Shift) -> Timestamp? {
        guard !shift.isDraft, shift.riderId != nil, shift.status == .scheduled else { return nil }
        return shift.startAt.advanced(by: .zero - settings.remind)
    }

    /// Sets what is due next of a shift in the place of what was.
    func setDeadline(of stored: Stored<Shift>) {
        let (shift, settings, now) = (stored.document, settings, clock.now)
        deadlines.cancel(.shift(stored.key))
        let next = shift.due(
            after: now, reminder: settings.remind, window: settings.window, endAfter: settings.endAfter)
        guard let next, !shift.isDraft, shift.startAt < now.advanced(by: Self.horizon) else { return }
        deadlines.set(.shift(stored.key), at: next)
    }

    /// Does what is due, until the module is asked to stop.
    func keepTime() async {
        for await due in deadlines {
            do { try await handle(due) } catch {
                log.warning("what was due is tried again", [("due", "\(due)"), ("error", "\(error)")])
                deadlines.set(due, after: .seconds(10))
            }
        }
    }

    private func handle(_ due: Due) async throws {
        switch due {
        case .search: try await searchDue()
        case .midnight(let franchise): try await store.transaction { try refreshBoard(of: franchise, $0) }
        case .shift(let id):
            try await store.transaction { tx in
                guard let stored = try find(id, tx), let place = try tx.get(franchises, stored.document.franchiseId)
                else { return }
                let (shift, now) = (stored.document, clock.now)
                if reminds(of: shift) != nil {
                    try tell(shift.riderId, .reminder, stored, of: place.document, tx)
                    if shift.startAt <= now { try refreshBoard(of: place.key, tx) }
                    tx.afterCommit { setDeadline(of: stored) }
                } else if shift.status == .active, shift.endAt.advanced(by: settings.endAfter) <= now {
                    let began = shift.actualStart ?? shift.startAt
                    let next = try shift.riderId.flatMap { try nextStart(of: $0, after: began, tx) }
                    try change(stored, tx) { $0.endByItself(window: settings.window, before: next) }
                }
            }
        }
    }

    private func refreshBoard(of franchise: ID<Franchise>, _ tx: StoreTransaction) throws {
        let change = try nextChange(tx)
        tx.afterCommit { boards.set(change, for: franchise, version: change) }
    }
}
