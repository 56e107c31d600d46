import FlagEngine

/// What can be wrong with what a document says about flags, as data; `FlagMistake+Wording` has the words.
enum FlagMistake {
    /// What a place in a document may hold.
    enum Wanted {
        case text, truth, mapping, listOfTexts, listOfConditions, listOfRules
        case flags, sources, flag, source, variantValue, variantName, scalar
        case remote, bucketing, date, duration, percentage, share, condition, clause
    }

    // Anywhere.
    case wrongKind(Wanted, found: Node)
    case unknownKey(String, known: [String])
    /// A key of flagd's documents that means nothing here.
    case ignoredKey(String, known: [String])
    case missingKey(String)
    case empty(Wanted)
    case emptyName
    case metadataNotFlat(found: Node)
    /// What looks like a text, and is read as another number than it shows.
    case oddNumber(String, read: String)

    // Sources.
    case sourceInside
    case sourceInRemote
    case noDocument
    case otherScheme(String)
    case noProxy(String)
    case durationOutOfBounds(String, ClosedRange<Duration>)
    case onlyOfAddresses(String)
    case tooManySources(most: Int)
    case doubledFlag(String)
    case featuresFlag(String)

    // Flags.
    case saysNothing
    case bothForms(theirs: String, ours: String)
    case sameTwice(String, String)
    case unknownState(String)
    case unknownBucketing(String)
    case mixedVariants(FlagKind, first: String, FlagKind)
    case notFinite
    case unknownVariant(String, known: [String], meant: String?)

    // Rules and splits.
    case decidesNothing
    case together(String, String)
    case besideRules(String)
    case rolloutOfSplit
    case badPercentage(String)
    case badShare(String)
    case tooFine
    case tooLarge(most: UInt64)
    case beyondHundred
    case mixedShares
    case percentagesBeyondHundred(millionths: UInt64)
    case nothingShared

    // Conditions.
    case unknownOperator(String, known: [String])
    case comparedWithNothing

    // JsonLogic.
    case unknownReference(String, known: [String])
    case referenceInside(String)
    case tooMuchReferenced(most: Int)
}
