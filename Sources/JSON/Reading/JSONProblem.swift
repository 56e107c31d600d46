/// The first thing that keeps a text from being JSON.
package struct JSONProblem: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case byteOrderMark
        case empty
        case wantedValue
        case wantedName
        case wantedNameOrEnd
        case wantedColon
        case wantedCommaOrEndOfList
        case wantedCommaOrEndOfMapping
        case wantedNothingMore
        case wantedDigit
        case plusSign
        case leadingZero
        case numberTooLarge
        case endlessText
        case controlCharacter
        case unknownEscape
        case wantedHexDigits
        case halfOfASurrogatePair
        case notUTF8
        case duplicateName(String, line: Int, column: Int)
        case tooDeep(limit: Int)
        case tooManyNodes(limit: Int)
        case tooLong(limit: Int)
    }

    /// Where it is, in bytes from the start.
    package let offset: Int
    /// From 1.
    package let line: Int
    /// From 1, in Unicode's code points.
    package let column: Int
    package let reason: Reason
}
