internal import Calendars
internal import FeatureKit

/// What is due at some moment.
enum Due: Hashable {
    /// A rider is reminded of a shift, or has not come in time.
    case reminder(ID<Shift>)
    case lateness(ID<Shift>)
    /// A shift that nobody ended ends by itself.
    case end(ID<Shift>)
    /// Shifts have come near enough to have deadlines.
    case search

    static func all(of shift: ID<Shift>) -> [Due] { [.reminder(shift), .lateness(shift), .end(shift)] }
}

// Shifts have deadlines from two days before they begin on; what is further ahead is looked for twice a day.
extension RiderService {
    private static let horizon = Duration.hours(48)
    private static let offersKept = Duration.hours(24 * 90)

    /// Sets the deadlines of what is worked on and what is near.
    func searchDue() async throws {
        for try await shift in shifts.all(where: [.equals("status", Shift.Status.active)]) { setDeadlines(of: shift) }
        let now = clock.now
        let near: [StoreCondition] = [
            .above("startAt", now.advanced(by: .zero - .hours(24))), .below("startAt", now.advanced(by: Self.horizon)),
        ]
        for shift in try await store.read({ try find(near, $0) }) {
            setDeadlines(of: shift)
            // Notifications knows a reminder that it was sent before.
            let at = reminds(of: shift.document)
            if at.map({ $0 <= now }) ?? false { deadlines.set(.reminder(shift.key), at: now) }
        }
        try await invitations.deleteAll(where: [.upTo("until", now)])
        try await offers.deleteAll(where: [.upTo("made", now.advanced(by: .zero - Self.offersKept))])
        deadlines.set(.search, after: .hours(12))
    }

    /// Whether a shift has deadlines by now.
    func isNear(_ shift: Shift) -> Bool { shift.startAt < clock.now.advanced(by: Self.horizon) }

    private func reminds(of shift: Shift) -> Timestamp? {
        guard !shift.isDraft, shift.riderId != nil, shift.status == .scheduled else { return nil }
        return shift.startAt.advanced(by: .zero - settings.remind)
    }

    /// Sets the deadlines of a shift, and cancels those that it had.
    func setDeadlines(of stored: Stored<Shift>) {
        let (shift, now) = (stored.document, clock.now)
        for due in Due.all(of: stored.key) { deadlines.cancel(due) }
        if shift.status == .active {
            deadlines.set(.end(stored.key), at: shift.endAt.advanced(by: settings.endAfter))
        } else if let at = reminds(of: shift), isNear(shift) {
            if now < at { deadlines.set(.reminder(stored.key), at: at) }
            // The board shows who is late, and who never came.
            let late = [shift.startAt.advanced(by: settings.window), shift.endAt].first { now < $0 }
            if let late { deadlines.set(.lateness(stored.key), at: late) }
        }
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
        case .reminder(let id):
            try await store.transaction { tx in
                guard let shift = try find(id, tx), reminds(of: shift.document) != nil,
                    let place = try tx.get(franchises, shift.document.franchiseId)?.document
                else { return }
                try tell(shift.document.riderId, .reminder, shift, of: place, tx)
            }
        case .lateness(let id):
            try await store.transaction { tx in
                guard let shift = try find(id, tx), shift.document.status == .scheduled else { return }
                let change = try nextChange(tx)
                tx.afterCommit {
                    boards.set(change, for: shift.document.franchiseId, version: change)
                    setDeadlines(of: shift)
                }
            }
        case .end(let id):
            try await store.transaction { tx in
                guard let shift = try find(id, tx), shift.document.status == .active else { return }
                let next = try shift.document.riderId.flatMap { rider in
                    try nextStart(of: rider, after: shift.document.actualStart ?? shift.document.startAt, tx)
                }
                try change(shift, tx) { $0.endByItself(window: settings.window, before: next) }
            }
        }
    }
}
