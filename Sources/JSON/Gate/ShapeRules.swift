internal import FeatureKit

/// A Shape laid out flat, so that a document is held against it without a tree in between.
final class ShapeRules: Sendable {
    /// What one part of a document has to be.
    struct Rule: Sendable {
        enum Kind: UInt8 {
            case anything
            case never
            case boolean
            case integer
            case number
            case text
            case freeText
            case base64
            case choice
            case duration
            case timestamp
            case list
            case map
            case object
        }

        var kind: Kind
        /// The bounds of a number, a count or a length, as their kind has them.
        var least: UInt64 = 0
        var most: UInt64 = 0
        /// Where its parts are: the rule of its elements, its fields, the token of its first case, its bounds.
        var first = 0
        /// How many fields or cases there are.
        var count = 0
        /// How many fields have to be there.
        var required = 0
    }

    /// A field of a mapping.
    struct Field: Sendable {
        /// The token of its name on the rules' own tape; its default follows where it has one.
        var name = 0
        var rule = 0
        let isRequired: Bool
        let hasDefault: Bool
    }

    let rules: [Rule]
    let fields: [Field]
    /// The bounds of durations, which are too long for a rule.
    let durations: [ClosedRange<Duration>]
    /// Names, defaults and cases, as documents write them.
    private let tape: JSONTape
    /// What is read of the tape.
    let own: TapeView

    init(rules: [Rule], fields: [Field], durations: [ClosedRange<Duration>], tape: JSONTape) {
        self.rules = rules
        self.fields = fields
        self.durations = durations
        self.tape = tape
        own = tape.lend { $0 }
    }

    /// Rules that nothing fits.
    static let never = ShapeRules(rules: [Rule(kind: .never)], fields: [], durations: [], tape: JSONTape())
}

extension ShapeRules.Rule {
    init(_ kind: Kind, _ bounds: ClosedRange<Int>, first: Int = 0) {
        self.init(
            kind: kind, least: UInt64(max(bounds.lowerBound, 0)), most: UInt64(max(bounds.upperBound, 0)), first: first)
    }

    /// Whether a count or a length lies within the bounds.
    func takes(count: Int) -> Bool {
        UInt64(truncatingIfNeeded: count) >= least && UInt64(truncatingIfNeeded: count) <= most
    }

    /// Whether a whole number lies within the bounds.
    func takes(integer: Int64) -> Bool {
        integer >= Int64(bitPattern: least) && integer <= Int64(bitPattern: most)
    }

    /// Whether a number lies within the bounds.
    func takes(number: Double) -> Bool { number >= Double(bitPattern: least) && number <= Double(bitPattern: most) }
}
