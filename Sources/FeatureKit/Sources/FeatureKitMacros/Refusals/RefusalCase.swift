import SwiftSyntax

/// A case of an enum with `@Refusals`, as its declaration has it.
struct RefusalCase {
    let name: String
    /// The values of the case: their names and types.
    let values: [(name: String, type: String)]
    let status: String
    /// The sentence as Swift code, with the values in it.
    let sentence: String
    let code: String
    let retryAfter: String?

    /// The value that is the answer's pause.
    private static let pause = "retryAfter"

    /// The case of the switch that tells the caller.
    var answer: String {
        let bound = values.isEmpty ? "" : "(" + values.map { "let \($0.name)" }.joined(separator: ", ") + ")"
        let members = values.filter { $0.name != Self.pause }
            .map { "\($0.name.literal): FeatureKit.Value(of: \($0.name))" }.joined(separator: ", ")
        let wait =
            values.contains { $0.name == Self.pause }
            ? "FeatureKit.RefusalParts.pause(retryAfter)" : retryAfter ?? "nil"
        return """
            case .\(name)\(bound):
                FeatureKit.RouteError(
                    code: \(code.literal), status: \(status), \(sentence), data: \(members.isEmpty ? "nil" : "[\(members)]"),
                    retryAfter: \(wait))
            """
    }

    /// The case with made-up values, or nil where a type has none.
    var example: String {
        guard !values.isEmpty else { return "Self.\(name)" }
        let made = values.map { "let \($0.name) = FeatureKit.RefusalParts.example(of: \($0.type).self)" }
        let passed = values.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
        return "{ () -> Self? in if \(made.joined(separator: ", ")) { Self.\(name)(\(passed)) } else { nil } }()"
    }
}

extension RefusalCase {
    /// Reads the cases of an enum.
    static func read(_ declaration: some DeclGroupSyntax, _ problems: inout [PlacedProblem]) -> [RefusalCase] {
        guard let reasons = declaration.as(EnumDeclSyntax.self) else {
            problems.append(PlacedProblem(RefusalProblem.isNoEnum(declaration.kindInWords), at: declaration.introducer))
            return []
        }
        let cases = reasons.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
        if cases.isEmpty { problems.append(PlacedProblem(RefusalProblem.noCases, at: reasons.name)) }
        return cases.compactMap { read($0, &problems) }
    }

    private static func read(_ written: EnumCaseDeclSyntax, _ problems: inout [PlacedProblem]) -> RefusalCase? {
        let known = problems.count
        func report(_ problem: RefusalProblem, at node: some SyntaxProtocol) {
            problems.append(PlacedProblem(problem, at: node))
        }
        guard let element = written.elements.first, written.elements.count == 1 else {
            report(.severalCases, at: written.elements)
            return nil
        }
        let name = element.name.text
        guard let marker = written.attributes.named("Refuses").first,
            let arguments = marker.argumentList.map(Array.init), let status = arguments.first?.expression
        else {
            report(.noMarker(name), at: element.name)
            return nil
        }
        if let number = Int(status.source), !(400...599).contains(number) { report(.status(number), at: status) }
        var values: [(name: String, type: String)] = []
        for parameter in element.parameterClause?.parameters ?? [] {
            guard let label = parameter.firstName, label.tokenKind != .wildcard else {
                report(.noName(name), at: parameter)
                continue
            }
            values.append((label.text, parameter.type.source))
        }
        let unlabelled = arguments.filter { $0.label == nil }
        guard unlabelled.count == 2, let literal = unlabelled.last?.expression.as(StringLiteralExprSyntax.self) else {
            report(.sentenceIsNoLiteral(name), at: marker)
            return nil
        }
        let sentence = text(literal, values.map(\.name), &problems)
        var code = element.name.bareName.kebabCase
        if let given = arguments.first(where: { $0.label?.text == "code" }) {
            if let text = given.expression.literalText, !text.isEmpty {
                code = text
            } else {
                report(.codeIsNoLiteral, at: given.expression)
            }
        }
        guard problems.count == known else { return nil }
        return RefusalCase(
            name: name, values: values, status: status.source, sentence: sentence, code: code,
            retryAfter: arguments.first { $0.label?.text == "retryAfter" }?.expression.source)
    }

    /// The sentence with `\(…)` for each name in braces.
    private static func text(
        _ literal: StringLiteralExprSyntax, _ names: [String], _ problems: inout [PlacedProblem]
    ) -> String {
        var text = ""
        for segment in literal.segments {
            guard let plain = segment.as(StringSegmentSyntax.self) else {
                text += segment.source
                continue
            }
            for (index, part) in plain.content.text.split(separator: "{", omittingEmptySubsequences: false).enumerated()
            {
                guard index > 0 else {
                    text += part
                    continue
                }
                guard let end = part.firstIndex(of: "}"), names.contains(String(part[..<end])) else {
                    problems.append(
                        PlacedProblem(RefusalProblem.noValue(String(part.prefix { $0 != "}" }), names), at: plain))
                    continue
                }
                text += "\\(FeatureKit.RefusalParts.text(\(part[..<end])))" + part[part.index(after: end)...]
            }
        }
        if let last = literal.segments.last, !last.source.endsLikeASentence {
            problems.append(PlacedProblem(RefusalProblem.openSentence, at: last))
        }
        return "\"" + text + "\""
    }
}

/// What is wrong with an enum of refusals.
enum RefusalProblem: Problem {
    case isNoEnum(String)
    case noCases
    case severalCases
    case noMarker(String)
    case status(Int)
    case noName(String)
    case sentenceIsNoLiteral(String)
    case openSentence
    case noValue(String, [String])
    case codeIsNoLiteral
    case markerElsewhere

    var message: String {
        switch self {
        case .isNoEnum(let kind): "@Refusals needs an enum, not \(kind)"
        case .noCases: "an enum of refusals has a case for each reason"
        case .severalCases: "write each case on a line of its own, with its own @Refuses"
        case .noMarker(let name): "\"\(name)\" needs what the caller is told: @Refuses(409, \"…\")"
        case .status(let status): "a refusal has a status from 400 to 599, not \(status)"
        case .noName(let name): "the values of \"\(name)\" need names, by which programs are told them"
        case .sentenceIsNoLiteral(let name):
            "\"\(name)\" needs a sentence that is one literal text: @Refuses(409, \"…\")"
        case .openSentence: "the sentence ends with a period"
        case .noValue(let name, let known):
            known.isEmpty
                ? "the case has no value \"\(name)\""
                : "the case has no value \"\(name)\"; it has \(known.joined(separator: ", "))"
        case .codeIsNoLiteral: "the code is one literal text that is not empty"
        case .markerElsewhere: "@Refuses belongs on a case of an enum with @Refusals"
        }
    }
}
