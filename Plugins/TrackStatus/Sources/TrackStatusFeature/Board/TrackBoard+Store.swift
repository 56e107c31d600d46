internal import FeatureKit
internal import Publishing

// What lies in the store, and what has to.
extension TrackBoard {
    /// Has the state written as it is now.
    func store(isSeen: Bool, at moment: Moment) {
        scheduler.change(isSeen: isSeen, at: moment.uptime)
        writeSoon(isUrgent: isSeen)
    }

    func record(_ entry: HistoryEntry) {
        scheduler.add(entry)
        writeSoon(isUrgent: false)
    }

    /// What people see does not wait for a pause to end.
    func writeSoon(isUrgent: Bool) {
        if isUrgent || scheduler.pause == nil { wakes.set(.write, after: .zero) }
    }

    /// Reads what was stored, or writes what is to be.
    func write() async {
        if isRestored { await writeOnce() } else { await restore() }
        isWriting = false
        if let pause = scheduler.pause {
            wakes.set(.write, after: pause)
        } else if !isRestored || scheduler.hasWork {
            wakes.set(.write, after: .zero)
        }
        schedule()
    }

    func restore() async {
        do {
            let stored = try await resources.state.get() ?? PersistedState()
            restore(stored, at: clock.moment)
        } catch {
            guard !Task.isCancelled else { return }
            if !isReadFailing {
                log.error(
                    "can't read what was stored: nobody knows whether an evacuation holds; trying again",
                    [("error", "\(error)")])
            }
            isReadFailing = true
            scheduler.failedToRead()
            open(at: clock.moment)
            release(at: clock.moment)
        }
    }

    func restore(_ stored: PersistedState, at moment: Moment) {
        isRestored = true
        scheduler.hasRead()
        // A clock that went back would repeat revisions. No gap where it runs on: two kills in a row would start from
        // the same stored revision and end at the same next one.
        if stored.revision >= Self.milliseconds(at: moment) {
            revision = max(revision, stored.revision + Self.revisionGap)
        }
        evacuation.restore(stored.evacuation, stored.cleared, stored.silenced)
        state.restore(stored.mode, stored.zones, at: moment)
        // What was said since counts; what was over meanwhile is over.
        for word in stored.words where state.staff.word(of: word.zone) == nil { state.restore(word, at: moment) }
        if isOpen {
            log.info("what was stored is known")
            // Together with what was raised since.
            store(isSeen: evacuation.current != nil, at: moment)
        }
        showEvacuation(at: moment)
        if let current = evacuation.current {
            log.warning("an evacuation holds", [("since", "\(current.since)"), ("by", current.by)])
        }
        if isOpen { tell(.urgent, at: moment) } else { open(at: moment) }
    }

    func writeOnce() async {
        guard let write = scheduler.next() else { return }
        var stored: PersistedState?
        if write.version != nil {
            let evacuation = write.action.map {
                self.evacuation.afterClearing(by: $0.by, silencing: state.raisers, at: clock.moment)
            }
            stored = persisted(evacuation ?? self.evacuation)
        }
        let failure: (any Error)?
        do {
            try await resources.write(stored, write.entries, keeping: settings.keep)
            failure = nil
        } catch { failure = error }
        let moment = clock.moment
        let turn = scheduler.wrote(write, isDone: failure == nil)
        if let clearing = write.action { finish(clearing, write, isDone: failure == nil, at: moment) }
        switch (turn, failure) {
        case (.fails, let error?) where !Task.isCancelled:
            log.error("can't keep what has to outlast this run; trying again", [("error", "\(error)")])
        case (.worksAgain, _): log.info("all is kept again")
        default: break
        }
        release(at: moment)
    }

    func persisted(_ evacuation: Evacuation) -> PersistedState {
        let status = status
        return PersistedState(
            evacuation: evacuation.current, cleared: evacuation.cleared,
            silenced: Array(evacuation.silenced.prefix(2_048)), words: state.staff.all, mode: status.mode,
            zones: status.zones.filter { $0.mode > .unknown }.map { ZoneMode(zone: $0.zone, mode: $0.mode) },
            revision: revision)
    }

    func finish(
        _ clearing: Clearing, _ write: WriteScheduler<HistoryEntry, Clearing>.Write, isDone: Bool, at moment: Moment
    ) {
        guard isDone else { return evacuation.fail(clearing.ended) }
        guard evacuation.finish(clearing.ended, by: clearing.by, silencing: state.raisers, at: moment) else { return }
        scheduler.did(with: write)
        act = (clearing.by, clearing.reason)
        showEvacuation(at: moment)
        log.warning("the evacuation is cleared", [("by", clearing.by)])
        tell(.urgent, at: moment)
    }

    /// Publishes what waited to be on the disk, where it has waited enough.
    func release(at moment: Moment) {
        defer { wakeWaiters() }
        guard scheduler.held == nil else { return }
        if let shown = state.evacuation, shown.kept != (isRestored && scheduler.isStored) {
            showEvacuation(at: moment)
            tell(.urgent, at: moment)
        }
        if let waiting { tell(waiting, at: moment) }
        wakes.set(.hear, after: .zero)
    }
}
