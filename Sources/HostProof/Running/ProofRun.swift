package import HostConfig
package import HostSystem

/// Decides how a proof goes on after each event of its process and after the process's end.
///
/// A case during which the process ends has failed; the remaining cases run in a new process.
package struct ProofRun: Sendable {
    /// What the caller has to do next.
    package enum Action: Sendable, Equatable {
        /// Start a process with this job, once the previous one has ended.
        case start(ProofJob)
        /// Kill the process; its end still has to be reported.
        case kill
        case tell(ProofProgress)
        case finish
    }

    private let job: ProofJob
    private let redaction: Redaction
    /// When the whole proof has to be done.
    private let limit: (at: Duration, after: Duration)?
    private let started: Duration
    private var plan: ProofPlan?
    private var results: [String: ProofResult] = [:]
    private var problems: [String] = []
    private var output = Tail()

    // The state of the current process.
    private var processes = 0
    private var hasPlanned = false
    private var current: (about: ProofCase, since: Duration)?
    private var lastWord: Duration
    /// When the process closed its event pipe.
    private var silentSince: Duration?
    /// Why the process was killed.
    private var fault: ProofFault?
    private var isDone = false

    /// Why no more cases are run.
    private var end: ProofFault?
    private var isOver = false

    /// - Parameters:
    ///   - redaction: Removes secrets from reports.
    ///   - limit: How long the whole proof may take.
    ///   - now: The uptime, as in all methods.
    package init(_ job: ProofJob, hiding redaction: Redaction = .none, within limit: Duration? = nil, now: Duration) {
        self.job = job
        self.redaction = redaction
        self.limit = limit.map { (now + $0, $0) }
        started = now
        lastWord = now
    }

    /// When `passed` has to be called; nil if nothing is awaited.
    package var deadline: Duration? {
        guard !isOver, fault == nil, !isDone else { return nil }
        let silence = silentSince.map { $0 + ProofLimits.lastMoment } ?? lastWord + patience
        return limit.map { min($0.at, silence) } ?? silence
    }

    /// How long the process may be silent; the case of many starts and stops may take longer.
    private var patience: Duration {
        guard current?.about.id == ProofCase.stopsClean else { return ProofLimits.silence }
        return ProofLimits.silence + ProofLimits.cycle * job.cycles
    }

    /// Starts the proof.
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

    // MARK: - Events of the process

    /// The process wrote output.
    package mutating func wrote(_ bytes: [UInt8]) { output.add(bytes) }

    /// The process sent an event.
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

    /// The process closed its event pipe: the module did, or the process is ending, which is reported a moment later.
    package mutating func closed(now: Duration) { silentSince = silentSince ?? now }

    /// The process has ended.
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
            // A process that ends before it sends its plan would do so again.
            if !hasPlanned || processes == ProofLimits.mostProcesses { end = fault }
        }
        return actions + (end == nil && !untried.isEmpty ? start(now) : finish())
    }

    /// The process could not be started, or can't be observed.
    package mutating func failed(_ fault: ProofFault) -> [Action] {
        guard !isOver else { return [] }
        problems.append("\(fault)")
        end = fault
        return finish()
    }

    /// The time has passed.
    package mutating func passed(now: Duration) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        if let limit, now >= limit.at { return kill(.late(limit.after)) }
        return kill(silentSince == nil ? .silent(patience) : .closed)
    }

    /// The proof is cancelled.
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

    // MARK: - Result

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

    /// The report, once the proof is finished.
    package func report(now: Duration) -> ProofReport {
        ProofReport(
            feature: job.feature, way: job.way, version: plan?.version,
            results: (plan?.cases ?? []).compactMap { results[$0.id] }, remarks: plan?.remarks ?? [],
            problems: problems, took: now - started)
    }

    // MARK: - Redaction

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

    /// The most bytes of a line that are quoted.
    private static let mostQuoted = 1_000
}
