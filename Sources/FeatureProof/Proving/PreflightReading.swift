@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import HostProof
internal import HostRuntime

/// Reads which settings and flags a module gets from real configuration files.
struct PreflightReading {
    let survey: Survey
    /// Nil if reading fails; an error says why.
    private(set) var conditions: PreflightConditions?
    private(set) var remarks: [ProofPlan.Remark] = []

    /// - Parameter catalog: Opens this module and no other one.
    init(_ documents: ProofJob.Documents, of job: ProofJob, catalog: FeatureCatalog, now: Timestamp) async {
        let document = HostDocument(documents.layers, folder: documents.folder)
        survey = await catalog.survey(
            document.pluginFolders, opening: [job.feature], ways: job.way.map { [job.feature: $0] } ?? document.ways,
            before: [job.folder])
        // Other modules are not opened, so their settings can't be checked.
        let known = survey.known.mapValues {
            KnownFeature(summary: $0.summary, settings: $0.settings ?? .anything, isLocked: $0.isLocked)
        }
        let checked = document.check(against: known, secrets: .host)
        guard let usable = checked.usable else {
            tell(checked.diagnostics, asErrors: true)
            return
        }
        // A host has left out single flags that are wrong, and said so; a document that is to be tried has none.
        let isHosts = documents.overrides != .null
        tell(checked.diagnostics, asErrors: !isHosts)
        if usable.remote != nil, documents.layers.remote == nil {
            remarks.append(
                .init(
                    isError: false,
                    "\(documents.folder): warning: the remote document is not asked without a host; what it says is "
                        + "missing here"))
        }
        guard let settings = usable.features[job.feature]?.settings,
            let loaded = survey.loaded.first(where: { $0.id == job.feature })
        else {
            // A library that can't be opened is reported where it is opened.
            if let shape = survey.loaded.first(where: { $0.id == job.feature })?.entry.settingsShape {
                let missing = shape.problems(in: shape.completed([:])).map(\.description)
                let words = OverrideProblem.noSettings(job.feature, missing: missing)
                remarks.append(.init(isError: true, "\(documents.name): error: \(words)"))
            }
            return
        }
        let overrides = Self.overrides(documents.overrides, switchingOn: job.feature, now)
        let flags = FileFlags(
            usable, named: document.namedFeatures, texts: documents.layers.all, survey: survey,
            known: documents.flags, overrides: overrides ?? Overrides(), now: now)
        if overrides == nil {
            remarks.append(.init(isError: true, "what operators overrode can't be read"))
        }
        tell(flags.diagnostics, asErrors: !isHosts)
        let pool = FlagPool(FlagBoard(flags.snapshot(now)), clock: SystemClock())
        conditions = PreflightConditions(
            settings: settings.revealed(), shownSettings: settings.redacted,
            flags: FeatureFlags(loaded.entry.contracts, in: pool))
    }

    private mutating func tell(_ diagnostics: Diagnostics, asErrors: Bool) {
        for diagnostic in diagnostics.list {
            let isError = asErrors && diagnostic.severity == .error
            remarks.append(.init(isError: isError, diagnostic.text))
        }
    }

    /// What operators decided, and that the feature is on, since that is what is tried; nil where it can't be read.
    private static func overrides(_ written: Value, switchingOn id: String, _ now: Timestamp) -> Overrides? {
        var overrides = Overrides()
        if written != .null, written != [:] {
            guard let read = try? Overrides(written) else { return nil }
            overrides = read.lasting(at: now)
        }
        let author = Author(name: "preflight", user: 0)
        overrides.add(Override(OverrideTarget(.featureEnabled, of: id), to: .truth(true), author: author, at: now))
        return overrides
    }
}

extension ProofJob.Documents {
    /// The operator's name for the configuration file.
    fileprivate var name: String { layers.local.first?.name ?? folder }
}
