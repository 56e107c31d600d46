/// What libyaml says about a text that it can't read.
struct YAMLError {
    let problem: String
    let context: String
    let mark: Mark
    let contextMark: Mark?

    /// The complaint as its author can use it: where the cause is, not where the parser gave up.
    func finding(in bytes: [UInt8]) -> Finding {
        let lines = SourceLines(bytes)
        let kind = kind(lines)
        switch kind {
        case .quoteWithoutEnd, .noEnd:
            return Finding(.syntax(kind), at: contextMark ?? mark)
        case .doesNotFit(let collection), .noSeparator(let collection):
            return Finding(.syntax(kind), at: mark, notes: contextMark.map { [($0, .startsHere(collection))] } ?? [])
        case .documentMarkInQuote:
            return Finding(.syntax(kind), at: mark, notes: contextMark.map { [($0, .quoteStartsHere)] } ?? [])
        case .keyWithoutColon:
            return Finding(.syntax(kind), at: contextMark ?? mark)
        default:
            return Finding(.syntax(kind), at: mark)
        }
    }

    private func kind(_ lines: SourceLines) -> SyntaxProblem {
        if problem.contains("tab character") { return .tabIndents }
        let line = (lines[mark.line] ?? "").unicodeScalars
        let rest = line.dropFirst(mark.column - 1)
        switch problem {
        case "found character that cannot start any token":
            return rest.first == "\t" ? .tabIndents : .cannotStart(rest.first ?? " ")
        case "mapping values are not allowed in this context", "found unexpected ':'": return .misplacedColon
        case "mapping keys are not allowed in this context": return .misplacedKey
        case "block sequence entries are not allowed in this context": return .misplacedDash
        case "could not find expected ':'": return .keyWithoutColon
        case "did not find expected key", "did not find expected '-' indicator":
            guard line.prefix(mark.column - 1).allSatisfy({ $0 == " " }) else { return .textAfterValue }
            return .doesNotFit(problem.contains("key") ? .mapping : .list)
        case "did not find expected ',' or ']'": return isAtEnd(lines) ? .noEnd(.list) : .noSeparator(.list)
        case "did not find expected ',' or '}'": return isAtEnd(lines) ? .noEnd(.mapping) : .noSeparator(.mapping)
        case "did not find expected node content": return isAtEnd(lines) ? .endsInside : .missingValue
        case "found unexpected end of stream": return .quoteWithoutEnd
        case "found unexpected document indicator": return .documentMarkInQuote
        case "found unknown escape character": return .unknownEscape
        case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
            return .badEscape
        case "did not find expected alphabetic or numeric character": return .badName
        case "did not find expected <document start>": return .textAfterDocument
        case "found undefined tag handle": return .badTag
        default: return kindByContext
        }
    }

    private var kindByContext: SyntaxProblem {
        if context.contains("directive") || problem.contains("%") || problem.contains("incompatible") {
            return .badDirective
        }
        if context.contains("block scalar") { return .badBlockHeader }
        if context.contains("tag") { return .badTag }
        return .other(problem)
    }

    /// Whether nothing but blanks follows the place.
    private func isAtEnd(_ lines: SourceLines) -> Bool {
        guard let line = lines[mark.line] else { return true }
        return lines[mark.line + 1] == nil && line.unicodeScalars.dropFirst(mark.column - 1).allSatisfy { $0 == " " }
    }
}
