@_spi(Hosting) import FeatureKit
import FlagEngine
import HostSystem
import JSON

/// All words about documents stand in this file.
enum Wording {
    static func dropped(_ count: Int) -> String {
        "… and \(count) more \(count == 1 ? "problem" : "problems"), not shown"
    }
}

extension Problem {
    /// What is wrong, without the place and the suggestion.
    var message: String {
        switch self {
        case .tooLarge(let most): "is larger than \(Wording.size(most)), the most that is read"
        case .otherEncoding(let name): "is written in \(name); save it as UTF-8"
        case .notUTF8(let byte): "byte 0x\(Wording.hexadecimal(byte)) is not UTF-8; save the file as UTF-8"
        case .unfitCharacter(let character):
            "the invisible character \(Printable.name(of: character)) cannot stand here; write it as an escape in double "
                + "quotes"
        case .outOfMemory: "cannot be read: memory ran out"
        case .syntax(let problem): problem.message
        case .tooManyNodes(let most, let aliased):
            "more than \(most) keys and values" + (aliased ? ", with what this alias repeats" : "")
        case .tooDeep(let most): "more than \(most) lists and mappings inside one another"
        case .secondDocument: "a second document starts here; a file holds one"
        case .unknownTag(let tag): "unknown tag \(Printable.quoted(tag)); leave it out"
        case .tagDoesNotFit(let tag): "the tag \(Printable.quoted(tag)) does not fit this value"
        case .keyIsNothing: "a key must be a text, not nothing"
        case .keyIsCollection(let collection): "a key must be a text, not a \(collection.word)"
        case .mergeKey: "merge keys \"<<\" are not part of YAML 1.2; write the keys out"
        case .doubledKey(let key): "duplicate key \(Printable.quoted(key))"
        case .unknownAlias(let name, _): "unknown alias \(Printable.quoted(name))"
        case .aliasInsideItself(let name): "alias \(Printable.quoted(name)) stands inside what it names"
        case .json(let problem): problem.message
        case .shape(let problem, let below, _): (below.isRoot ? "" : "\(below): ") + problem.message
        case .doubledElement(let text): "\(Printable.quoted(text)) stands here twice"
        case .secretWrittenOut:
            "a secret is given by reference, {secret: env:NAME} or {secret: file:/path}, never written out"
        case .badSecretReference: "a secret's reference must be env:NAME or file:/path"
        case .secretNotThere(let reference, let problem): problem.message(about: reference)
        case .secretIsNoToken(let reference):
            "the secret \(Printable.quoted(reference.description)) holds a blank, a line end or a letter that no header "
                + "carries"
        case .badPath: "must be a path, not an empty text or one with a zero byte"
        case .blank: "is empty; write {} where nothing shall run"
        case .localKey(let key): "\"\(key)\" is said by a local document, never by a remote one"
        case .remoteSecret: "a secret is referred to by a local document, never by a remote one"
        case .unknownFeature(let id, _):
            "unknown feature \(Printable.quoted(id))"
                + (suggestion == nil ? "; is its folder named under plugins?" : "")
        case .settingsUnchecked: "these settings are not checked, because the feature's library could not be loaded"
        case .gateOfLocked(let id, let key):
            "\(id) is locked: everybody has it or nobody, so that \"\(key)\" can't stand here"
        case .lockBreach(let breach): breach.message
        case .forcedOff(let forced): forced.message
        case .blankForce: "\"force\" says why; a blank is no reason"
        case .idleForce:
            "\"force\" says why a feature is off, beside \"enabled: false\" in the same document; here it says nothing"
        case .badText(let rule, let text): "must be \(rule.wanted), not the text \(Printable.quoted(text))"
        case .needsItself: "a feature cannot wait for itself"
        case .reservedID(let id): "\(Printable.quoted(id)) is the host itself; take another id"
        case .madeFromCode(let key):
            "\(Printable.quoted(key)) is made from the code now, by \"flagstand pack\"; take it out of this file"
        case .badMount: "must be a path such as /api/v1/lamp, or a list of such paths"
        case .tooLittleMemory(let text, let least):
            "\(Printable.quoted(text)) is too little for a process; the least is \(SizeText.print(least))"
        case .badAddress(let problem): "\(problem)"
        case .badNetwork(let problem): "\(problem)"
        case .reachableAddress(let address, let document):
            "\(address): \(ListenAddress.complaint(document: document))"
        case .everyOriginAndOthers: "\"*\" allows every origin; it stands alone"
        case .everyOriginWithCredentials: "\"*\" never goes with credentials; name the origins"
        case .serversOwnHeader(let name): "\(Printable.quoted(name)) is the server's own; take another header"
        case .reservedAttribute(let name): "\(Printable.quoted(name)) is the caller's key; take another name"
        case .flag(let mistake): mistake.message
        case .burstWithoutRate: "a burst goes beyond a rate; write one, such as rate: 100/s"
        case .notOneKeySource: "keys come from one place: write one of route, url and file"
        case .keysInTheOpen: "keys come by https, or anyone on their way could sign in as anybody"
        case .keysOfNobody(let route, let feature, _):
            "no feature \(Printable.quoted(feature)) is known, which would serve \(Printable.quoted(route)); "
                + "until it is, nobody with its tokens gets in"
        case .settings(let complaint):
            (complaint.path.isRoot ? "" : "\(complaint.path): ") + Printable.escaped(complaint.sentence)
        case .file(let path, let reason): "\(Printable.escaped(path)): \(reason)"
        case .scenario(let mistake): mistake.message
        case .engine(let problem): problem.message
        case .undecodable(let reason): "fits its shape but cannot be decoded: \(reason)"
        }
    }

