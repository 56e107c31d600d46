@_spi(Hosting) import FeatureKit
internal import HostSystem

/// All words about scenarios stand in this file.
extension ScenarioMistake {
    /// What is wrong, without the place and the suggestion.
    var message: String {
        switch self {
        case .wrongKind(let wanted, let found): "must be \(wanted.words), not \(found.inWords)"
        case .unknownKey(let key, _), .unknownMember(let key, _): "unknown key \(Printable.quoted(key))"
        case .missingKey(let key): "missing key \"\(key)\""
        case .together(let one, let other): "\"\(one)\" and \"\(other)\" do not go together; write one of them"
        case .doubledName(let name): "a second scenario is called \(Printable.quoted(name))"
        case .tooMany(let what, let most): "\"\(what)\" holds more than \(most)"
        case .otherFileName(let meant): "is not read; call it \(meant)"
        case .conformanceTwice(let file): "\"conformance\" stands in \(file) as well; a unit has it once"
        case .tooManyFiles(let most): "holds more than \(most) files"
        case .unreadable(let reason): reason
        case .variableWithoutEnd: "\"${\" has no \"}\"; write \"$${\" for the text itself"
        case .badVariable(let text):
            "\(Printable.quoted(text)) is no variable; a name has letters, digits, \"-\" and \"_\""
        case .badMoment(let text): "\(Printable.quoted(text)) is no moment; write one such as ${now+90s}"
        case .variableInKey: "a variable cannot stand in a key"
        case .unknownVariable(let name, _): "unknown variable \(Printable.quoted(name))"
        case .reservedVariable(let name): "\"\(name)\" has a meaning of its own; take another name"
        case .takenVariable(let name): "\(Printable.quoted(name)) is taken; take another name"
        case .noText(let name): "\(Printable.quoted(name)) is nothing that a text can hold; let it stand alone"
        case .tooMuchRepeated(let most):
            "the variables of this file come to more than \(most) keys, values and bytes of texts"
        case .unusedVariable(let name):
            "nothing here speaks of \(Printable.quoted("${\(name)}")); use it, or leave it out"
        case .notRead(let topic, _): "the feature does not read \(Printable.quoted(topic))"
        case .notPublished(let topic, _): "the feature does not publish \(Printable.quoted(topic))"
        case .notServed(let route, _): "the feature does not serve \(Printable.quoted(route))"
        case .notRequested(let route, _): "the feature does not request \(Printable.quoted(route))"
        case .notKept(let collection, _): "the feature does not keep \(Printable.quoted(collection))"
        case .keepsNoBlobs: "the feature does not keep blobs"
        case .negativeDistance: "must not be negative; nothing is nearer than 0"
        case .flagOfOtherKind(let wanted, let found):
            "the feature declares this flag as \(wanted.kindInWords), and this is \(found.kindInWords)"
        case .unknownFlag(let flag, _): "the feature does not declare the flag \(Printable.quoted(flag))"
        case .readsNoFeatures: "the feature does not read host.features, so nobody would notice"
        case .unknownCaller(let name, _): "unknown caller \(Printable.quoted(name)); callers stand in given.callers"
        case .itself: "this is the feature itself; say it with \"toggle\""
        case .noAction: "nothing is done here; name an action such as \"publish\""
        case .noExpectation: "nothing is expected here; name an expectation such as \"message\""
        case .twoActions(let one, let other): "\"\(one)\" and \"\(other)\" are two things; write a list of them"
        case .isOnAlready: "it is on already"
        case .isOffAlready: "it is off already"
        case .settledByDocument(let what):
            "a preflight scenario takes its \(what) from the document; it cannot change them"
        case .nothingAsked: "nothing was asked before; \"call\" a route"
        case .tooLong(let most): "must be at most \(DurationText.print(most))"
        case .unknownWord(let word, let known):
            "must be one of \(known.map { "\"\($0)\"" }.joined(separator: ", ")), not \(Printable.quoted(word))"
        case .settingsNeeded: "the feature cannot start with its defaults; say given.settings"
        case .unknownMatcher(let name, _):
            "unknown matcher \(Printable.quoted(name)); a key of that name is written \"$\(name)\""
        case .matcherBesideMembers(let key): "\(Printable.quoted(key)) stands beside a matcher; write either"
        case .matcherInValue(let name):
            "\(Printable.quoted(name)) is for what is expected; a key of that name is written \"$\(name)\""
        case .onlyTrue(let name): "\"\(name)\" is always true; write { \(name): true }"
        case .misplacedMatcher(let name, let shape): "\"\(name)\" does not go with \(shape)"
        case .badPattern(let reason): "is no regular expression of RE2's: \(reason)"
        case .cannotSave: "nothing can be saved where several things are tried, or none"
        case .neverLike(let shape): "this is never so: no value of its Shape, \(shape), is like that"
        case .alwaysThere(let name): "this is never so: \(Printable.quoted(name)) is always there"
        case .listLength(let found, let wanted):
            "must have from \(wanted.lowerBound) to \(wanted.upperBound) elements, not \(found)"
        }
    }

    /// What was probably meant, where something comes near.
    var suggestion: String? {
        switch self {
        case .unknownKey(let name, let known), .unknownMember(let name, let known),
            .unknownVariable(let name, let known), .notRead(let name, let known), .notPublished(let name, let known),
            .notServed(let name, let known), .notRequested(let name, let known), .notKept(let name, let known),
            .unknownFlag(let name, let known), .unknownCaller(let name, let known),
            .unknownWord(let name, let known), .unknownMatcher(let name, let known):
            Suggestion.closest(to: name, in: known)
        case .wrongKind(.toggle, let found):
            switch found.writtenText?.lowercased() {
            case "true", "yes", "on": "on"
            case "false", "no", "off": "off"
            default: nil
            }
        case .wrongKind(.duration, let found): found.meantDuration
        case .wrongKind(.truth, let found): found.meantTruth
        default: nil
        }
    }
}

extension ScenarioMistake.Wanted {
    fileprivate var words: String {
        switch self {
        case .mapping: "a mapping"
        case .scenarios: "a list of scenarios"
        case .scenario: "a scenario: a mapping with \"name\" and \"steps\""
        case .text: "a text"
        case .truth: "true or false"
        case .name: "a name of letters, digits, \"-\" and \"_\""
        case .rows: "a list of rows"
        case .row: "a row: a mapping of variables"
        case .steps: "a list of steps"
        case .step: "a step: a mapping with \"when\" or \"then\""
        case .items: "a mapping, or a list of mappings"
        case .action: "an action: a mapping such as { publish: TOPIC }"
        case .expectation: "an expectation: a mapping such as { message: TOPIC }"
        case .duration: "a duration such as 250ms, 5s or 1h30m"
        case .moment: "a time such as 2026-11-20T14:03:05Z"
        case .times:
            "a whole number between \(ScenarioLimits.times.lowerBound) and \(ScenarioLimits.times.upperBound)"
        case .toggle: "on or off"
        case .play: "{ reply: … }, { refuse: { code: … } } or silent"
        case .refusal: "a refusal: a mapping with \"code\""
        case .code: "a code such as not-found"
        case .status: "a status between 400 and 599"
        case .roles: "a list of texts"
        case .caller: "a caller: a mapping with \"key\", \"roles\" or \"attributes\""
        case .alternatives: "a list of what it may be like"
        case .number: "a number"
        case .pattern: "a regular expression"
        case .operand: "a number, a duration or a time"
        case .documentName: "a collection and an id such as bars/la-pepita"
        }
    }
}
