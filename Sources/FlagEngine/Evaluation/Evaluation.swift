/// What a flag holds for a caller, as numbers that a program gives a meaning to.
package struct Evaluation: Sendable, Equatable {
    /// The flag's index in its program.
    package let flag: Int
    /// The variant's index; nil leaves the value to the app's own default.
    package let variant: Int?
    package let reason: FlagReason
    /// Nil where all went well.
    package let error: FlagError?
    /// The rule that decided.
    package let rule: Int?

    package init(flag: Int, variant: Int?, reason: FlagReason, error: FlagError? = nil, rule: Int? = nil) {
        self.flag = flag
        self.variant = variant
        self.reason = reason
        self.error = error
        self.rule = rule
    }
}

/// Why a flag holds what it holds, in OpenFeature's words.
package enum FlagReason: String, Sendable, BitwiseCopyable {
    case `static` = "STATIC"
    case targetingMatch = "TARGETING_MATCH"
    case split = "SPLIT"
    case `default` = "DEFAULT"
    case disabled = "DISABLED"
    case error = "ERROR"
}

/// What can go wrong with an evaluation, in OpenFeature's words.
package enum FlagError: String, Sendable, BitwiseCopyable {
    case flagNotFound = "FLAG_NOT_FOUND"
    case parseError = "PARSE_ERROR"
    case typeMismatch = "TYPE_MISMATCH"
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    case invalidContext = "INVALID_CONTEXT"
    case general = "GENERAL"
}
