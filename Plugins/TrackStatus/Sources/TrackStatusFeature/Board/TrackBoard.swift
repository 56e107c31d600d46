internal import BLEContracts
internal import FeatureKit
internal import LiveTiming
internal import Publishing

/// Decides one thing after the other: all that is heard, said, stored or over comes here, and is published from here.
///
/// No decision is made across a wait: what has to be on the disk first is handed to a write, and goes on after it.
actor TrackBoard {
    /// So many senders are looked at before others have a turn.
    private static let batch = 256
    /// How long people are left with the last status while the store has not said what holds: that may be an evacuation.
    static let silence = Duration.seconds(5)
    /// How long the module waits for the store before it is ready all the same.
    static let patience = Scheduler.patience

    /// Its action is the second step of clearing an evacuation.
    typealias Scheduler = WriteScheduler<HistoryEntry, Evacuation.Clearing>

    /// What wakes the board.
    enum Wake: Hashable {
        case hear, look, session, write
    }

    var state: TrackState
    var evacuation = Evacuation()
    var scheduler = Scheduler()
    private(set) var settings: Track.Settings
    let circuit: Media?
    let context: FeatureContext
    let resources: TrackResources
    private(set) var effects: Effects
    private var pace: Pace
    let wakes: Deadlines<Wake>
    /// What wakes the writing, which may wait for the store.
    let writes: Deadlines<Wake>
    private let inbox = Lock(LatestInbox<String, Sighting>(limit: 8_192))

    let start: Moment
    /// Whether what was stored is known.
    var isRestored = false
    /// Since when nothing counts any more but what is stored.
    private var over: Timestamp?
    /// Whether nothing is taken any more, since nobody would write it.
    private(set) var isClosed = false
    /// The last status that was published.
    private var told: Status?
    /// Whether what has changed since waits until it may be published.
    private var isWaiting = false
    var revision = 0
    private(set) var session: TimingSession?
    /// When the session may be published next: timing speaks many times a second.
    private var nextSession = Duration.zero
    /// Whose act the next status goes back to.
    var act: (by: String, reason: String?)?
    private var hasLoggedDisplaced = false
    /// Requests that wait until something is stored.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ settings: Track.Settings, _ circuit: Media?, _ context: FeatureContext) throws {
        (self.settings, self.circuit, self.context) = (settings, circuit, context)
        resources = try TrackResources(context)
        start = context.clock.moment
        state = TrackState(settings, at: start)
        effects = Effects(try Wording(settings.language))
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
        let (from, mode) = ("\(sighting.zone) \(sighting.address)", Mode(sighting.mode))
        let isSoon = inbox.withLock {
            $0.put(sighting, from: from, severity: mode.severity, isUrgent: mode == .evacuation)
        }
        if isSoon { wakes.set(.hear, after: .zero) }
    }

    /// Looks at some of the sightings; whether there were any.
    @discardableResult
    private func hear() -> Bool {
        let (sightings, isEmpty, displaced) = inbox.withLock { ($0.take(Self.batch), $0.isEmpty, $0.displaced) }
        guard !sightings.isEmpty else { return false }
        change { state.hear(sightings, at: $0) }
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
        change { state.note(presence, at: $0) }
    }

    func take(_ news: NetworkNews) {
        switch news {
        case .report(let report): change { state.take(report, at: $0) }
        case .lost(let reason): change { state.loseNetwork(reason, at: $0) }
        case .session(let session) where session != self.session:
            self.session = session
            wakes.set(.session, atUptime: max(nextSession, clock.uptime))
        case .session: break
        }
    }

    func change(_ settings: Track.Settings) throws {
        effects.wording = try Wording(settings.language)
        self.settings = settings
        change { state.change(settings, at: $0) }
    }

    // MARK: - What follows

    /// Lets something change, and does all that follows from it.
    ///
    /// - Parameters:
    ///   - person: Whose act it is, with their reason.
    ///   - why: Why a clearing ends, where it does.
    @discardableResult
    func change<Reply, Failure>(
        by person: String? = nil, _ reason: String? = nil, ending why: String = "it was raised again",
        _ change: (Moment) throws(Failure) -> Reply
    ) throws(Failure) -> Reply {
        let moment = clock.moment
        let (last, cleared) = (evacuation, state.cleared.keys)
        defer { follow(last, cleared, why, at: moment) }
        let reply = try change(moment)
        if let person { act = (person, reason) }
        return reply
    }

    private func follow(
        _ last: Evacuation, _ cleared: some Collection<ClaimSource>, _ why: String, at moment: Moment
    ) {
        for claim in state.claims { hear(claim, at: moment) }
        state.claims = []
        if last.clearing != nil, evacuation.clearing == nil { record(.clearingEnded, message: why, at: moment) }
        let isRaised = evacuation.current != last.current
        if isRaised { state.hold(evacuation.current, at: moment) }
        let isForgotten = !cleared.allSatisfy(state.cleared.keys.contains)
        if isRaised || isForgotten { store(isSeen: isRaised, at: moment) }
        tell(at: moment)
        schedule()
    }

    private func hear(_ claim: EvacuationClaim, at moment: Moment) {
        let source = claim.source.words
        guard claim.isKnown else {
            return log.warning("an unknown sender reports an evacuation, which counts as unknown", [("sender", source)])
        }
        let last = evacuation
        evacuation.hear(claim, at: moment)
        guard evacuation != last else { return }
        act = (source, nil)
        record(.raised, by: source, message: claim.message, at: moment)
    }

    // MARK: - What people are told

    /// What people know, or would if anybody had told them.
    var status: Status { told ?? current }

    private var current: Status {
        var status = state.status
        status.evacuation?.kept = isRestored && scheduler.isStored
        status.evacuation?.clearingUntil = evacuation.clearing?.until.wall
        guard let time = over ?? (isRestored ? nil : start.wall) else { return status }
        return status.last(at: time)
    }

    /// Publishes the status where it has changed, now or as soon as it may be.
    func tell(at moment: Moment) {
        var next = current
        next.revision = told?.revision ?? 0
        isWaiting = next != told
        guard isWaiting else { return act = nil }
        let isNews = told.map { next.isNews(after: $0) } ?? true
        let isUrgent = over != nil || next.evacuation != told?.evacuation
        guard over != nil || scheduler.held == nil, !isSilent(at: moment),
            pace.takes(isUrgent ? .urgent : isNews ? .change : .refresh, at: moment.uptime)
        else { return }
        publish(next, isNews, at: moment)
    }

    /// Whether people are left with the last status, since the store may hold an evacuation.
    private func isSilent(at moment: Moment) -> Bool {
        !isRestored && evacuation.current == nil && moment.uptime < start.uptime + Self.silence
    }

    private func publish(_ status: Status, _ isNews: Bool, at moment: Moment) {
        let last = told
        // By the wall clock in milliseconds, so that no store has to count them.
        revision = max(revision + 1, Int(moment.wall.nanoseconds / 1_000_000))
        var next = status
        next.revision = revision
        (told, isWaiting) = (next, false)
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

    private func publishSession() {
        guard let session else { return }
        nextSession = clock.uptime + Pace.refresh
        resources.session(session)
    }

    // MARK: - The time

    private func look(at moment: Moment) {
        if !isRestored, start.uptime + Self.patience <= moment.uptime { context.ready() }
        if scheduler.look(at: moment.uptime) { release(at: moment) }
        change(ending: "it took too long") {
            evacuation.look(at: $0)
            state.look(at: $0)
        }
    }

    /// Sets when to look again though nothing comes.
    func schedule() {
        let uptime = clock.uptime
        let waits = isRestored ? [] : [Self.patience, Self.silence].map { start.uptime + $0 }
        // What is held back is told when it is released.
        let telling = isWaiting && scheduler.held == nil ? pace.due : nil
        let next = earliest(
            waits.first { $0 > uptime }, state.nextEnd, evacuation.nextEnd, scheduler.nextEnd, telling)
        if let next { wakes.set(.look, atUptime: next) } else { wakes.cancel(.look) }
    }

    // MARK: - Waiting

    /// Waits while a condition holds, which is checked whenever something was stored.
    func wait(while condition: () -> Bool) async {
        while condition(), !isClosed { await withCheckedContinuation { waiters.append($0) } }
    }

    func wakeWaiters() {
        let all = waiters
        waiters = []
        for waiter in all { waiter.resume() }
    }

    /// Leaves a last status, which says that nobody says anything any more; an evacuation holds.
    func end() async {
        note(.gone)
        if scheduler.held != nil { await flush() }
        release(at: clock.moment)
        over = clock.now
        tell(at: clock.moment)
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
