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
    /// How long the module waits for the store before it is ready all the same.
    static let patience = Scheduler.patience

    typealias Scheduler = WriteScheduler<HistoryEntry, Clearing>

    /// The second step of clearing an evacuation.
    struct Clearing: Equatable {
        let ended: Evacuation.Clearing
        let by: String
        let reason: String
    }

    /// What wakes the board.
    enum Wake: Hashable {
        case hear, look, session, write
    }

    var state: TrackState
    var evacuation = Evacuation()
    var scheduler = Scheduler()
    private(set) var settings: Track.Settings
    let circuit: Circuit?
    let context: FeatureContext
    let resources: TrackResources
    private var effects: Effects
    private var pace: Pace
    let wakes: Deadlines<Wake>
    /// What wakes the writing, which may wait for the store.
    let writes: Deadlines<Wake>
    private let inbox = Lock(Inbox())

    let start: Moment
    /// Whether what was stored is known.
    var isRestored = false
    var isReadFailing = false
    /// Since when nothing counts any more but what is stored.
    private var over: Timestamp?
    /// Whether nothing is taken any more, since nobody would write it.
    private(set) var isClosed = false
    /// The last status that was published.
    private var told: Status?
    var revision = 0
    private(set) var session: Session?
    /// When the session may be published next: timing speaks many times a second.
    private var nextSession = Duration.zero
    /// Whose act the next status goes back to.
    var act: (by: String, reason: String?)?
    /// What waits until it may be published.
    private var waiting: Pace.News?
    private var hasLoggedDisplaced = false
    /// Requests that wait until something is stored.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ settings: Track.Settings, _ circuit: Circuit?, _ context: FeatureContext) throws {
        (self.settings, self.circuit, self.context) = (settings, circuit, context)
        resources = try TrackResources(context)
        start = context.clock.moment
        state = TrackState(settings.plan, at: start)
        effects = Effects(settings.language)
        pace = Pace(at: start.uptime)
        (wakes, writes) = (Deadlines(on: context.clock), Deadlines(on: context.clock))
        wakes.set(.look, atUptime: start.uptime + Self.patience)
        writes.set(.write, atUptime: start.uptime)
    }

    var clock: FeatureClock { context.clock }
    var log: Log { context.log }

    /// Looks at what is due, until the module is asked to stop.
    func run() async {
        await withTaskGroup { group in
            group.addTask { for await _ in self.writes { await self.write() } }
            for await wake in wakes {
                switch wake {
                // While news are held back, sightings wait, too.
                case .hear: if scheduler.held == nil { hear() }
                case .session: publishSession()
                case .look, .write: look(at: clock.moment)
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
        take { $0.hear(sightings, at: $1) }
        if !isEmpty { wakes.set(.hear, after: .zero) }
        if !hasLoggedDisplaced, displaced + state.displaced > 0 {
            hasLoggedDisplaced = true
            log.warning("more senders or zones at once than there is room for: the least severe are left out")
        }
        return true
    }

    func note(_ presence: Presence) {
        // What was sighted before that was sighted while BLE could be heard.
        while hear() {}
        take { $0.note(presence, at: $1) }
    }

    func take(_ news: NetworkNews) {
        switch news {
        case .report(let report): take { $0.take(report, at: $1) }
        case .lost(let reason): take { $0.loseNetwork(reason, at: $1) }
        case .session(let session) where session != self.session:
            self.session = session
            wakes.set(.session, atUptime: max(nextSession, clock.uptime))
        case .session: break
        }
    }

    func change(_ settings: Track.Settings) {
        effects.language = settings.language
        self.settings = settings
        take { $0.change(settings.plan, at: $1) }
    }

    /// Lets the state take something, and does what follows from it.
    func take(_ change: (inout TrackState, Moment) -> TrackState.Outcome) {
        let moment = clock.moment
        let outcome = change(&state, moment)
        for doubt in outcome.doubts {
            log.warning(
                "an unknown sender reports an evacuation, which counts as unknown",
                [("address", doubt.address), ("zone", "\(doubt.zone)")])
        }
        if !outcome.forgotten.isEmpty { store(isSeen: false, at: moment) }
        for claim in outcome.claims {
            let source = claim.source.words
            changeEvacuation(source, at: moment) { evacuation in
                let before = evacuation
                evacuation.hear(claim, at: moment)
                if evacuation != before { record(.raised, by: source, message: claim.message, at: moment) }
            }
        }
        tell(at: moment)
        schedule()
    }

    /// Lets something change the evacuation, and tells people what they see of that.
    func changeEvacuation<Reply, Failure>(
        _ by: String? = nil, _ reason: String? = nil, why: String = "it was raised again", at moment: Moment,
        _ change: (inout Evacuation) throws(Failure) -> Reply
    ) throws(Failure) -> Reply {
        let before = evacuation
        defer {
            let isChanged = evacuation.current != before.current
            if before.clearing != nil, evacuation.clearing == nil { record(.clearingEnded, message: why, at: moment) }
            if isChanged { store(isSeen: true, at: moment) }
            if isChanged || evacuation.clearing?.until != before.clearing?.until {
                if let by { act = (by, reason) }
                showEvacuation(at: moment)
                tell(isUrgent: true, at: moment)
            }
        }
        return try change(&evacuation)
    }

    /// Lets the evacuation count as it is now.
    func showEvacuation(at moment: Moment) {
        guard let current = evacuation.current else { return }
        let shown = Status.Evacuation(
            confirmed: current.confirmed, since: current.since, zones: current.zones, message: current.message,
            route: current.route, kept: isRestored && scheduler.isStored,
            clearingUntil: evacuation.clearing?.until.wall)
        if !state.hold(shown, at: moment).forgotten.isEmpty { store(isSeen: false, at: moment) }
    }

    // MARK: - What people are told

    /// What people know, or would if anybody had told them.
    var status: Status { told ?? shown }

    private var shown: Status {
        let time = over ?? (isRestored ? nil : start.wall)
        return time.map(state.status.last) ?? state.status
    }

    /// Publishes the status where it has changed, now or as soon as it may be.
    func tell(isUrgent: Bool = false, at moment: Moment) {
        var next = shown
        next.revision = told?.revision ?? 0
        guard next != told else { return waiting = nil }
        let isNews = told.map { next.isNews(after: $0) } ?? true
        let news = max(waiting ?? .refresh, isUrgent ? .urgent : isNews ? .change : .refresh)
        waiting = news
        guard over != nil || scheduler.held == nil, !isSilent(at: moment), pace.takes(news, at: moment.uptime) else {
            return
        }
        publish(next, isNews, at: moment)
    }

    /// Whether people are left with the last status, since the store may hold an evacuation.
    private func isSilent(at moment: Moment) -> Bool {
        !isRestored && evacuation.current == nil && moment.uptime < start.uptime + Self.silence
    }

    private func publish(_ status: Status, _ isNews: Bool, at moment: Moment) {
        let last = told
        // By the wall clock, so that no store has to count them.
        revision = max(revision + 1, Self.milliseconds(at: moment))
        var next = status
        next.revision = revision
        (told, waiting) = (next, nil)
        resources.status(next)
        let effects = effects.after(next)
        if let speech = effects.speech { resources.speech(speech) }
        for notice in effects.notices { resources.notices(notice) }
        guard isNews else { return }
        record(HistoryEntry(next, after: last, by: act?.by, reason: act?.reason, at: moment))
        act = nil
        store(isSeen: false, at: moment)
        if let last, (last.mode, last.stale, last.source) == (next.mode, next.stale, next.source) { return }
        let source = next.source?.rawValue ?? "none"
        log.info("track status", [("mode", next.mode.rawValue), ("stale", "\(next.stale)"), ("source", source)])
    }

    static func milliseconds(at moment: Moment) -> Int { Int(moment.wall.nanoseconds / 1_000_000) }

    private func publishSession() {
        guard let session else { return }
        nextSession = clock.uptime + Pace.refresh
        resources.session(session)
    }

    // MARK: - The time

    private func look(at moment: Moment) {
        if !isRestored, start.uptime + Self.patience <= moment.uptime { context.ready() }
        if scheduler.look(at: moment.uptime) { release(at: moment) }
        changeEvacuation(why: "it took too long", at: moment) { $0.look(at: moment) }
        take { $0.look(at: $1) }
    }

    /// Sets when to look again though nothing comes.
    func schedule() {
        let uptime = clock.uptime
        let waits = isRestored ? [] : [Self.patience, Self.silence].map { start.uptime + $0 }
        // What is held back is told when it is released.
        let telling = waiting == nil || scheduler.held != nil ? nil : pace.due
        let next = earliest(
            waits.first { $0 > uptime }, state.nextEnd, evacuation.nextEnd, scheduler.nextEnd, telling)
        if let next { wakes.set(.look, atUptime: next) } else { wakes.cancel(.look) }
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
        take { $0.note(.gone, at: $1) }
        if scheduler.held != nil { await flush() }
        release(at: clock.moment)
        over = clock.now
        tell(isUrgent: true, at: clock.moment)
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
