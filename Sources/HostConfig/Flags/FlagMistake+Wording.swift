@_spi(Hosting) import FeatureKit
import FlagEngine
internal import HostSystem
internal import WebClient

/// All words about flags in documents stand in this file.
extension FlagMistake {
    /// What is wrong, without the place and the suggestion.
    var message: String {
        switch self {
        case .wrongKind(let wanted, let found): "must be \(wanted.words), not \(found.inWords)"
        case .unknownKey(let key, _): "unknown key \(Printable.quoted(key))"
        case .ignoredKey(let key, _): "unknown key \(Printable.quoted(key)), which is ignored"
        case .missingKey(let key): "missing key \"\(key)\""
        case .empty(let wanted): "must be \(wanted.words), not an empty one"
        case .emptyName: "a name cannot be empty"
        case .metadataNotFlat(let found):
            "metadata must be \(Wanted.scalar.words), not \(found.inWords); this is left out"
        case .oddNumber(let raw, let number):
            "\(raw) is read as the number \(number); write \"\(raw)\" in quotes if the text is meant"
        case .sourceInside: "a document of flags names no other sources; only plugins.yaml does"
        case .sourceInRemote: "a source of flags is named by a local document, never by a remote one"
        case .noDocument: "is empty; write \"flags: {}\" where there are none"
        case .otherScheme(let address):
            "must be an address that begins with http:// or https://, not \(Printable.quoted(ShownAddress.of(address)))"
        case .noProxy(let address):
            "must be a proxy's address such as http://proxy.example:3128, not \(Printable.quoted(address))"
        case .durationOutOfBounds(let text, let range):
            "must be from \(DurationText.print(range.lowerBound)) to \(DurationText.print(range.upperBound)), not "
                + text
        case .onlyOfAddresses(let key): "\"\(key)\" goes with \"url\"; a file is read when it changes"
        case .tooManySources(let most): "names more than \(most) sources"
        case .doubledFlag(let key): "duplicate flag \(Printable.quoted(key))"
        case .featuresFlag(let id):
            "the flag \(Printable.quoted("feature." + id)) is made from the feature's section; write \"enabled\", "
                + "\"when\", \"rollout\" or \"split\" in features.\(id) of plugins.yaml"
        case .saysNothing: "this flag says nothing; write its \"default\", or a value in its place"
        case .bothForms(let theirs, let ours):
            "\"\(ours)\" does not go with \"\(theirs)\"; a flag has either flagd's form or the one for people"
        case .sameTwice(let one, let other): "\"\(one)\" and \"\(other)\" say the same; write one of them"
        case .unknownState(let text): "must be ENABLED or DISABLED, not \(Printable.quoted(text))"
        case .unknownBucketing(let text): "must be \(Wanted.bucketing.words), not \(Printable.quoted(text))"
        case .mixedVariants(let kind, let first, let firstKind):
            "all variants of a flag have one type; this is \(kind.words), and \(Printable.quoted(first)) is "
                + firstKind.words
        case .notFinite: "must be a number that JSON can hold, not .inf or .nan"
        case .unknownVariant(let name, _, .some):
            "\(Printable.quoted(name)) is the value of a variant, not its name"
        case .unknownVariant(let name, _, nil): "unknown variant \(Printable.quoted(name))"
        case .decidesNothing: "missing key \"serve\" or \"split\""
        case .together(let one, let other): "\"\(one)\" and \"\(other)\" do not go together; write one of them"
        case .besideRules(let key): "\"\(key)\" belongs into a rule where there are \"rules\""
        case .rolloutOfSplit:
            "\"rollout\" goes with \"serve\"; percentages in a \"split\" leave the rest to the next rule as well"
        case .badPercentage(let text): "must be \(Wanted.percentage.words), not \(Printable.quoted(text))"
        case .badShare(let text): "must be \(Wanted.share.words), not \(Printable.quoted(text))"
        case .tooFine: "must have at most six digits after the point"
        case .tooLarge(let most): "must come to at most \(most)"
        case .beyondHundred: "must be at most 100%"
        case .mixedShares: "weights and percentages do not go together; write either everywhere"
        case .percentagesBeyondHundred(let millionths):
            "the percentages come to \(Millionths.print(millionths))%, which is more than 100%"
        case .nothingShared: "all weights are 0; somebody must get something"
        case .unknownOperator(let name, _): "unknown operator \(Printable.quoted(name))"
        case .comparedWithNothing: "nothing cannot be compared with; write { exists: false }"
        case .unknownReference(let name, _):
            "unknown reference \(Printable.quoted(name)); the flag will answer PARSE_ERROR"
        case .referenceInside(let name):
            "the reference \(Printable.quoted(name)) stands inside \"$evaluators\", where flagd follows none; the flag "
                + "will answer PARSE_ERROR"
        case .tooMuchReferenced(let most): "more than \(most) keys and values, with what this reference repeats"
        }
    }

    /// What was probably meant, where something comes near.
    var suggestion: String? {
        switch self {
        case .unknownKey(let name, let known), .ignoredKey(let name, let known), .unknownOperator(let name, let known),
            .unknownReference(let name, let known):
            Suggestion.closest(to: name, in: known)
        case .wrongKind(.truth, let found): found.meantTruth
        case .wrongKind(.duration, let found): found.meantDuration
        case .unknownVariant(let name, let known, let meant): meant ?? Suggestion.closest(to: name, in: known)
        case .unknownState(let text): Suggestion.closest(to: text, in: ["ENABLED", "DISABLED"])
        case .unknownBucketing(let text): Suggestion.closest(to: text, in: Bucketing.allCases.map(\.rawValue))
        case .badPercentage(let text):
            Millionths.percentage(text.filter { $0 != " " && $0 != "%" } + "%") == nil
                ? nil : text.filter { $0 != " " && $0 != "%" } + "%"
        default: nil
        }
    }
}

extension FlagMistake.Wanted {
    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .truth: "true or false"
        case .mapping: "a mapping"
        case .listOfTexts: "a list of texts"
        case .listOfConditions: "a list of conditions"
        case .listOfRules: "a list of rules"
        case .flags: "a mapping of flags, or a list of flags that have a \"key\""
        case .sources: "a mapping of flags, or a list of sources"
        case .flag: "a flag: a mapping, or a value alone"
        case .source: "a source: a file, an address, or a mapping with \"file\", \"url\" or \"key\""
        case .remote: "an address, or a mapping with \"url\""
        case .variantValue: "true or false, a text, a number or a mapping"
        case .variantName: "a variant's name"
        case .scalar: "a text, a number, true or false"
        case .bucketing: "v1, v2 or v3"
        case .date: "a date such as 2027-01-31"
        case .duration: "a duration such as 30s"
        case .percentage: "a percentage such as 25%"
        case .share: "a weight such as 10, or a percentage such as 10%"
        case .condition: "a condition: a mapping of attributes"
        case .clause: "a value, a list, or a mapping of operators"
        }
    }
}

extension FlagKind {
    fileprivate var words: String {
        switch self {
        case .boolean: "true or false"
        case .string: "a text"
        case .integer, .float: "a number"
        case .object: "a mapping"
        }
    }
}
