internal import FeatureKit
internal import Publishing

// What lies in the store, and what has to.
extension TrackBoard {
    /// How far revisions go on beyond the last one that was stored, after a restart with a clock that went back.
    private static let revisionGap = 100_000

    /// Has the state written as it is now; what people see does not wait for a pause to end.
    func store(isSeen: Bool, at moment: Moment) {
        scheduler.change(isSeen: isSeen, at: moment.uptime)
        writeSoon(isUrgent: isSeen)
    }

    func record(_ entry: HistoryEntry) {
        scheduler.add(entry)
        writeSoon(isUrgent: false)
    }

    func record(
        _ what: HistoryEntry.What, of zone: Int? = nil, in mode: Mode? = nil, by: String? = nil,
        _ reason: String? = nil, message: String? = nil, at moment: Moment
    ) {
        var entry = HistoryEntry(what, at: moment, in: status, by: by, reason: reason, message: message)
        (entry.zone, entry.mode) = (zone, mode ?? entry.mode)
        record(entry)
    }

    func writeSoon(isUrgent: Bool) {
        if isUrgent || scheduler.pause == nil { writes.set(.write, after: .zero) }
    }

    /// Reads what was stored, or writes what is to be.
    func write() async {
        if isRestored { await writeOnce() } else { await restore() }
        if !isRestored || scheduler.hasWork { writes.set(.write, after: scheduler.pause ?? .zero) }
        schedule()
    }

    private func restore() async {
        do {
            let stored = try await resources.state.get() ?? PersistedState()
            restore(stored, at: clock.moment)
        } catch {
            guard !Task.isCancelled else { return }
            if scheduler.failures == 0 {
                log.error(
                    "can't read what was stored: nobody knows whether an evacuation holds; trying again",
                    [("error", "\(error)")])
            }
            scheduler.failedToRead()
            release(at: clock.moment)
        }
        context.ready()
    }

    private func restore(_ stored: PersistedState, at moment: Moment) {
        if scheduler.failures > 0 { log.info("what was stored is known") }
        isRestored = true
        scheduler.hasRead()
        // A clock that went back would repeat revisions. No gap where it runs on: two kills in a row would start from
        // the same stored revision and end at the same next one.
        if stored.revision >= Int(moment.wall.nanoseconds / 1_000_000) {
            revision = max(revision, stored.revision + Self.revisionGap)
        }
        // What was raised since is stored together with what was stored.
        if evacuation.current != nil { store(isSeen: true, at: moment) }
        evacuation.restore(stored.evacuation, stored.cleared)
        state.restore(stored, at: moment)
        state.hold(evacuation.current, at: moment)
        if let current = evacuation.current { log.warning("an evacuation holds", [("since", "\(current.since)")]) }
        tell(at: moment)
    }

    func writeOnce() async {
        guard let write = scheduler.next() else { return }
        let stored = write.version.map { _ in persisted(clearing: write.action) }
        let failure: (any Error)?
        do {
            try await resources.write(stored, write.entries, keeping: settings.keep)
            failure = nil
        } catch { failure = error }
        let moment = clock.moment
        let turn = scheduler.wrote(write, isDone: failure == nil)
        if let clearing = write.action, evacuation.wrote(clearing, isDone: failure == nil) {
            scheduler.did(with: write)
            act = clearing.ender.map { ($0, clearing.reason) }
            state.clearEvacuation(at: moment)
            log.warning("the evacuation is cleared", [("by", clearing.ender ?? "")])
        }
        switch (turn, failure) {
        case (.fails, let error?) where !Task.isCancelled:
            log.error("can't keep what has to outlast this run; trying again", [("error", "\(error)")])
        case (.worksAgain, _): log.info("all is kept again")
        default: break
        }
        release(at: moment)
    }

    /// What is stored now; with the evacuation cleared where that has only to be stored.
    private func persisted(clearing: Evacuation.Clearing?) -> PersistedState {
        let status = status
        let silenced = clearing == nil ? Set(state.cleared.keys) : state.raisers.union(state.cleared.keys)
        return PersistedState(
            evacuation: clearing == nil ? evacuation.current : nil,
            cleared: clearing?.word ?? evacuation.cleared, silenced: Array(silenced.prefix(2_048)),
            words: state.staff.all, mode: status.mode,
            zones: status.zones.filter { $0.mode > .unknown }.map { ZoneMode($0) }, revision: revision)
    }

    /// Publishes what waited to be on the disk, where it has waited enough.
    func release(at moment: Moment) {
        defer { wakeWaiters() }
        guard scheduler.held == nil else { return }
        tell(at: moment)
        wakes.set(.hear, after: .zero)
    }
}
