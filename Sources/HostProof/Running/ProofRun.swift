package import HostConfig
package import HostSystem

/// Decides how a proof goes on: what follows from what a process says, and from its end.
///
/// A case that ends the process has failed, and the others are tried in a new one.
package struct ProofRun: Sendable {
    /// What is to be done.
    package enum Action: Sendable, Equatable {
        /// A process with this job, once the former one has ended.
        case start(ProofJob)
        /// The process's end has to be told even so.
        case kill
        case tell(ProofNews)
        case finish
    }

    private let job: ProofJob
    private let redaction: Redaction
    /// When all of it has to be over.
    private let limit: (at: Duration, after: Duration)?
    private let started: Duration
    private var plan: ProofPlan?
    private var results: [String: ProofResult] = [:]
    private var problems: [String] = []
    private var output = Tail()

    // Of the process that runs.
    private var processes = 0
    private var hasPlanned = false
    private var current: (about: ProofCase, since: Duration)?
    private var lastWord: Duration
    /// When it closed what it tells events on.
    private var silentSince: Duration?
    /// Why it was killed.
    private var fault: ProofFault?
    private var isDone = false

    /// Why nothing more is tried.
    private var end: ProofFault?
    private var isOver = false

    /// - Parameters:
    ///   - redaction: What must not be in any report.
    ///   - limit: How long all of it may take.
    ///   - now: The uptime, here as everywhere.
    package init(_ job: ProofJob, hiding redaction: Redaction = .none, within limit: Duration? = nil, now: Duration) {
        self.job = job
        self.redaction = redaction
        self.limit = limit.map { (now + $0, $0) }
        started = now
        lastWord = now
    }

    /// When `passed` has to be told the time; nil where nothing is waited for.
    package var deadline: Duration? {
        guard !isOver, fault == nil, !isDone else { return nil }
        let silence = silentSince.map { $0 + ProofLimits.lastMoment } ?? lastWord + patience
        return limit.map { min($0.at, silence) } ?? silence
    }

    /// How long nothing need be said; many starts and stops are one case.
    private var patience: Duration {
        guard current?.about.id == ProofCase.stopsClean else { return ProofLimits.silence }
        return ProofLimits.silence + ProofLimits.cycle * job.cycles
    }

    /// Begins.
    package mutating func begin(now: Duration) -> [Action] { start(now) }

    private mutating func start(_ now: Duration) -> [Action] {
        processes += 1
        hasPlanned = false
        (fault, silentSince) = (nil, nil)
        output = Tail()
        lastWord = now
        var job = job
        job.done.formUnion(results.keys)
        return [.start(job)]
    }

    // MARK: - What the process does

    /// It wrote something, which is no event.
    package mutating func wrote(_ bytes: [UInt8]) { output.add(bytes) }

    /// It told something.
    package mutating func heard(_ line: [UInt8], now: Duration) -> [Action] {
        guard !isOver, fault == nil, !isDone else { return [] }
        lastWord = now
        guard let event = ProofEvent(line: line) else { return kill(.nonsense(quoted(line))) }
        switch event {
        case .planned(let plan): return heard(plan, line)
        case .begins(let id):
            guard hasPlanned, current == nil, results[id] == nil, let about = plan?.cases.first(where: { $0.id == id })
            else { return kill(.nonsense(quoted(line))) }
            current = (about, now)
            return [.tell(.begins(about))]
        case .ends(let id, let verdict, let took):
            guard let (about, _) = current, about.id == id else { return kill(.nonsense(quoted(line))) }
            current = nil
            return [settle(about, redacted(verdict), took: took)]
        case .done:
            guard hasPlanned, current == nil, untried.isEmpty else { return kill(.nonsense(quoted(line))) }
            isDone = true
            return [.kill]
        }
    }

    private mutating func heard(_ new: ProofPlan, _ line: [UInt8]) -> [Action] {
        guard !hasPlanned else { return kill(.nonsense(quoted(line))) }
        hasPlanned = true
        guard let plan else {
            guard new.cases.count <= ProofLimits.mostCases else { return kill(.tooManyCases(new.cases.count)) }
            guard Set(new.cases.map(\.id)).count == new.cases.count else { return kill(.nonsense(quoted(line))) }
            let shown = redacted(new)
            self.plan = shown
            return [.tell(.planned(shown))]
        }
        return redacted(new).cases == plan.cases ? [] : kill(.otherPlan)
    }

    /// It closed what it tells events on: the feature did, or it is about to end, which is told a moment later.
    package mutating func closed(now: Duration) { silentSince = silentSince ?? now }

    /// It has ended.
    package mutating func ended(_ exit: ChildProcess.Exit, now: Duration) -> [Action] {
        guard !isOver else { return [] }
        if isDone { return finish() }
        let fault = fault ?? (exit == .code(ProofEvent.lost) ? .closed : .ended(exit))
        let lines = output.lines(hiding: redaction)
        var actions: [Action] = []
        if let (about, since) = current {
            current = nil
            actions.append(settle(about, .failed(fault.text(lines)), took: now - since))
        } else {
            problems.append(fault.text(lines))
        }
        switch fault {
        case .stopped, .late, .otherPlan, .tooManyCases: end = fault
        default:
            // What ends before it has said what it tries would do so again.
            if !hasPlanned || processes == ProofLimits.mostProcesses { end = fault }
        }
        return actions + (end == nil && !untried.isEmpty ? start(now) : finish())
    }

    /// It could not be started, or can't be watched.
    package mutating func failed(_ fault: ProofFault) -> [Action] {
        guard !isOver else { return [] }
        problems.append("\(fault)")
        end = fault
        return finish()
    }

    /// So late it is.
    package mutating func passed(now: Duration) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        if let limit, now >= limit.at { return kill(.late(limit.after)) }
        return kill(silentSince == nil ? .silent(patience) : .closed)
    }

    /// Nobody wants it any more.
    package mutating func stop() -> [Action] {
        guard !isOver, !isDone else { return [] }
        let isKilled = fault != nil
        fault = .stopped
        return isKilled ? [] : [.kill]
    }

    private mutating func kill(_ fault: ProofFault) -> [Action] {
        self.fault = fault
        return [.kill]
    }

    // MARK: - What comes of it

    private var untried: [ProofCase] { (plan?.cases ?? []).filter { results[$0.id] == nil } }

    private mutating func settle(_ about: ProofCase, _ verdict: ProofVerdict, took: Duration) -> Action {
        let result = ProofResult(about, verdict, took: took)
        results[about.id] = result
        return .tell(.ended(result))
    }

    private mutating func finish() -> [Action] {
        isOver = true
        let why = end ?? .stopped
        let actions = untried.map { settle($0, .failed(why.untried), took: .zero) }
        return actions + [.finish]
    }

    /// All that came of it; to be asked once it is finished.
    package func report(now: Duration) -> ProofReport {
        ProofReport(
            feature: job.feature, way: job.way, version: plan?.version,
            results: (plan?.cases ?? []).compactMap { results[$0.id] }, remarks: plan?.remarks ?? [],
            problems: problems, took: now - started)
    }

    // MARK: - What may be shown

    private func redacted(_ verdict: ProofVerdict) -> ProofVerdict {
        switch verdict {
        case .passed: .passed
        case .failed(let text): .failed(redaction(text))
        }
    }

    private func redacted(_ plan: ProofPlan) -> ProofPlan {
        ProofPlan(
            version: plan.version,
            cases: plan.cases.map { ProofCase(id: $0.id, group: redaction($0.group), name: redaction($0.name)) },
            remarks: plan.remarks.map { .init(isError: $0.isError, redaction($0.text)) })
    }

    private func quoted(_ line: [UInt8]) -> String {
        Printable.quoted(Printable.escaped(redaction(String(decoding: line.prefix(Self.mostQuoted), as: UTF8.self))))
    }

    /// How much of a line is looked at to quote it, in bytes.
    private static let mostQuoted = 1_000
}
