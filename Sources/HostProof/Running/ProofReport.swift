package import HostConfig

/// What came of one case.
package struct ProofResult: Sendable, Equatable {
    package let about: ProofCase
    package let verdict: ProofVerdict
    package let took: Duration

    package init(_ about: ProofCase, _ verdict: ProofVerdict, took: Duration) {
        self.about = about
        self.verdict = verdict
        self.took = took
    }

    package var hasPassed: Bool { verdict == .passed }
}

/// What came of a proof.
package struct ProofReport: Sendable, Equatable {
    /// The feature's id.
    package let feature: String
    /// Where it ran, where somebody said where.
    package let way: RunWay?
    /// Nil where its manifest can't be read, or nothing was said at all.
    package let version: String?
    /// In the order of the plan.
    package let results: [ProofResult]
    /// What there is to tell of the unit as a whole.
    package let remarks: [ProofPlan.Remark]
    /// What went wrong beside the cases, each in words.
    package let problems: [String]
    package let took: Duration

    package init(
        feature: String, way: RunWay? = nil, version: String?, results: [ProofResult] = [],
        remarks: [ProofPlan.Remark] = [],
        problems: [String] = [], took: Duration
    ) {
        self.feature = feature
        self.way = way
        self.version = version
        self.results = results
        self.remarks = remarks
        self.problems = problems
        self.took = took
    }

    /// The feature, and the way where that is not the usual one.
    package var name: String { feature.running(way) }

    package var failures: [ProofResult] { results.filter { !$0.hasPassed } }

    /// Whether nothing at all is wrong.
    package var hasPassed: Bool {
        failures.isEmpty && problems.isEmpty && !remarks.contains(where: \.isError)
    }
}

/// How a proof goes, for those who watch.
package enum ProofNews: Sendable, Equatable {
    case planned(ProofPlan)
    case begins(ProofCase)
    case ended(ProofResult)
}

extension String {
    /// A feature's id with the way in which it runs, where that is not the usual one.
    package func running(_ way: RunWay?) -> String { way == .worker ? "\(self) [\(RunWay.worker.word)]" : self }
}
