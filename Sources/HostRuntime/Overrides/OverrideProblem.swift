package import FeatureKit
package import HostConfig
package import HostSystem

/// Why an override failed; nothing has changed, unless a case says so.
package enum OverrideProblem: Error, Sendable, Equatable {
    /// What is wrong with the value for a target.
    package enum Fault: Sendable, Equatable {
        case noTruth(Value)
        case noText(Value)
        case noPercentage(Percentage.Problem)
        case noUnit
    }

    /// A text that is no target; and what was probably meant.
    case noTarget(String, nearest: String?)
    case nameTooLong
    case wrongValue(OverrideTarget, Fault)
    case unknown(String, nearest: String?)
    /// There is no such feature, but a flag of that key.
    case flagNotFeature(String)
    case unknownFlag(String, nearest: String?)
    case unknownVariant(String, of: String, known: [String])
    /// The flag of a feature, whose id it is, is overridden as the feature.
    case flagOfFeature(String)
    /// It is locked, and is not switched off without force.
    case locked(String)
    /// These are locked and need it: it is not switched off without force.
    case neededByLocked(String, by: [String])
    /// It is locked, and everybody has it.
    case lockedRollout(String)
    /// It takes force, and nobody says why.
    case forceWithoutReason(String)
    /// These are locked and would stop for another reason than what was asked for.
    case stopsLocked([String])
    /// It can't be switched on, for that reason.
    case broken(String, reason: String)
    /// The document does not give the settings that it needs.
    case noSettings(String, missing: [String])
    /// What the document says can't be used any more, so nothing new can be started by it.
    case documentUnusable
    case tooMany
    case reasonTooLong
    case lifetime(Duration)
    /// A unit is replaced by another command, and can't be set as a value.
    case replacedOtherwise(String)
    /// The unit that is to replace a feature's can't be copied.
    case unit(UnitProblem)
    /// The unit that is to replace a feature's can't be used in this host, with each reason in words.
    case unfit(String, reasons: [String])
    /// It runs in the host, whose code stays what it was.
    case runsInHost(String)
    /// Both lives would have to keep the same store, and the new one keeps other collections.
    case otherCollections(String)
    /// It runs from the unit in the configured folders already.
    case notReplaced(String)
    /// The configured folders hold no unit of it to return to.
    case nothingToGoBackTo(String)
    /// It is being replaced.
    case replacing(String)
    /// The new life did not become active; the old one goes on.
    case keeps(String, version: String, reason: String)
    /// The configuration has changed since the feature's preflight.
    case changedMeanwhile(String)
    /// The active revision is none of those that the change was made for.
    case otherRevision(now: Int?)
    /// It could not be written to disk.
    case notWritten(path: String, because: SystemError)
    /// It could not be recorded in the audit log, for this reason.
    case notRecordable(String)
    /// It counts, and its record could not be written after all.
    case notRecorded(String)
    /// Nothing is running yet.
    case notStarted
    case stopping
}
