@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureRig
internal import HostConfig
package import HostProof
internal import HostRuntime
internal import HostSystem

/// Proves one feature in this process: opens its unit, and tries one case after the other.
package struct Prover: Sendable {
    private let program: String
    private let tell: @Sendable (ProofEvent) -> Void
    private let clock = SystemClock()

    /// - Parameters:
    ///   - program: The path of this program, beside which builds leave libraries.
    ///   - tell: Gets what happens, as it happens.
    package init(program: String, _ tell: @escaping @Sendable (ProofEvent) -> Void) {
        self.program = program
        self.tell = tell
    }

    /// One thing to try.
    private struct Trial {
        let about: ProofCase
        let run: @Sendable () async -> ProofVerdict

        func isMeant(by filter: String?) -> Bool {
            guard let filter = filter?.lowercased() else { return true }
            return about.group.lowercased().contains(filter) || about.name.lowercased().contains(filter)
        }
    }

    /// Carries a job out.
    package func prove(_ job: ProofJob) async {
        let catalog = FeatureCatalog(
            finder: UnitFinder(program: program), library: Library(copies: PrivateCopies()),
            workers: Workers(beside: program))
        var readings = Readings(job)
        let survey: Survey
        var conditions: PreflightConditions?
        if let documents = job.preflight {
            let settings = await PreflightReading(documents, of: job, catalog: catalog, now: clock.now)
            survey = settings.survey
            readings.take(survey.diagnostics)
            readings.remarks += settings.remarks
            conditions = settings.conditions
        } else {
            survey = await catalog.survey(only: job.folder)
            readings.take(survey.diagnostics)
        }
        let manifest = survey.manifests[job.feature]
        if let reason = survey.broken[job.feature]?.reason, !readings.hasErrors { readings.add(error: reason) }
        guard !readings.hasErrors, let manifest,
            let loaded = survey.loaded.first(where: { $0.id == job.feature })
        else {
            if !readings.hasErrors { readings.add(error: "\(job.folder) holds no feature \"\(job.feature)\"") }
            return tellNothing(but: readings, version: manifest?.version)
        }
        let unit = ProvenUnit(manifest: manifest, folder: job.folder, entry: loaded.entry)
        let suite = ScenarioSuite.read(unit)
        readings.take(suite.diagnostics, areOurs: true)
        guard !readings.hasErrors else { return tellNothing(but: readings, version: manifest.version) }
        let trials = trials(of: unit, suite, job, conditions)
        readings.remark(on: suite, isPreflight: conditions != nil)
        let wanted = trials.filter { $0.isMeant(by: job.filter) }
        tell(.planned(ProofPlan(version: manifest.version, cases: wanted.map(\.about), remarks: readings.remarks)))
        for trial in wanted where !job.done.contains(trial.about.id) {
            tell(.begins(trial.about.id))
            let start = clock.uptime
            let verdict = await trial.run()
            tell(.ends(trial.about.id, verdict.bounded, clock.uptime - start))
        }
        tell(.done)
    }

    /// What can't be used is not tried.
    private func tellNothing(but readings: Readings, version: String?) {
        tell(.planned(ProofPlan(version: version, remarks: readings.remarks)))
        tell(.done)
    }

    private func trials(
        of unit: ProvenUnit, _ suite: ScenarioSuite, _ job: ProofJob, _ conditions: PreflightConditions?
    ) -> [Trial] {
        let scenarios = suite.cases.filter { conditions == nil || $0.isPreflight }.map { one in
            Trial(about: one.about) { await one.run(conditions) }
        }
        let (group, rules) =
            conditions == nil
            ? (ProofCase.conformance, ConformanceRule.all) : (ProofCase.preflight, ConformanceRule.beforeStart)
        let subject = ConformanceSubject(
            unit.subject, settings: conditions?.settings ?? suite.settings, cycles: conditions == nil ? job.cycles : 1
        ) { rig in
            try await suite.prepare(rig)
            if let conditions { rig.flags.ask(conditions.flags) }
        }
        let held = rules.map { rule in
            let about = ProofCase(id: "\(group)/\(rule.id)", group: group, name: rule.name)
            return Trial(about: about) { ProofVerdict(problems: await rule.problems(of: subject)) }
        }
        // An operator wants to know first whether it starts at all.
        return conditions == nil ? scenarios + held : held + scenarios
    }
}

/// What was found out about a unit before anything is tried.
private struct Readings {
    private let job: ProofJob
    var remarks: [ProofPlan.Remark] = []

    init(_ job: ProofJob) { self.job = job }

    var hasErrors: Bool { remarks.contains(where: \.isError) }

    /// What is wrong with another unit harms this one no more than in a host.
    mutating func take(_ diagnostics: Diagnostics, areOurs: Bool = false) {
        for diagnostic in diagnostics.list {
            let isOurs =
                areOurs || job.preflight == nil || diagnostic.file == job.folder
                || diagnostic.file.hasPrefix(Path.join(job.folder, ""))
            remarks.append(.init(isError: diagnostic.severity == .error && isOurs, diagnostic.text))
        }
        if let rest = diagnostics.rest { remarks.append(.init(isError: areOurs, rest)) }
    }

    mutating func add(error text: String) { remarks.append(.init(isError: true, "\(job.feature): error: \(text)")) }

    /// Says where nothing of its own is tried: that it passes says less then.
    mutating func remark(on suite: ScenarioSuite, isPreflight: Bool) {
        let lack: String
        if suite.cases.isEmpty {
            lack = "has no scenarios; write some in its folder Scenarios"
        } else if isPreflight, !suite.cases.contains(where: \.isPreflight) {
            lack = "none of its scenarios says \"preflight: true\"; only its start and stop are tried"
        } else {
            return
        }
        remarks.append(.init(isError: false, "\(job.folder): warning: \(lack)"))
    }
}

extension ProofVerdict {
    /// What a rule says: nothing where all is well.
    fileprivate init(problems: [String]) {
        self = problems.isEmpty ? .passed : .failed(problems.joined(separator: "\n"))
    }

    /// The same, cut where it is long.
    fileprivate var bounded: ProofVerdict {
        guard case .failed(let text) = self, text.utf8.count > ProofLimits.longestFailure else { return self }
        let kept = String(decoding: text.utf8.prefix(ProofLimits.longestFailure), as: UTF8.self)
        return .failed("\(kept)…\n(cut here; there were \(text.utf8.count) bytes)")
    }
}
