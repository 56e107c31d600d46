internal import Calendars
internal import FeatureKit

/// What a franchise's riders do today.
@Record struct Board: Equatable {
    enum State: String, CaseIterable, Shaped { case planned, open, late, working, onBreak, done, missed }

    /// A shift of today, and how it goes.
    @Record struct Entry: Equatable {
        /// The shift.
        var shift: Shift.View
        /// How it goes.
        var state: State
    }

    /// Today, by the clock of the franchise.
    @Text(10...10) var date: String
    /// The published shifts of today and those of yesterday that are worked on, the earliest first.
    @Count(0...2_000) var entries: [Entry]
}

extension Shift {
    /// How it goes at some moment.
    func state(at now: Timestamp, window: Duration) -> Board.State {
        switch status {
        case .completed: .done
        case .active: isOnBreak ? .onBreak : .working
        case .scheduled where endAt <= now: .missed
        case .scheduled where riderId == nil: .open
        case .scheduled: startAt.advanced(by: window) <= now ? .late : .planned
        }
    }
}

@Routes("rider", as: "boardRoutes") extension RiderService {
    /// What a franchise's riders do today, for its managers, and whenever that changes.
    @Stream("/franchises/{franchise}/board", .user)
    func board(franchise: ID<Franchise>, _ call: Call, _ out: ReplyStream<Board>) async throws {
        try await out.send(try await boardNow(franchise, call))
        // The first value is that of a change before, or comes with the next change.
        for await _ in try boards.values(of: franchise) { try await out.send(try await boardNow(franchise, call)) }
    }

    /// Who manages the franchise is looked up each time: it may be somebody else by now.
    private func boardNow(_ franchise: ID<Franchise>, _ call: Call) async throws -> Board {
        let (now, window) = (clock.now, settings.window)
        return try await store.read { snapshot in
            let found = try managed(franchise, call, snapshot)
            let today = try zone(of: found.document).day(at: now)
            let near = try plan(of: found, from: today.advanced(by: -1), to: today, snapshot).filter {
                !$0.document.isDraft && ($0.document.date == today.description || $0.document.status == .active)
            }
            return Board(
                date: today.description,
                entries: near.prefix(2_000).map {
                    Board.Entry(shift: $0.seen, state: $0.document.state(at: now, window: window))
                })
        }
    }
}
