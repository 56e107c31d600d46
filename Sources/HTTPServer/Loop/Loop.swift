internal import FeatureKit
internal import HostSystem
internal import Synchronization

/// One thread with its share of the connections, which also runs the tasks that prefer it.
///
/// An answer that is given on the thread of its connection needs neither a lock nor a wake-up. Only this thread
/// accesses the loop's state and its connections, except for the inbox and the counters.
// Unchecked, since only the loop's thread accesses the rest.
package final class Loop: TaskExecutor, @unchecked Sendable {
    /// The most jobs, messages and clients of a feed that are handled before sockets are checked again.
    private static let mostJobs = 256
    private static let mostRings = 1024

    /// Its number, from 0.
    package let number: Int
    let limits: ServerLimits
    let bodyTime: Instant
    let responder: any Responder
    /// Nil without TLS.
    let tls: TLSKeeper?
    /// How many handshakes may still continue in this turn, since each takes as long as many requests.
    var handshakesLeft = Connection.mostHandshakes
    let counters = LoopCounters()

    let epoll: Epoll
    var timers: TimerLists
    var table = ConnectionTable()
    let pool = BlockPool()
    let storages: StoragePool
    var date = DateLine()
    let acceptor: Acceptor
    var feeds = FeedGroups()
    /// The time at which this turn began.
    private(set) var now = Instant.current
    private(set) var isDraining = false
    /// An unused exchange, kept for the next request.
    var spareExchange: ConnectionExchange?
    /// Whether a responder is being called.
    var isResponding = false

    private let inbox: LoopInbox
    private let thread = Atomic<UInt>(0)
    private var jobs: [LoopJob] = []
    /// The jobs that are being run.
    private var running: [LoopJob] = []
    private var messages: [LoopMessage] = []
    private var unfinished: [Connection] = []
    /// Whether something is left to do even if nothing arrives: jobs, messages, connections or events.
    private var hasWork = false
    private var drainEnds: Instant?

    init(
        number: Int, limits: ServerLimits, responder: any Responder, tls: TLSKeeper? = nil, listeners: [Listener],
        occupancy: Occupancy, budget: BodyBudget
    ) throws(SystemError) {
        self.number = number
        self.limits = limits
        bodyTime = Instant(limits.bodyTime)
        self.responder = responder
        self.tls = tls
        epoll = try Epoll()
        inbox = try LoopInbox()
        storages = StoragePool(limits, budget)
        timers = TimerLists { limits.span(of: $0) }
        acceptor = Acceptor(listeners: listeners, occupancy: occupancy)
        try epoll.add(inbox.wake.number, .wake, .reading)
        try acceptor.open(epoll)
    }

    /// Enqueues a job of a task; after the loop's end Swift's own threads run it.
    package func enqueue(_ job: consuming ExecutorJob) { add(LoopJob(job: UnownedJob(job), runner: nil)) }

    /// Enqueues a job that `runner` runs; after the loop's end Swift's own threads run it without the runner.
    package func enqueue(_ job: UnownedJob, of runner: any LoopJobRunner) { add(LoopJob(job: job, runner: runner)) }

    private func add(_ job: LoopJob) {
        if isCurrent {
            jobs.append(job)
            hasWork = true
        } else if !inbox.leave(job) {
            Self.runElsewhere(job)
        }
    }

    /// Whether this is the loop's thread.
    @inline(__always)
    var isCurrent: Bool { thread.load(ordering: .relaxed) == ThreadNumber.current }

    /// Handles a message in this turn or soon; false once the loop has ended.
    @discardableResult
    func post(_ message: LoopMessage) -> Bool {
        guard isCurrent else { return inbox.leave(message) }
        messages.append(message)
        hasWork = true
        return true
    }

    /// Goes on with a connection in the next turn.
    func resumeLater(_ connection: Connection) {
        unfinished.append(connection)
        hasWork = true
    }

    /// Serves on the calling thread until it is drained and the last connection is gone.
    func serve() {
        thread.store(ThreadNumber.current, ordering: .relaxed)
        while !(isDraining && table.count == 0) { turn() }
        end()
    }

    private func turn() {
        let rings = timers.next
        let wakes = hasWork ? now : min(rings, drainEnds ?? .max, acceptor.resumesAt ?? .max)
        // The time is that of the previous turn, so timers may ring late by its duration.
        let count = epoll.wait(until: wakes, now: now)
        now = .current
        handshakesLeft = Connection.mostHandshakes
        date.refresh(at: now)
        for index in 0..<count { handle(epoll[index]) }
        if hasWork { work() }
        // Timers that were set meanwhile can't have rung.
        if rings <= now { ring() }
        if acceptor.resumes(at: now) { acceptor.resume(epoll) }
        if let drainEnds, drainEnds <= now { for connection in table.all { connection.close() } }
    }

    /// Does a part of the work that does not come from sockets.
    private func work() {
        runJobs()
        handleMessages()
        resumeUnfinished()
        sendEvents()
        hasWork = !jobs.isEmpty || !messages.isEmpty || !unfinished.isEmpty || feeds.haveWork
    }

    private func handle(_ report: Epoll.Report) {
        if let connection = table[report.token] {
            connection.handle(report)
        } else if report.token == .wake {
            let batch = inbox.take()
            jobs.append(contentsOf: batch.jobs)
            messages.append(contentsOf: batch.messages)
            hasWork = true
        } else if report.token.generation == 0 {
            accept(at: report.token.listener)
        }
    }

    /// Runs the queued jobs and those that they add, up to a limit.
    private func runJobs() {
        var left = Self.mostJobs
        while left > 0, !jobs.isEmpty {
            swap(&jobs, &running)
            for job in running.prefix(left) { run(job) }
            if running.count > left { jobs.insert(contentsOf: running.dropFirst(left), at: 0) }
            left -= running.count
            running.removeAll(keepingCapacity: true)
        }
    }

    private func run(_ job: LoopJob) {
        if let runner = job.runner {
            runner.run(job.job)
        } else {
            unsafe job.job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private func handleMessages() {
        guard !messages.isEmpty else { return }
        let batch = messages
        messages = []
        for message in batch { handle(message) }
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .answer(let ticket, let response): ticket.connection.answer(response, ticket)
        case .stream(let ticket, let pipe, let status, let fields):
            ticket.connection.begin(pipe, status, fields, ticket)
        case .follow(let ticket, let feed, let fields, let lastEventID):
            ticket.connection.follow(feed, fields, after: lastEventID, ticket)
        case .unfollow(let ticket, let event, let data): ticket.connection.unfollow(event, data, ticket)
        case .abandoned(let ticket): ticket.connection.answer(PlainAnswer.unanswered.response, ticket)
        case .pump(let pipe, let connection): connection.pump(pipe)
        case .events(let feed): feeds.note(feed)
        case .drain(let limit): drain(within: limit)
        }
    }

    private func resumeUnfinished() {
        guard !unfinished.isEmpty else { return }
        let batch = unfinished
        unfinished = []
        for connection in batch { connection.resume() }
    }

    private func ring() {
        for _ in 0..<Self.mostRings {
            guard let ring = timers.popRung(at: now) else { return }
            table[ring.slot]?.handle(ring.timer)
        }
    }

    private func drain(within limit: Duration) {
        let ends = now &+ Instant(limit)
        drainEnds = drainEnds.map { min($0, ends) } ?? ends
        guard !isDraining else { return }
        // Clients that connected before this are still served.
        for index in acceptor.listeners.indices { accept(at: index) }
        isDraining = true
        acceptor.close(epoll)
        // Events published so far, such as the ends of feeds, still belong to their streams.
        while feeds.haveWork { sendEvents() }
        for connection in table.all { connection.drain() }
    }

    private func end() {
        spareExchange = nil
        let left = inbox.close()
        thread.store(0, ordering: .relaxed)
        for job in jobs + left.jobs { Self.runElsewhere(job) }
        jobs = []
        for message in messages + left.messages { Self.refuse(message) }
        messages = []
    }

    /// Closes the streams of a message that came after the end of the loop, so that no writer waits for them.
    private static func refuse(_ message: LoopMessage) {
        switch message {
        case .stream(_, let pipe, _, _), .pump(let pipe, _): pipe.close()
        case .answer, .follow, .unfollow, .abandoned, .events, .drain: break
        }
    }

    private static func runElsewhere(_ job: LoopJob) { globalConcurrentExecutor.enqueue(ExecutorJob(job.job)) }
}
