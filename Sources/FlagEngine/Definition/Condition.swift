package import FeatureKit

/// Whom something means.
package indirect enum Condition: Sendable, Equatable {
    /// All of them hold; of none, always.
    case all([Condition], FlagPlace)
    /// One of them holds; of none, never.
    case any([Condition], FlagPlace)
    case not(Condition, FlagPlace)
    /// A named condition.
    case segment(String, FlagPlace)
    case clause(Clause)

    package var place: FlagPlace {
        switch self {
        case .all(_, let place), .any(_, let place), .not(_, let place), .segment(_, let place): place
        case .clause(let clause): clause.place
        }
    }
}

/// One thing that is asked about one attribute.
package struct Clause: Sendable, Equatable {
    /// Its name or a path, `device.os`; a name with a dot in it is found before the path.
    package let attribute: String
    package let test: ClauseTest
    /// What it is held against, as it was written.
    package let operand: Value
    package let place: FlagPlace

    package init(attribute: String, test: ClauseTest, operand: Value, place: FlagPlace) {
        self.attribute = attribute
        self.test = test
        self.operand = operand
        self.place = place
    }
}

/// What a clause asks; the words of the document.
package enum ClauseTest: String, Sendable, BitwiseCopyable, CaseIterable {
    case eq, not, `in`
    case notIn = "not_in"
    case contains
    case startsWith = "starts_with"
    case endsWith = "ends_with"
    case matches
    case eqNoCase = "eq_nocase"
    case inNoCase = "in_nocase"
    case notInNoCase = "not_in_nocase"
    case containsNoCase = "contains_nocase"
    case startsWithNoCase = "starts_with_nocase"
    case endsWithNoCase = "ends_with_nocase"
    case matchesNoCase = "matches_nocase"
    case gt, gte, lt, lte
    case between
    case semverEq = "semver_eq"
    case semverGt = "semver_gt"
    case semverGte = "semver_gte"
    case semverLt = "semver_lt"
    case semverLte = "semver_lte"
    /// The same major version, and no older.
    case semverCaret = "semver_caret"
    /// The same minor version, and no older.
    case semverTilde = "semver_tilde"
    case before
    case after
    case inCIDR = "in_cidr"
    case exists
}
