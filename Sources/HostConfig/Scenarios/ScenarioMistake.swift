@_spi(Hosting) import FeatureKit

/// What can be wrong with scenarios, as data; `ScenarioMistake+Wording` has the words.
enum ScenarioMistake: Error {
    /// What a place in a file may hold.
    enum Wanted {
        case mapping, scenarios, scenario, text, truth, name, rows, row, steps, step, items, action, expectation
        case duration, moment, times, toggle, play, refusal, code, status, roles, caller
        case number, pattern, operand, alternatives, documentName
    }

    // Anywhere.
    case wrongKind(Wanted, found: Node)
    case unknownKey(String, known: [String])
    case missingKey(String)
    case together(String, String)
    case doubledName(String)
    case tooMany(String, most: Int)
    case otherFileName(String)
    case conformanceTwice(file: String)
    case tooManyFiles(most: Int)
    /// What the system says about a file or folder.
    case unreadable(String)

    // Variables.
    case variableWithoutEnd
    case badVariable(String)
    case badMoment(String)
    case variableInKey
    case unknownVariable(String, known: [String])
    case reservedVariable(String)
    case takenVariable(String)
    case noText(String)
    case tooMuchRepeated(most: Int)
    case unusedVariable(String)

    // What the feature declares.
    case notRead(String, known: [String])
    case notPublished(String, known: [String])
    case notServed(String, known: [String])
    case notRequested(String, known: [String])
    case notKept(String, known: [String])
    case keepsNoBlobs
    case unknownFlag(String, known: [String])
    case flagOfOtherKind(wanted: Value, found: Value)
    case readsNoFeatures
    case unknownCaller(String, known: [String])
    case itself

    // What is done.
    case noAction
    case twoActions(String, String)
    case noExpectation
    case isOnAlready
    case isOffAlready
    case settledByDocument(String)
    case nothingAsked
    case tooLong(Duration)
    case unknownWord(String, known: [String])
    case settingsNeeded

    // Patterns.
    case negativeDistance
    case unknownMember(String, known: [String])
    case unknownMatcher(String, known: [String])
    case matcherBesideMembers(String)
    case matcherInValue(String)
    case onlyTrue(String)
    case misplacedMatcher(String, shape: String)
    case badPattern(reason: String)
    case cannotSave
    /// Nothing that its Shape allows is like it.
    case neverLike(shape: String)
    case alwaysThere(String)
    case listLength(found: Int, wanted: ClosedRange<Int>)
}
