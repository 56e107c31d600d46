@_spi(Hosting) internal import FeatureKit

extension ClauseFault {
    /// What was probably meant, where something comes near.
    var suggestion: String? {
        guard case .unknownVariable(let name) = self else { return nil }
        return Suggestion.closest(to: name, in: ["$now", "$flag"])
    }

    /// What is wrong, as an operator reads it.
    var words: String {
        switch self {
        case .misfit(let test, .null) where test != .exists:
            "\(test.rawValue) takes \(test.wanted); whether an attribute is there is asked by exists: true or false"
        case .misfit(let test, let value): "\(test.rawValue) takes \(test.wanted), not \(value.inWords)"
        case .noTime(let test, let text):
            "\(test.rawValue) takes a time, not \"\(text)\"; write 2026-11-20, 2026-11-20T14:03:05Z or Unix seconds"
        case .noVersion(let test, let text): "\(test.rawValue) takes a version such as 2.1.0, not \"\(text)\""
        case .noBlock(let text):
            "in_cidr takes addresses and blocks such as 10.0.0.0/8 or 2001:db8::/32, not \"\(text)\""
        case .noPattern(let test, let pattern, let reason):
            "\(test.rawValue) takes a regular expression of RE2, and \"\(pattern)\" is none: \(reason)"
        case .patternTooLong(let test, let count):
            "\(test.rawValue) takes a regular expression of up to \(Pattern.longest) bytes, and this one has \(count)"
        case .nothingBetween(let from, let to):
            "between takes the smaller number first; nothing lies between \(from.inWords) and \(to.inWords)"
        case .emptyList(let test): "\(test.rawValue) takes \(test.wanted), and this list is empty"
        case .unknownVariable(let name):
            "nobody has an attribute \(Value.text(name).json); with a dollar there are $now and $flag"
        }
    }
}

extension ClauseTest {
    /// What it is held against, in words.
    var wanted: String {
        switch self {
        case .eq, .not: "a text, a number or true or false"
        case .in, .notIn: "a list of texts, numbers and true or false"
        case .contains: "a text, a number or true or false, or a list of them"
        case .eqNoCase, .matches, .matchesNoCase: "a text"
        case .inNoCase, .notInNoCase: "a list of texts"
        case .startsWith, .endsWith, .containsNoCase, .startsWithNoCase, .endsWithNoCase: "a text or a list of texts"
        case .gt, .gte, .lt, .lte: "a number"
        case .between: "a list of two numbers, [from, to]"
        case .semverEq, .semverGt, .semverGte, .semverLt, .semverLte, .semverCaret, .semverTilde: "a version"
        case .before, .after: "a time"
        case .inCIDR: "an address, a block or a list of them"
        case .exists: "true or false"
        }
    }
}

extension Value {
    /// The value as it is shown in a sentence: scalars as they are, the others by their kind.
    fileprivate var inWords: String {
        switch self {
        case .boolean(let boolean): "\(boolean)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .null, .list, .object: kindInWords
        }
    }
}
