internal import BLEContracts
internal import FeatureKit
internal import Publishing

/// Decides one thing after the other: all that is heard, said, stored or over comes here, and is published from here.
///
/// No decision is made across a wait: what has to be on the disk first is handed to a write, and goes on after it.
actor TrackBoard {
    /// So many senders are looked at before others have a turn.
    private static let batch = 256
    /// How long people are left with the last status while the store has not said what holds: that may be an evacuation.
    static let silence = Duration.seconds(5)
    /// How far revisions go on beyond the last one that was stored, after a restart with a clock that went back.
    static let revisionGap = 100_000

    static let patience = WriteScheduler<HistoryEntry, Clearing>.patience

    /// The second step of clearing an evacuation.
    struct Clearing: Equatable {
        let ended: Evacuation.Clearing
        let by: String
        let reason: String
    }

    /// What wakes the board.
    enum Wake: Hashable {
        case hear, look, write
    }

    var state: TrackState
    var evacuation = Evacuation()
    var scheduler = WriteScheduler<HistoryEntry, Clearing>()
    private(set) var settings: Track.Settings
    let circuit: Circuit?
    let context: FeatureContext
    let resources: TrackResources
    private var effects: Effects
    private var pace: Pace
    let wakes: Deadlines<Wake>
    private let inbox = Lock(Inbox())

    private let start: Moment
    /// Whether what was stored is known.
    var isRestored = false
    var isReadFailing = false
    var isWriting = false
    /// Whether people are told anything yet.
    private(set) var isOpen = false
    /// Whether nothing counts any more but what is stored.
    private var isOver = false
    /// Whether nothing is taken any more, since nobody would write it.
    private(set) var isClosed = false
    /// The last status that was published.
    private var told: Status?
    var revision = 0
    private(set) var session: Session?
    private var isSessionNew = false
    /// When the session may be published next: timing speaks many times a second.
    private var nextSession = Duration.zero
    /// Whose act the next status goes back to.
    var act: (by: String, reason: String?)?
    /// What waits until it may be published.
    private(set) var waiting: Pace.News?
    private var logged: Decision?
    private var hasLoggedDisplaced = false
    /// Requests that wait until something is stored.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ settings: Track.Settings, _ circuit: Circuit?, _ context: FeatureContext) throws {
        (self.settings, self.circuit, self.context) = (settings, circuit, context)
        resources = try TrackResources(context)
        let clock = context.clock
        start = clock.moment
        state = TrackState(settings.plan, at: start)
        effects = Effects(settings.language)
        pace = Pace(at: start.uptime)
        wakes = Deadlines(on: clock)
        wakes.set(.write, atUptime: start.uptime)
        wakes.set(.look, atUptime: start.uptime + Self.patience)
    }

    var clock: FeatureClock { context.clock }
    var log: Log { context.log }

    /// Looks at what is due, until the module is asked to stop.
    func run() async {
        await withTaskGroup { group in
            for await wake in wakes {
                switch wake {
                // While news are held back, sightings wait, too.
                case .hear where scheduler.held == nil: hear()
                case .hear: break
                case .look: look(at: clock.moment)
                case .write where !isWriting:
                    isWriting = true
                    group.addTask { await self.write() }
                case .write: break
                }
                schedule()
            }
            group.cancelAll()
        }
    }

    // MARK: - What comes

    /// Takes a sighting that somebody looks at soon.
    nonisolated func put(_ sighting: Sighting) {
        if inbox.withLock({ $0.put(sighting) }) { wakes.set(.hear, after: .zero) }
    }

    /// Looks at some of the sightings; whether there were any.
    @discardableResult
    private func hear() -> Bool {
        let (sightings, isEmpty, displaced) = inbox.withLock { ($0.take(Self.batch), $0.isEmpty, $0.displaced) }
        guard !sightings.isEmpty else { return false }
        let moment = clock.moment
        take(state.hear(sightings.map(TrackState.Heard.init), at: moment), at: moment)
        if !isEmpty { wakes.set(.hear, after: .zero) }
        if !hasLoggedDisplaced, displaced > 0 || state.displaced.senders > 0 {
            hasLoggedDisplaced = true
            log.warning("more senders at once than there is room for: the least severe are left out")
        }
        return true
    }

    func note(_ presence: Presence) {
        defer { schedule() }
        // What was sighted before that was sighted while BLE could be heard.
        while hear() {}
        let moment = clock.moment
        take(state.note(presence, at: moment), at: moment)
    }

    func take(_ news: NetworkNews) {
        defer { schedule() }
        let moment = clock.moment
        switch news {
        case .report(let report): take(state.take(report, at: moment), at: moment)
        case .lost(let reason): take(state.loseNetwork(reason, at: moment), at: moment)
        case .session(let session):
            if session != self.session { isSessionNew = true }
            self.session = session
            publishSession(at: moment)
        }
    }

    func change(_ settings: Track.Settings) {
        defer { schedule() }
        let moment = clock.moment
        effects.language = settings.language
        self.settings = settings
        take(state.change(settings.plan, at: moment), at: moment)
    }

    /// Takes what came of something that was heard, or of the time alone.
    func take(_ outcome: TrackState.Outcome, isHeard: Bool = true, at moment: Moment) {
        for doubt in outcome.doubts {
            log.warning(
                "an unknown sender reports an evacuation, which counts as unknown",
                [("address", doubt.address), ("zone", "\(doubt.zone)")])
        }
        var change = evacuation.forget(outcome.forgotten)
        for claim in outcome.claims {
            let one = evacuation.hear(claim, at: moment)
            if !one.isEmpty {
                act = (claim.source.words, nil)
                record(HistoryEntry(.raised, at: moment, in: status, by: claim.source.words, message: claim.message))
            }
            change.formUnion(one)
        }
        let isShown = apply(change, why: "it was raised again", at: moment)
        if isHeard || isShown || outcome.isChanged {
            tell(isShown ? .urgent : outcome.isChanged ? .change : .refresh, at: moment)
        }
    }

    /// Takes what has changed of the evacuation; whether people see something of it.
    func apply(_ change: Evacuation.Change, why: String, at moment: Moment) -> Bool {
        if change.contains(.endedClearing) {
            record(HistoryEntry(.clearingEnded, at: moment, in: status, message: why))
        }
        if change.contains(.isKept) { store(isSeen: change.contains(.isSeen), at: moment) }
        guard change.contains(.isSeen) else { return false }
        showEvacuation(at: moment)
        return true
    }

    /// Lets the evacuation count as it is now.
    func showEvacuation(at moment: Moment) {
        // Whose report has ended by now must not be silenced again.
        if !evacuation.forget(state.look(at: moment).forgotten).isEmpty { store(isSeen: false, at: moment) }
        let shown = evacuation.current.map {
            Status.Evacuation(
                confirmed: $0.confirmed, since: $0.since, zones: $0.zones, message: $0.message, route: $0.route,
                kept: isRestored && scheduler.isStored, clearingUntil: evacuation.clearing?.until.wall)
        }
        _ = state.set(shown, cleared: evacuation.silenced, at: moment)
    }

    // MARK: - What people are told

    /// What people know, or would if anybody had told them.
    var status: Status { told ?? shown(at: clock.moment) }

    private func shown(at moment: Moment) -> Status {
        isRestored && !isOver ? state.status : state.status.last(at: moment.wall)
    }

    func open(at moment: Moment) {
        guard !isOpen else { return }
        isOpen = true
        tell(.urgent, at: moment)
        context.ready()
    }

    /// Publishes the status, now or as soon as it may be.
    func tell(_ news: Pace.News, at moment: Moment) {
        guard isOpen, !isOver else { return }
        guard scheduler.held == nil, !isSilent(at: moment), pace.takes(news, at: moment.uptime) else {
            return waiting = waiting.map { max($0, news) } ?? news
        }
        publish(at: moment)
    }

    /// Whether people are left with the last status, since the store may hold an evacuation.
    private func isSilent(at moment: Moment) -> Bool {
        !isRestored && evacuation.current == nil && moment.uptime < start.uptime + Self.silence
    }

    private func publish(at moment: Moment) {
        waiting = nil
        var next = shown(at: moment)
        next.revision = told?.revision ?? 0
        guard next != told else { return }
        let (last, isNews) = (told, told.map { next.isNews(after: $0) } ?? true)
        // By the wall clock, so that no store has to count them.
        revision = max(revision + 1, Self.milliseconds(at: moment))
        next.revision = revision
        told = next
        resources.status(next)
        let effects = effects.after(next)
        if let speech = effects.speech { resources.speech(speech) }
        for notice in effects.notices { resources.notices(notice) }
        guard isNews else { return }
        record(HistoryEntry(next, after: last, by: act?.by, reason: act?.reason, at: moment))
        act = nil
        store(isSeen: false, at: moment)
        let decision = Decision(mode: next.mode, isStale: next.stale, source: next.source)
        guard decision != logged else { return }
        logged = decision
        log.info(
            "track status",
            [
                ("mode", next.mode.rawValue), ("stale", "\(next.stale)"),
                ("source", next.source?.rawValue ?? "none"),
            ])
    }

    static func milliseconds(at moment: Moment) -> Int { Int(moment.wall.nanoseconds / 1_000_000) }

    private func publishSession(at moment: Moment) {
        guard isSessionNew, let session, nextSession <= moment.uptime else { return }
        (isSessionNew, nextSession) = (false, moment.uptime + Pace.refresh)
        resources.session(session)
    }

    // MARK: - The time

    private func look(at moment: Moment) {
        if !isOpen, start.uptime + Self.patience <= moment.uptime { open(at: moment) }
        if scheduler.look(at: moment.uptime) { release(at: moment) }
        if apply(evacuation.look(at: moment), why: "it took too long", at: moment) { tell(.urgent, at: moment) }
        let isDue = state.nextEnd.map { $0 <= moment.uptime } ?? false
        take(state.look(at: moment), isHeard: isDue, at: moment)
        if pace.due.map({ $0 <= moment.uptime }) ?? true, let waiting { tell(waiting, at: moment) }
        publishSession(at: moment)
    }

    /// Sets when to look again though nothing comes.
    func schedule() {
        let patience = isOpen ? nil : start.uptime + Self.patience
        // What is held back is told when it is released.
        let telling =
            waiting == nil || scheduler.held != nil
            ? nil : isSilent(at: clock.moment) ? start.uptime + Self.silence : pace.due
        if let next = earliest(
            patience, state.nextEnd, evacuation.nextEnd, scheduler.nextEnd, telling, isSessionNew ? nextSession : nil)
        {
            wakes.set(.look, atUptime: next)
        } else {
            wakes.cancel(.look)
        }
    }

    // MARK: - Waiting

    /// Waits while a condition holds, which is checked whenever something was stored.
    func wait(while condition: () -> Bool) async {
        schedule()
        while condition(), !isClosed { await withCheckedContinuation { waiters.append($0) } }
    }

    func wakeWaiters() {
        let all = waiters
        waiters = []
        for waiter in all { waiter.resume() }
    }

    /// Leaves a last status, which says that nobody says anything any more; an evacuation holds.
    func end() async {
        while hear() {}
        let moment = clock.moment
        _ = state.note(.gone, at: moment)
        showEvacuation(at: moment)
        if scheduler.held != nil { await flush() }
        release(at: clock.moment)
        isOver = true
        if isOpen, !isSilent(at: clock.moment) { publish(at: clock.moment) }
        await flush()
        // From here on nothing waits between this and the last look at what there is to write.
        isClosed = true
        wakeWaiters()
    }

    private func flush() async {
        while isRestored, scheduler.hasWork {
            await writeOnce()
            guard scheduler.failures == 0 else { return }
        }
    }
}
