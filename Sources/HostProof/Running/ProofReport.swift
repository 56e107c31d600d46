package import HostConfig

/// The result of one case.
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

/// The result of a proof.
package struct ProofReport: Sendable, Equatable {
    /// The module's id.
    package let feature: String
    /// Where it ran, if that was requested.
    package let way: RunMode?
    /// Nil if its manifest can't be read, or the process reported nothing.
    package let version: String?
    /// In the order of the plan.
    package let results: [ProofResult]
    /// Remarks about the unit as a whole.
    package let remarks: [ProofPlan.Remark]
    /// Problems outside of the cases, as texts.
    package let problems: [String]
    package let took: Duration

    package init(
        feature: String, way: RunMode? = nil, version: String?, results: [ProofResult] = [],
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

    /// The module's id, with the way it ran if that is not the usual one.
    package var name: String { feature.running(way) }

    package var failures: [ProofResult] { results.filter { !$0.hasPassed } }

    /// Whether there is no failure and no problem.
    package var hasPassed: Bool {
        failures.isEmpty && problems.isEmpty && !remarks.contains(where: \.isError)
    }
}

/// The progress of a proof.
package enum ProofProgress: Sendable, Equatable {
    case planned(ProofPlan)
    case begins(ProofCase)
    case ended(ProofResult)
}

extension String {
    /// A module's id, with the way it runs if that is not the usual one.
    package func running(_ way: RunMode?) -> String { way == .worker ? "\(self) [\(RunMode.worker.word)]" : self }
}
