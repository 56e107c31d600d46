package import FeatureKit
package import HostConfig
package import HostSystem

/// Why an override can't be; nothing has changed.
package enum OverrideProblem: Error, Sendable, Equatable {
    /// What is wrong with what a target shall be.
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
    /// A unit is no value that somebody could say.
    case replacedOtherwise(String)
    /// The unit that a feature shall be replaced by can't be taken.
    case unit(UnitProblem)
    /// The unit that a feature shall be replaced by would not do here, each reason as it is told.
    case unfit(String, reasons: [String])
    /// It runs in the host, whose code stays what it was.
    case runsInHost(String)
    /// Both lives would have to keep the same store, and the new one keeps other collections.
    case otherCollections(String)
    /// It runs from the unit in the host's folders already.
    case notReplaced(String)
    /// There is nothing in the host's folders that it could go back to.
    case nothingToGoBackTo(String)
    /// It is being replaced.
    case replacing(String)
    /// The new life did not become active; the old one goes on.
    case keeps(String, version: String, reason: String)
    /// Something else counts than what a feature was tried with before it was to be switched on.
    case changedMeanwhile(String)
    /// Another revision counts than those on which the change was to build.
    case otherRevision(now: Int?)
    /// It could not be kept.
    case notWritten(path: String, because: SystemError)
    /// It could not be written down, for that reason.
    case notRecordable(String)
    /// It counts, and its record could not be written after all.
    case notRecorded(String)
    /// Nothing is running yet.
    case notStarted
    case stopping
}