    /// What was probably meant, where something comes near.
    var suggestion: String? {
        switch self {
        case .shape(let problem, _, let meant): meant ?? problem.suggestion
        case .unknownAlias(let name, let known), .unknownFeature(let name, let known):
            Suggestion.closest(to: name, in: known)
        case .keysOfNobody(_, let feature, let known): Suggestion.closest(to: feature, in: known)
        case .badText(let rule, let text): rule.nearest(to: text)
        case .flag(let mistake): mistake.suggestion
        case .scenario(let mistake): mistake.suggestion
        case .engine(let problem): problem.suggestion
        default: nil
        }
    }
}

extension SyntaxProblem {
    fileprivate var message: String {
        switch self {
        case .tabIndents: "a tab cannot indent; use spaces"
        case .cannotStart(let character): "a value cannot start with \"\(character)\"; put it in quotes"
        case .misplacedColon:
            "\":\" is not allowed here; check the indentation and the space after each key's \":\", "
                + "and put a text that holds \": \" in quotes"
        case .misplacedKey: "\"?\" is not allowed here; put a text that starts with it in quotes"
        case .misplacedDash: "\"-\" is not allowed here; start the list on a line of its own"
        case .keyWithoutColon: "this key has no \":\" after it"
        case .doesNotFit(let collection):
            "this line does not belong to the \(collection.word) above; check its indentation"
        case .textAfterValue: "the value ended before this; put all of it in quotes"
        case .noSeparator(let collection): "expected \",\" or \"\(collection.end)\""
        case .noEnd(let collection): "this \(collection.word) has no end; expected \"\(collection.end)\""
        case .missingValue: "expected a value"
        case .endsInside: "the document ends here, inside a list or mapping"
        case .quoteWithoutEnd: "this quoted text has no end"
        case .documentMarkInQuote: "a quoted text cannot hold a line that starts with \"---\" or \"...\""
        case .unknownEscape: "unknown escape; in double quotes write a backslash as \"\\\\\""
        case .badEscape: "this escape names no character"
        case .badBlockHeader:
            "after \"|\" or \">\" only \"+\", \"-\", an indentation from 1 to 9 and a comment may stand"
        case .badName:
            "expected a name of letters, digits, \"-\" and \"_\"; put a text that starts with \"*\" or \"&\" in quotes"
        case .badTag: "this is no tag; put a text that starts with \"!\" in quotes"
        case .badDirective: "only the directive \"%YAML 1.2\" is known, once"
        case .textAfterDocument: "the document ended before this line; check its indentation"
        case .other(let words): "cannot be read as YAML: \(words)"
        }
    }
}

extension SyntaxProblem.Collection {
    fileprivate var word: String { self == .list ? "list" : "mapping" }
    fileprivate var end: String { self == .list ? "]" : "}" }
}

extension Remark {
    var message: String {
        switch self {
        case .firstHere: "it stands here first"
        case .startsHere(let collection): "the \(collection.word) starts here"
        case .quoteStartsHere: "the quoted text starts here"
        case .inThisRow: "with this row"
        }
    }
}

extension LockBreach {
    fileprivate var message: String {
        let subject = "\(feature) is locked and on" + (origin == feature ? "" : ", and needs \(origin)")
        let example = "{ enabled: false, force: \"the season is over\" }"
        return switch cause {
        case .off: "\(subject): who switches \(origin) off says why, as in \(example)"
        case .unnamed:
            "\(subject): a document that does not name \(origin) switches it off; one that means it says \(origin): \(example)"
        case .gone:
            "\(subject): the folder of \(origin) is not there any more; one that means it says \(origin): \(example)"
        case .overridden: "\(subject): what operators had said then switches \(origin) off"
        case .shut: "\(subject): this gate of \(origin) lets nobody in"
        }
    }
}

extension ForcedOff {
    fileprivate var message: String {
        "\(feature) is locked, and off"
            + (origin == feature ? " by force" : ", since it needs \(origin), which is off by force")
            + ": \(reason)"
    }
}

extension SecretProblem {
    fileprivate func message(about reference: SecretReference) -> String {
        let name = Printable.quoted(reference.description)
        return switch self {
        case .notSet: "the secret \(name) is not set in the host's environment"
        case .unreadable(let reason): "the secret \(name) is not there: \(reason)"
        case .empty: "the secret \(name) is empty"
        case .tooLarge(let most): "the secret \(name) is larger than \(Wording.size(most))"
        case .notText: "the secret \(name) is not a text in UTF-8"
        }
    }
}

extension TextRule {
    fileprivate var wanted: String {
        switch self {
        case .id: "an id of lower case letters, digits and dashes that starts with a letter"
        case .version: "a version such as 1.2.0"
        case .dottedName: "a name such as lamp.lit: words of letters, digits, \"-\" and \"_\" with dots between them"
        case .date: "a date such as 2027-01-31"
        case .mount: "a path such as /api/v1/lamp"
        case .sentence: "a sentence on one line"
        case .host: "a host's name such as flags.circuit.example, without a port"
        case .origin: "an origin such as https://app.circuit.example, without a path"
        case .header: "a header's name such as X-App-Version"
        case .cookie: "a cookie's name such as flagstand_key"
        case .attribute: "an attribute's name such as country or app.version"
        case .rate: "a rate such as 100/s or 30/m"
        case .size: "a size such as 200MiB, 1GiB or a number of bytes"
        }
    }
}

extension Wording {
    fileprivate static func size(_ bytes: Int) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB"]
        var amount = bytes
        var unit = 0
        while amount >= 1024, amount % 1024 == 0, unit + 1 < units.count {
            amount /= 1024
            unit += 1
        }
        return "\(amount) \(units[unit])"
    }

    fileprivate static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
