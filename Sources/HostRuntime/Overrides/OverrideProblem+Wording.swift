@_spi(Hosting) internal import FeatureKit
internal import HostConfig

extension OverrideProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .noTarget(let text, let nearest):
            "\"\(text)\" must be features/ID/enabled, features/ID/rollout, features/ID/unit, flags/KEY/enabled or "
                + "flags/KEY/serve"
                + Self.question(nearest)
        case .nameTooLong: "a name that is overridden has at most \(Overrides.longestName) characters"
        case .wrongValue(let target, let fault): "\(target) \(fault.words(target))"
        case .unknown(let id, let nearest): "there is no feature \"\(id)\"" + Self.question(nearest)
        case .flagNotFeature(let key):
            "\"\(key)\" is a flag and no feature; \"flagstand override flags/\(key)/enabled false\" switches it off"
        case .unknownFlag(let key, let nearest): "there is no flag \"\(key)\"" + Self.question(nearest)
        case .unknownVariant(let name, let key, let known):
            "\(key) has no variant \"\(name)\"" + (Self.meant(name, known) ?? ", only \(Self.list(known))")
        case .flagOfFeature(let id):
            "feature.\(id) is made from the feature; write features/\(id)/enabled or features/\(id)/rollout"
        case .locked(let id): "\(id) is locked: switching it off takes --force and --reason"
        case .neededByLocked(let id, let others):
            "\(others.joined(separator: ", ")) \(others.count == 1 ? "is locked and needs" : "are locked and need") \(id): "
                + "switching \(id) off takes --force and --reason"
        case .lockedRollout(let id): "\(id) is locked: everybody has it or nobody, so that it has no rollout"
        case .forceWithoutReason(let id): "switching \(id) off by force takes a reason: say --reason and why"
        case .stopsLocked(let ids):
            "nothing was changed: \(ids.joined(separator: ", ")) \(ids.count == 1 ? "is" : "are") locked, and would stop"
        case .broken(let id, let reason): "\(id) can't be switched on: \(reason)"
        case .noSettings(let id, let missing) where missing.isEmpty:
            "\(id) can't be switched on: the document gives it no settings"
        case .noSettings(let id, let missing):
            "\(id) can't be switched on: the document gives it no settings (\(missing.joined(separator: "; ")))"
        case .documentUnusable: "the document has errors by now; fix it first; flagstand check says where"
        case .tooMany: "there are \(Overrides.most) overrides already; reset some first"
        case .reasonTooLong: "a reason has at most \(Overrides.longestReason) characters"
        case .lifetime(let lifetime):
            "an override lasts \(DurationText.print(Overrides.lifetimes.lowerBound)) to "
                + "\(DurationText.print(Overrides.lifetimes.upperBound)), not \(DurationText.print(lifetime))"
        case .replacedOtherwise(let id):
            "a unit is no value; replace it with \"flagstand replace \(id) FOLDER\""
        case .unit(let problem): "\(problem)"
        case .unfit(let id, let reasons): "\(id) stays as it is: \(reasons.joined(separator: "; "))"
        case .runsInHost(let id):
            "\(id) runs in the host, and code that the host has opened stays what it was; only what runs as a worker "
                + "can be replaced"
        case .otherCollections(let id):
            "\(id) keeps other collections in that version, and both can't keep the same store; switch it off and on "
                + "instead, with the new unit in the host's folders"
        case .notReplaced(let id): "\(id) runs from the unit in the host's folders already"
        case .nothingToGoBackTo(let id): "there is no unit of \(id) in the host's folders any more"
        case .replacing(let id): "\(id) is being replaced already"
        case .keeps(let id, let version, let reason):
            "\(id) stays as it was: \(version) did not become active: \(reason)"
        case .changedMeanwhile(let id):
            "\(id) was not switched on: what counts has changed while it was tried; try again"
        case .otherRevision(let now): RevisionMatch.refusal(now)
        case .notWritten(let path, let error): "nothing was switched: \(path) can't be written: \(error)"
        case .notRecordable(let reason): "nothing was switched: \(reason)"
        case .notRecorded(let reason): "it counts, and has no record in the audit yet: \(reason)"
        case .notStarted: "the host is still reading its document"
        case .stopping: "the host is stopping"
        }
    }

    /// How many variants are listed.
    private static let mostListed = 10

    private static func list(_ names: [String]) -> String {
        let rest = names.count - mostListed
        let shown = names.prefix(mostListed).map { "\"\($0)\"" }.joined(separator: ", ")
        return shown + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func meant(_ name: String, _ known: [String]) -> String? {
        Suggestion.closest(to: name, in: known).map { question($0) }
    }

    fileprivate static func question(_ meant: String?) -> String {
        meant.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}

extension OverrideProblem.Fault {
    fileprivate func words(_ target: OverrideTarget) -> String {
        switch self {
        case .noTruth(.text(let text)):
            "must be true or false, not the text \"\(text)\"" + OverrideProblem.question(Self.truth(text))
        case .noTruth(let value): "must be true or false, not \(value.kindInWords)"
        case .noText(let value) where target.kind == .featureRollout:
            "must be a percentage such as 25%, as a text, not \(value.kindInWords)"
        case .noText(let value): "must be a variant's name, not \(value.kindInWords)"
        case .noUnit: "must be a version, an @ and the SHA-256 of a unit that was copied"
        case .noPercentage(let problem): problem.message + OverrideProblem.question(problem.suggestion)
        }
    }

    private static func truth(_ text: String) -> String? {
        switch text.lowercased() {
        case "on", "yes", "y", "true", "1": "true"
        case "off", "no", "n", "false", "0": "false"
        default: nil
        }
    }
}

extension OverrideProblem {
    /// Why what was checked could not count after all.
    init(notCarried problem: ConfigProblem) {
        switch problem {
        case .notWritten(let path, let error): self = .notWritten(path: path, because: error)
        case .notRecordable(let reason): self = .notRecordable(reason)
        default: self = .stopping
        }
    }
}
