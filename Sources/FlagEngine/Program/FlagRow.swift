/// A flag as it is evaluated.
struct FlagRow: BitwiseCopyable, Sendable {
    /// How a caller's variant is found.
    enum Targeting: BitwiseCopyable, Sendable {
        /// Everybody gets the default.
        case none
        /// The expression of JsonLogic that this step is.
        case logic(UInt32)
        /// Rules side by side.
        case rules(first: UInt32, count: UInt32)
        /// JsonLogic that can't be evaluated.
        case unusable
    }

    /// What everybody gets, where that is known.
    var constant: Verdict?
    var isEnabled: Bool
    var targeting: Targeting
    /// The flag's key on the program's slate.
    var key: Operand
    /// Variants' indices; below zero the app's own default.
    var defaultVariant: Int32
    var offVariant: Int32
    /// What it requires, side by side.
    var firstRequirement: UInt32 = 0
    var requirementCount: UInt32 = 0
    /// Its variants' names, side by side.
    var firstName: UInt32 = 0
    var nameCount: UInt32 = 0
}

/// What a flag holds for a caller, without the flag.
struct Verdict: BitwiseCopyable, Sendable, Equatable {
    /// The variant's index; below zero the app's own default.
    var variant: Int32
    var reason: FlagReason
    var error: FlagError?
    /// The rule that decided; below zero none.
    var rule: Int32 = -1

    init(_ variant: Int32, _ reason: FlagReason, error: FlagError? = nil, rule: Int32 = -1) {
        self.variant = variant
        self.reason = reason
        self.error = error
        self.rule = rule
    }

    @inline(__always)
    func evaluation(of flag: Int) -> Evaluation {
        Evaluation(
            flag: flag, variant: variant < 0 ? nil : Int(variant), reason: reason, error: error,
            rule: rule < 0 ? nil : Int(rule))
    }
}

/// A rule as it is evaluated.
struct RuleRow: BitwiseCopyable, Sendable {
    /// Its condition, a step; below zero it means everybody.
    var condition: Int32
    /// The variant that it serves; below zero it has a split.
    var variant: Int32
    /// Its split, an index of the program's splits; below zero it has none.
    var split: Int32
    /// Its number among the flag's rules, as they were written.
    var number: Int32

    /// The number of a rule that nobody wrote into a document: that of `FlagDefinition.served`.
    static let unwritten: Int32 = -1
}

/// Something that a flag requires.
struct RequirementRow: BitwiseCopyable, Sendable {
    /// The other flag's index.
    var flag: Int32
    /// The other flag's variants that will do, side by side.
    var firstVariant: UInt32
    var variantCount: UInt32
}
