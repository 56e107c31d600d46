internal import FeatureKit

/// Decides one thing after the other: whatever is heard, said, kept or over comes here, and what becomes of it is
/// published from here.
///
/// No decision is made across a wait: what has to be on the disk first is handed to whoever writes (`Board+Keeping`), and
/// goes on when that says so.
actor TrackBoard {
    /// So many sightings are looked at before somebody else has a turn.
    static let batch = 256

    var state: TrackState
    var evacuation = Evacuation()
    var keeping: Keeping
    var revisions = Revisions(after: 0)
    private var pace: Pace

    let settings: Track.Settings
    let archive: Archive
    let clock: FeatureClock
    let log: Log
    private let out: Ways
    private var effects: Effects
    /// What was sighted and not looked at yet.
    private let inbox: Lock<Inbox>
    private let inboxBell: Bell

    /// Whether the store could be read: what lies there is known.
    var knows = false
    /// Whether people are told anything yet.
    private(set) var isOpen = false
    /// Whether nothing counts any more but what is kept.
    private var isOver = false
    /// Whether nothing is taken any more, since nobody would write it down.
    private(set) var isClosed = false
    var hasLoggedUnread = false
    /// What people were told last.
    private(set) var told: Status?
    /// Whose act the next status goes back to, and why they did it.
    var act: (by: String, reason: String?)?
    /// What waits until it may be told.
    private var waiting: Pace.News?
    /// What the log said last.
    private var logged: Status?
    private var hasLoggedDisplaced = false

    private var alarm: Duration?
    private let bell = Bell()
    let opened = Bell()
    /// Rings when there is something to write, and when that must not wait for a pause to end.
    let work = Bell()
    let hurry = Bell()
    /// Rings when people need not wait any more to be told of something.
    let released = Bell()
    /// Who waits until what they did is told.
    var heldBack: [CheckedContinuation<Void, Never>] = []
    /// Who waits for the second step of a clearing.
    var clearers: [CheckedContinuation<RouteError?, Never>] = []

    init(
        _ settings: Track.Settings, inbox: Lock<Inbox>, inboxBell: Bell, out: Ways,
        context: FeatureContext
    ) throws {
        let moment = context.clock.moment
        self.settings = settings
        self.inbox = inbox
        self.inboxBell = inboxBell
        self.out = out
        (clock, log) = (context.clock, context.log)
        state = TrackState(settings.plan, at: moment)
        effects = Effects(settings.language)
        pace = Pace(at: moment.uptime)
        keeping = Keeping(at: moment.uptime)
        archive = try Archive(context.store, keep: settings.keep)
    }

    /// Where it publishes.
    struct Ways {
        let status: Publisher<Status>
        let notices: Publisher<Notice>
        let speech: Publisher<Speech>
    }

    // MARK: - What is heard

    /// Looks at what is sighted, until the feature is asked to stop.
    func hear() async {
        while !Task.isCancelled {
            await inboxBell.wait()
            while !Task.isCancelled {
                // While people wait to be told of something they can't be told of anything else either: what is heard
                // meanwhile lies in its table.
                if keeping.held != nil {
                    await released.wait()
                } else if hearSome() {
                    await Task.yield()
                } else {
                    break
                }
            }
        }
    }

    /// Looks at some of what is sighted; false where there is nothing.
    private func hearSome() -> Bool {
        let sighted = inbox.withLock { $0.take(Self.batch) }
        guard !sighted.isEmpty else { return false }
        let moment = clock.moment
        var all = TrackState.Outcome()
        for one in sighted { all.add(state.hear(one, at: moment)) }
        take(all, at: moment)
        logDisplaced()
        return true
    }

    func note(_ presence: Presence) {
        // What was sighted before that was sighted while it could be heard.
        while hearSome() {}
        let moment = clock.moment
        take(state.note(presence, at: moment), at: moment)
    }

    func take(_ news: NetworkNews) {
        let moment = clock.moment
        switch news {
        case .report(let report): take(state.take(report, at: moment), at: moment)
        case .lost(let why): take(state.networkIsLost(why, at: moment), at: moment)
        }
    }

    /// Takes what came of something.
    func take(_ outcome: TrackState.Outcome, at moment: Moment) {
        for doubt in outcome.doubts {
            log.warning(
                "an evacuation by somebody whom nobody knows; it counts as unknown",
                [("address", doubt.address), ("zone", "\(doubt.zone)")])
        }
        var change = evacuation.forget(outcome.forgotten)
        for claim in outcome.claims {
            let one = evacuation.hear(claim, at: moment)
            if !one.isEmpty {
                act = (claim.source.description, nil)
                record(.raised, by: claim.source.description, message: claim.message, at: moment)
            }
            change.formUnion(one)
        }
        let isShown = apply(change, at: moment)
        if outcome.isChanged || isShown {
            tell(isShown ? .urgent : .change, at: moment)
        } else if outcome.isRefreshed {
            tell(.refresh, at: moment)
        }
        setAlarm()
    }

    /// Takes what has changed of the evacuation; true where people see something of it.
    func apply(_ change: Evacuation.Change, at moment: Moment) -> Bool {
        if change.contains(.endedClearing) { record(.clearingEnded, at: moment) }
        if change.contains(.isKept) {
            keeping.change(isSeen: change.contains(.isSeen), at: moment.uptime)
            work.ring()
            if change.contains(.isSeen) { hurry.ring() }
        }
        guard change.contains(.isSeen) else { return false }
        show(at: moment)
        return true
    }

    /// Lets the evacuation count as it is now.
    func show(at moment: Moment) {
        // Who is forgotten by now must not be silenced once more.
        if !evacuation.forget(state.look(at: moment).forgotten).isEmpty {
            keeping.change(isSeen: false, at: moment.uptime)
        }
        let standing = evacuation.standing.map { standing in
            EvacuationStanding(
                since: standing.since, confirmed: standing.isConfirmed, zones: standing.extent.zones,
                message: standing.message, route: standing.route, kept: knows && keeping.isKept,
                clearingUntil: evacuation.clearing?.until.wall)
        }
        _ = state.set(standing, cleared: evacuation.silenced, at: moment)
    }

    private func logDisplaced() {
        guard !hasLoggedDisplaced, inbox.withLock({ $0.displaced }) > 0 || state.displaced.senders > 0 else { return }
        hasLoggedDisplaced = true
        log.warning("more senders at once than there is room for: the least severe words are left out")
    }

    // MARK: - What is told

    /// Begins to tell people what is known.
    func open() {
        guard !isOpen else { return }
        isOpen = true
        // The clock has come further than revisions have in any run before.
        if revisions.isUsedUp { revisions.recall(Int(clock.now.nanoseconds / 1_000_000)) }
        tell(.urgent, at: clock.moment)
        opened.ring()
    }

    /// What people know, or would if anybody had told them.
    var status: Status { told ?? shown(at: clock.moment) }

    /// Tells people how it is, now or as soon as it may be told.
    func tell(_ news: Pace.News, at moment: Moment) {
        guard isOpen, !isOver else { return }
        guard keeping.held == nil, !isSilent(at: moment), pace.takes(news, at: moment.uptime) else {
            waiting = waiting.map { max($0, news) } ?? news
            return setAlarm()
        }
        publish(at: moment)
    }

    /// Whether people are left with what they were told last, since what was kept may hold more than is known.
    private func isSilent(at moment: Moment) -> Bool {
        !knows && evacuation.standing == nil && keeping.isAwaited(at: moment.uptime)
    }

    /// Tells people what waited until it may be told.
    func tellWaiting(at moment: Moment) { if let waiting { tell(waiting, at: moment) } }

    private func publish(at moment: Moment) {
        let last = told
        waiting = nil
        var status = shown(at: moment)
        guard last.map({ !status.saysTheSame(as: $0) }) ?? true else { return }
        let isNews = last.map { status.isNews(after: $0) } ?? true
        status.revision = revisions.next()
        told = status
        out.status(status)
        for effect in effects.after(status) {
            switch effect {
            case .notice(let notice): out.notices(notice)
            case .speech(let speech): out.speech(speech)
            }
        }
        if revisions.wanted != nil { work.ring() }
        guard isNews else { return }
        record(status, after: last, at: moment)
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

    /// What people see now.
    private func shown(at moment: Moment) -> Status {
        knows && !isOver ? state.status : state.status.lastWord(at: moment.wall)
    }

    // MARK: - The time

    /// Looks again each time that something runs out, until the feature is asked to stop.
    func keepTime() async {
        let latest = clock.uptime + Keeping.patience
        while !Task.isCancelled {
            guard await wait(until: isOpen ? nextEnd : min(nextEnd ?? latest, latest)) else { break }
            let moment = clock.moment
            if !isOpen, latest <= moment.uptime { open() }
            look(at: moment)
        }
        // Who waits for the start waits no more.
        opened.ring()
    }

    private func look(at moment: Moment) {
        if keeping.look(at: moment.uptime) { release(at: moment) }
        if apply(evacuation.look(at: moment), at: moment) { tell(.urgent, at: moment) }
        take(state.look(at: moment), at: moment)
        if pace.due.map({ $0 <= moment.uptime }) ?? true { tellWaiting(at: moment) }
    }

    /// Waits for a time, or until an earlier one is set; false where the feature is asked to stop.
    private func wait(until due: Duration?) async -> Bool {
        alarm = due
        guard let due else {
            await bell.wait()
            return !Task.isCancelled
        }
        return await withTaskGroup(of: Bool.self) { [bell, clock] group in
            group.addTask {
                await bell.wait()
                return true
            }
            group.addTask { (try? await clock.sleep(until: due)) != nil }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// When there is something to look at though nothing comes.
    private var nextEnd: Duration? {
        [state.nextEnd, evacuation.nextEnd, keeping.nextEnd, nextTelling].compactMap(\.self).min()
    }

    /// When people are told what waits for nothing but the time.
    private var nextTelling: Duration? {
        // What is held back is told when it is released.
        guard waiting != nil, keeping.held == nil else { return nil }
        return isSilent(at: clock.moment) ? keeping.speaks : pace.due
    }

    func setAlarm() {
        guard let next = nextEnd, alarm.map({ next < $0 }) ?? true else { return }
        alarm = next
        bell.ring()
    }

    // MARK: - The end

    /// Leaves a last word, which says that nobody says anything any more; an evacuation holds.
    func end() async {
        while hearSome() {}
        let moment = clock.moment
        _ = state.note(.gone, at: moment)
        show(at: moment)
        if keeping.held != nil { await flush() }
        release(at: clock.moment)
        isOver = true
        if isOpen, !isSilent(at: clock.moment) { publish(at: clock.moment) }
        await flush()
        // From here on nothing waits between this and the last look at what there is to write.
        isClosed = true
        let (heldBack, clearers) = (heldBack, clearers)
        (self.heldBack, self.clearers) = ([], [])
        for one in heldBack { one.resume() }
        for one in clearers { one.resume(returning: .ending) }
    }
}
