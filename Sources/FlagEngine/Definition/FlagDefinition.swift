package import FeatureKit

/// A flag as a document describes it.
package struct FlagDefinition: Sendable, Equatable {
    /// One of the values that a flag may hold.
    package struct Variant: Sendable, Equatable {
        package let name: String
        package let value: Value
        package let place: FlagPlace

        package init(name: String, value: Value, place: FlagPlace) {
            self.name = name
            self.value = value
            self.place = place
        }
    }

    /// Another flag that has to hold something for the same caller; where it does not, this one counts as disabled.
    package struct Requirement: Sendable, Equatable {
        package let flag: String
        /// A variant's value, or its name.
        package let value: Value
        package let place: FlagPlace

        package init(flag: String, value: Value, place: FlagPlace) {
            self.flag = flag
            self.value = value
            self.place = place
        }
    }

    /// A variant that everybody has.
    ///
    /// The targeting stays beside it and is compiled as ever: once this is gone its splits still know their people.
    package struct Served: Sendable, Equatable {
        package let variant: String
        /// As explanations name it: `override by ana`.
        package let name: String
        package let place: FlagPlace

        package init(variant: String, name: String, place: FlagPlace) {
            self.variant = variant
            self.name = name
            self.place = place
        }
    }

    /// How a caller's variant is found.
    package enum Targeting: Sendable, Equatable {
        /// Everybody has the default.
        case none
        /// flagd's way: an expression that gives the variant's name.
        case logic(Logic)
        /// The first rule that decides counts.
        case rules([Rule])
    }

    package let key: String
    package let place: FlagPlace
    package var kind: FlagKind
    /// At least one, each with a name of its own.
    package var variants: [Variant]
    /// What counts where the targeting decides nothing; nil leaves it to the app's own default.
    package var defaultVariant: String?
    /// What counts while it is disabled or lacks what it requires; nil leaves it to the app's own default.
    package var offVariant: String?
    package var isEnabled = true
    package var targeting = Targeting.none
    package var requires: [Requirement] = []
    /// How its splits and `fractional` find a caller's place.
    package var bucketing = Bucketing.v2
    /// With that of its set below it.
    package var metadata = Members()
    package var summary: String?
    package var owner: String?
    /// The day on which it should be gone.
    package var expires: Timestamp?
    /// The part of its exposures that are told, from 0 to 1.
    package var sampling = 1.0
    /// The codes of remarks that its author does not want to hear.
    package var silenced: Set<String> = []
    /// What everybody has instead of what the targeting says, since an operator wants it.
    package var served: Served?
    /// What operators say of it otherwise, for explanations: `disabled by ana at …`.
    package var notes: [String] = []

    package init(key: String, place: FlagPlace, kind: FlagKind, variants: [Variant], defaultVariant: String? = nil) {
        self.key = key
        self.place = place
        self.kind = kind
        self.variants = variants
        self.defaultVariant = defaultVariant
    }
}

/// The type of a flag's values; of numbers it matters to clients whether they are written with a fraction.
package enum FlagKind: String, Sendable {
    case boolean
    case string
    case integer
    case float
    case object
}

/// One rule of a flag: whom it means, and what they get.
package struct Rule: Sendable, Equatable {
    /// What those get whom a rule means.
    package enum Outcome: Sendable, Equatable {
        case serve(variant: String)
        case split(Split)
    }

    package let name: String?
    /// Nil means everybody.
    package let condition: Condition?
    package let outcome: Outcome
    package let place: FlagPlace

    package init(name: String?, condition: Condition?, outcome: Outcome, place: FlagPlace) {
        self.name = name
        self.condition = condition
        self.outcome = outcome
        self.place = place
    }
}

/// Different variants for different parts of the people.
package struct Split: Sendable, Equatable {
    /// How much of the people a variant gets.
    package struct Share: Sendable, Equatable {
        /// Nil for those whom the rule leaves to the next one.
        package let variant: String?
        /// In millionths of what was written.
        package let weight: UInt64

        package init(variant: String?, weight: UInt64) {
            self.variant = variant
            self.weight = weight
        }
    }

    /// The attribute that people are told apart by.
    package let attribute: String
    /// What is hashed before it, the flag's key unless something is written; flags with one seed treat a person alike.
    package let seed: String
    package let shares: [Share]
    package let place: FlagPlace

    /// What people are told apart by where nothing else is written.
    package static let usualAttribute = "targetingKey"
    /// What a weight of 1 is.
    package static let one: UInt64 = 1_000_000

    package init(attribute: String, seed: String, shares: [Share], place: FlagPlace) {
        self.attribute = attribute
        self.seed = seed
        self.shares = shares
        self.place = place
    }
}

/// The generations of flagd's bucketing, see `docs/flags.md`.
package enum Bucketing: String, Sendable, BitwiseCopyable, CaseIterable {
    /// The 31 lower bits of the hash's amount, as a part of a hundred; up to flagd 0.14.
    case v1
    /// All 32 bits of the hash, projected onto the weights.
    case v2
    /// As v2, of the value's deterministic CBOR.
    case v3
}
