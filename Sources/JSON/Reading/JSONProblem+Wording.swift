internal import FeatureKit

extension JSONProblem: CustomStringConvertible {
    /// The place and what is wrong there; all wording of this module stands here.
    package var description: String { "line \(line), column \(column): \(message)" }

    /// What is wrong, without the place.
    package var message: String {
        switch reason {
        case .byteOrderMark: "a byte order mark is not wanted"
        case .empty: "there is nothing here; expected a value"
        case .wantedValue: "expected a value"
        case .wantedName: "expected a name in double quotes"
        case .wantedNameOrEnd: "expected a name in double quotes, or \"}\""
        case .wantedColon: "expected \":\" after this name"
        case .wantedCommaOrEndOfList: "expected \",\" or \"]\""
        case .wantedCommaOrEndOfMapping: "expected \",\" or \"}\""
        case .wantedNothingMore: "expected nothing more after the value"
        case .wantedDigit: "expected a digit"
        case .plusSign: "a number has no plus sign"
        case .leadingZero: "a number has no leading zeros"
        case .numberTooLarge: "this number is too large"
        case .endlessText: "this text has no end"
        case .controlCharacter: "a control character has to be escaped"
        case .unknownEscape: "unknown escape"
        case .wantedHexDigits: "expected four hexadecimal digits after \"\\u\""
        case .halfOfASurrogatePair: "half of a surrogate pair"
        case .notUTF8: "this is not UTF-8"
        case .duplicateName(let name, let line, let column):
            "the name \(Value.text(name).json) stands at line \(line), column \(column) already"
        case .tooDeep(let limit): "lists and mappings are more than \(limit) deep"
        case .tooManyNodes(let limit): "more than \(limit) names and values"
        case .tooLong(let limit): "longer than \(limit) bytes"
        }
    }
}
