import SwiftDiagnostics

/// What is wrong with a record.
enum RecordProblem: Problem {
    case isNo(struct: String)
    case hasPattern
    case hasSeveral
    case isLazy
    case isWeak(String)
    case noSentence(String)
    case openSentence(String)
    case noType(String)
    case type(String, of: String)
    case optionalInOptional(String)
    case constantWithValue(String)
    case optionalWithDefault(String)
    case tooMany(Int)
    case nameIsNoLiteral
    case sameName(String)
    case previousNameIsNoLiteral
    case wasAlways(String)
    case twice(String)
    case markerElsewhere(String)
    case markerOnStatic(String)
    case taken(String, by: String)

    static let mostFields = 64

    var leavesNoCode: Bool {
        switch self {
        case .isNo, .hasPattern, .hasSeveral, .isLazy, .isWeak, .noType, .type, .optionalInOptional,
            .constantWithValue:
            true
        default: false
        }
    }

    var message: String {
        switch self {
        case .isNo("an enum"):
            "@Record needs a struct, not an enum; one of texts needs no macro: enum Kind: String, CaseIterable, Shaped"
        case .isNo(let kind): "@Record needs a struct, not \(kind)"
        case .hasPattern: "a field has one name: write a property for each"
        case .hasSeveral: "write one property per line, each with its own sentence"
        case .isLazy: "a field can't be lazy"
        case .isWeak(let word): "a field can't be \(word): records hold values"
        case .noSentence(let name): "\"\(name)\" needs a sentence that says what it is: /// …"
        case .openSentence(let name): "the sentence of \"\(name)\" ends with a period"
        case .noType(let name): "write the type of \"\(name)\""
        case .type(let what, let name):
            "\"\(name)\" can't be \(what); make it a @Record struct, a list or an enum of texts"
        case .optionalInOptional(let name): "\"\(name)\" can only be absent once: write one ?"
        case .constantWithValue(let name):
            "\"\(name)\" could never be read, for it is constant: write var, or static let"
        case .optionalWithDefault(let name):
            "\"\(name)\" is either optional or has a default: drop the ? or the default"
        case .tooMany(let count):
            "a record has at most \(Self.mostFields) fields, not \(count): put some into a record of their own"
        case .nameIsNoLiteral: "@Name takes one literal text that is not empty and needs no escapes in JSON"
        case .sameName(let name): "another field has the name \"\(name)\" already"
        case .previousNameIsNoLiteral: "@Was takes the previous names of the field as literal texts that are not empty"
        case .wasAlways(let name): "\"\(name)\" is what the field is called now: @Was takes what it was called before"
        case .twice(let marker): "write @\(marker) once"
        case .markerElsewhere(let marker): "@\(marker) belongs on a property of a struct with @Record"
        case .markerOnStatic(let marker): "@\(marker) belongs on a stored property that is not static"
        case .taken(let name, let projection): "\(projection) has \"\(name)\" already, from where the record is kept"
        }
    }
}
