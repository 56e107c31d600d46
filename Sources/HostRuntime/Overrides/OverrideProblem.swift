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
    }

    /// A text that is no target; and what was probably meant.
    case noTarget(String, nearest: String?)
    case nameTooLong
    case wrongValue(OverrideTarget, Fault)
    case unknown(String, nearest: String?)
    case unknownFlag(String, nearest: String?)
    case unknownVariant(String, of: String, known: [String])
    /// The flag of a feature, whose id it is, is overridden as the feature.
    case flagOfFeature(String)
    /// Its manifest keeps operators from switching it.
    case locked(String)
    /// It can't be switched on, for that reason.
    case broken(String, reason: String)
    /// The document does not give the settings that it needs.
    case noSettings(String, missing: [String])
    /// What the document says can't be used any more, so nothing new can be started by it.
    case documentUnusable
    case tooMany
    case reasonTooLong
    case lifetime(Duration)
    /// Something else counts than what a feature was tried with before it was to be switched on.
    case changedMeanwhile(String)
    /// It could not be kept.
    case notWritten(path: String, because: SystemError)
    /// Nothing is running yet.
    case notStarted
    case stopping
}
