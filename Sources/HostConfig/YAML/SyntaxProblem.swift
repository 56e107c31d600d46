/// Ways in which a text is not YAML, as far as telling them apart helps its author.
enum SyntaxProblem: Equatable {
    case tabIndents
    case cannotStart(Unicode.Scalar)
    case misplacedColon
    case misplacedKey
    case misplacedDash
    case keyWithoutColon
    case doesNotFit(Collection)
    case textAfterValue
    case noSeparator(Collection)
    case noEnd(Collection)
    case missingValue
    case endsInside
    case quoteWithoutEnd
    case documentMarkInQuote
    case unknownEscape
    case badEscape
    case badBlockHeader
    case badName
    case badTag
    case badDirective
    case textAfterDocument
    /// What libyaml says, for what nobody has met yet.
    case other(String)

    enum Collection: Equatable {
        case list
        case mapping
    }
}
