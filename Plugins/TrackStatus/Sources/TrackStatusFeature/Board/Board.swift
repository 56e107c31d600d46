internal import FeatureKit

/// Holds the state and publishes what becomes of it: when something is heard, and when something runs out.
actor TrackBoard {
    private var state: TrackState
    private let out: Publisher<Status>
    private let clock: FeatureClock
    private let log: Log
    /// What the log said last.
    private var logged: Status?
    private var alarm: Duration?
    private var bell: AsyncStream<Void>.Continuation?

    init(_ plan: TrackState.Plan, out: Publisher<Status>, context: FeatureContext) {
        state = TrackState(plan, at: context.clock.moment)
        status = state.status
        self.out = out
        clock = context.clock
        log = context.log
    }

    /// What was said last.
    private(set) var status: Status

    /// Says that nothing is known yet.
    func begin() { tell(state.status) }

    /// Says what stays when nobody looks after it any more.
    func end() { tell(status.lastWord(at: clock.now)) }

    func hear(_ sighted: Sighted) {
        let before = state.displaced.senders
        tell(if: state.hear(sighted, at: clock.moment))
        if before == 0, state.displaced.senders > 0 {
            log.warning("more than \(TrackState.mostSenders) senders at once: the least severe words are left out")
        }
    }

    func hear(_ news: NetworkNews) {
        switch news {
        case .report(let report): tell(if: state.take(report, at: clock.moment))
        case .lost(let why): tell(if: state.networkIsLost(why, at: clock.moment))
        }
    }

    func note(_ presence: Presence) { tell(if: state.note(presence, at: clock.moment)) }

    /// Looks again each time that a word runs out, until the feature is asked to stop.
    func keepTime() async {
        while !Task.isCancelled {
            let (bells, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            self.bell = bell
            alarm = state.nextEnd
            let isStopped = await wait(until: alarm, orFor: bells)
            guard !isStopped else { return }
            tell(if: state.look(at: clock.moment))
        }
    }

    /// Waits for the alarm or for the bell, which rings when the alarm has to be set to an earlier time.
    ///
    /// - Returns: Whether the feature is asked to stop.
    private func wait(until alarm: Duration?, orFor bells: AsyncStream<Void>) async -> Bool {
        await withTaskGroup(of: Bool.self) { [clock] group in
            group.addTask {
                for await _ in bells { return false }
                return true
            }
            if let alarm { group.addTask { (try? await clock.sleep(until: alarm)) == nil } }
            defer { group.cancelAll() }
            return await group.next() ?? true
        }
    }

    private func tell(if outcome: TrackState.Outcome) {
        if outcome.isChanged || outcome.isRefreshed, case let next = state.status, !next.saysTheSame(as: status) {
            tell(next)
        }
        guard let next = state.nextEnd, alarm.map({ next < $0 }) ?? true else { return }
        bell?.yield()
    }

    private func tell(_ next: Status) {
        let number = status.revision + 1
        status = next
        status.revision = number
        out(status)
        // Each word that is heard again moves `validUntil`; an operator wants to know of the rest.
        guard logged.map({ ($0.mode, $0.stale, $0.source) != (status.mode, status.stale, status.source) }) ?? true
        else { return }
        logged = status
        log.info(
            "track status",
            [
                ("mode", status.mode.rawValue), ("stale", "\(status.stale)"),
                ("source", status.source?.rawValue ?? "none"),
            ])
    }
}
