internal import FeatureKit

// What lies in the store, and what has to.
extension TrackBoard {
    /// Reads what was kept, and writes what is to be, until the feature is asked to stop.
    func keep() async {
        while !Task.isCancelled {
            if !knows, await recall() { continue }
            if knows, let write = nextWrite() {
                await perform(write)
            } else if knows {
                await work.wait()
                continue
            }
            // What has just come does not wait for what has failed.
            if let pause = keeping.pause { await rest(for: pause) }
        }
    }

    private func rest(for pause: Duration) async {
        await withTaskGroup { [hurry, clock] group in
            group.addTask { await hurry.wait() }
            group.addTask { try? await clock.sleep(for: pause) }
            await group.next()
            group.cancelAll()
        }
    }

    // MARK: - Reading

    /// Reads what was kept; true where that could be done.
    private func recall() async -> Bool {
        do {
            let contents = try await archive.read()
            recall(contents, at: clock.moment)
        } catch {
            guard !Task.isCancelled else { return false }
            if !hasLoggedUnread {
                log.error(
                    "can't read what was kept: nobody knows whether an evacuation holds; trying again",
                    [("error", "\(error)")])
            }
            hasLoggedUnread = true
            keeping.failedToRead()
            open()
            release(at: clock.moment)
        }
        return knows
    }

    private func recall(_ contents: Archive.Contents, at moment: Moment) {
        let wasOpen = isOpen
        knows = true
        revisions.recall(contents.reserved)
        evacuation.recall(contents.kept)
        if let last = contents.last { state.recall(last, at: moment) }
        // What was said since counts; what was over meanwhile is over.
        for kept in contents.kept.words where state.staff.word(of: kept.zone) == nil {
            state.recall(kept.word, zone: kept.zone, at: moment)
        }
        if wasOpen {
            log.info("what was kept is known")
            // Together with what was raised since.
            keeping.change(isSeen: evacuation.standing != nil, at: moment.uptime)
        }
        show(at: moment)
        if let standing = evacuation.standing {
            log.warning("an evacuation holds", [("since", "\(standing.since)"), ("by", standing.by)])
        }
        tell(.urgent, at: moment)
    }

    // MARK: - Writing

    private func nextWrite() -> Write? {
        keeping.next(
            { [self] clearing in
                let evacuation =
                    clearing.map {
                        self.evacuation.afterClearing(by: $0.by, silencing: state.raisers, at: clock.moment)
                    } ?? self.evacuation
                return Kept(evacuation, state.staff)
            }, last: { LastSaid(status) }, reserved: revisions.wanted)
    }

    private func perform(_ write: Write) async {
        do {
            try await archive.write(write)
            wrote(write, nil)
        } catch { wrote(write, error) }
    }

    private func wrote(_ write: Write, _ error: (any Error)?) {
        let moment = clock.moment
        let turn = keeping.wrote(write, isDone: error == nil)
        if error == nil, let until = write.reserved { revisions.wasReserved(until: until) }
        if let clearing = write.clearing { finish(clearing, write, error, at: moment) }
        switch (turn, error) {
        case (.fails, let error?) where !Task.isCancelled:
            log.error("can't keep what has to outlast this run; trying again", [("error", "\(error)")])
        case (.worksAgain, _): log.info("all is kept again")
        default: break
        }
        // The first range of revisions lies there, or can't.
        open()
        release(at: moment)
    }

    private func finish(_ clearing: Write.Clearing, _ write: Write, _ error: (any Error)?, at moment: Moment) {
        var refusal: RouteError?
        if error != nil {
            evacuation.fail(clearing.ended)
            refusal = .notCleared
        } else if evacuation.finish(clearing.ended, by: clearing.by, silencing: state.raisers, at: moment) {
            keeping.cleared(with: write)
            act = (clearing.by, clearing.entry.reason)
            show(at: moment)
            log.warning("the evacuation is cleared", [("by", clearing.by)])
            tell(.urgent, at: moment)
        } else {
            refusal = .raisedMeanwhile
        }
        let waiting = clearers
        clearers = []
        for clearer in waiting { clearer.resume(returning: refusal) }
    }

    /// Tells people what waited to be on the disk, where it has waited enough.
    func release(at moment: Moment) {
        guard keeping.held == nil else { return }
        let kept = knows && keeping.isKept
        if evacuation.standing != nil, state.status.evacuation?.kept != kept {
            show(at: moment)
            tell(.urgent, at: moment)
        }
        tellWaiting(at: moment)
        released.ring()
        let waiting = heldBack
        heldBack = []
        for one in waiting { one.resume() }
    }

    // MARK: - The end

    /// Writes what there is to write, once.
    func flush() async {
        while knows, let write = nextWrite() {
            await perform(write)
            guard keeping.failures == 0 else { return }
        }
    }
}
