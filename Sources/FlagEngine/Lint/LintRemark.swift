package import FeatureKit

/// Something that is allowed and probably not meant; `LintRemark+Wording` has the words.
package enum LintRemark: Sendable, Equatable {
    /// A rule as people name it: by its name, or its number from 1.
    package struct RuleName: Sendable, Equatable {
        let name: String?
        let number: Int
    }

    /// A rule before it always decides.
    case afterAlways(RuleName, always: RuleName)
    /// Its condition never holds.
    case neverHolds(RuleName)
    /// An earlier rule has already decided for everyone who matches this one.
    case shadowed(RuleName, by: RuleName, FlagPlace)
    case sameName(String)
    case unusedVariant(String)
    case unusedSegment(String)
    case expired(Timestamp)
    case requirementOff(flag: String)
    /// The weights' sum, in millionths.
    case weightsNearHundred(UInt64)
    case noWeights
    case unknownCode(String)

    /// What it is silenced by.
    package var code: LintCode {
        switch self {
        case .afterAlways, .neverHolds: .unreachableRule
        case .shadowed: .shadowedRule
        case .sameName: .sameName
        case .unusedVariant: .unusedVariant
        case .unusedSegment: .unusedSegment
        case .expired: .expired
        case .requirementOff: .requirementOff
        case .weightsNearHundred, .noWeights: .weightsOdd
        case .unknownCode: .unknownCode
        }
    }
}
