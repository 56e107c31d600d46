import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

extension DeclSyntaxProtocol {
    /// The first paragraph of the `///` comment right above, on one line; lists such as `- Parameters:` are no part of it.
    var sentence: String {
        let lines = documentation.drop { $0.trimmed.isEmpty }
            .prefix { !$0.trimmed.isEmpty && !$0.trimmed.hasPrefix("- ") }
        return lines.map(\.trimmed).joined(separator: " ")
    }

    /// The sentences of `- Parameter name: …`, and of `- name: …` below `- Parameters:`.
    var parameterSentences: [String: String] {
        var sentences: [String: String] = [:]
        var current: String?
        for line in documentation {
            let text = line.trimmed
            let isNested = line.hasPrefix("  ")
            if text.hasPrefix("- "), let colon = text.firstIndex(of: ":") {
                let words = text[..<colon].dropFirst(2).split(separator: " ").map(String.init)
                current = words.count == 2 && words[0] == "Parameter" ? words[1] : isNested ? words.first : nil
                if let current { sentences[current] = text[text.index(after: colon)...].trimmed }
            } else if text.isEmpty {
                current = nil
            } else if let current {
                sentences[current, default: ""] += " " + text
            }
        }
        return sentences
    }

    /// The lines of the `///` comment right above, without the slashes and the space after them.
    private var documentation: [String] {
        var lines: [String] = []
        var newlines = 0
        for piece in leadingTrivia.pieces {
            switch piece {
            case .docLineComment(let comment):
                // What an empty line parts from the declaration says nothing about it.
                if newlines > 1 { lines = [] }
                newlines = 0
                let text = comment.dropFirst(3)
                lines.append(String(text.first == " " ? text.dropFirst() : text))
            case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count):
                newlines += count
            default: break
            }
        }
        return newlines > 1 ? [] : lines
    }

    /// Puts a doc comment to be filled in above the declaration.
    func addingSentence(_ placeholder: String) -> [FixIt] {
        guard let first = firstToken(viewMode: .sourceAccurate) else { return [] }
        let indentation = first.leadingTrivia.pieces.reversed().prefix { $0.isSpaceOrTab }.reversed()
        let comment: [TriviaPiece] = [.docLineComment("/// <#\(placeholder)#>"), .newlines(1)] + indentation
        return [
            FixIt(
                message: Remedy(message: "add a sentence"),
                changes: [
                    .replaceLeadingTrivia(
                        token: first, newTrivia: Trivia(pieces: first.leadingTrivia.pieces + comment))
                ])
        ]
    }
}

extension String {
    /// Whether it ends as a sentence does.
    var endsLikeASentence: Bool { hasSuffix(".") || hasSuffix("?") || hasSuffix("!") || hasSuffix("…") }

    /// The text as a literal in Swift source.
    var literal: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension StringProtocol {
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension AttributeListSyntax {
    /// The attributes with one of these names, in their order.
    func named(_ names: String...) -> [AttributeSyntax] {
        compactMap { $0.as(AttributeSyntax.self) }.filter { names.contains($0.name) }
    }
}

extension AttributeSyntax {
    /// The name without its module.
    var name: String {
        attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    }

    var argumentList: LabeledExprListSyntax? { arguments?.as(LabeledExprListSyntax.self) }
}

extension ExprSyntax {
    /// The text of a literal without interpolations.
    var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}

extension DeclModifierListSyntax {
    func has(_ keywords: Keyword...) -> Bool {
        contains { modifier in keywords.contains { modifier.name.tokenKind == .keyword($0) } }
    }

    /// The access that members need so that they reach as far as their type; empty for internal and less.
    var memberAccess: String {
        if has(.public, .open) { return "public " }
        return has(.package) ? "package " : ""
    }
}

extension TokenSyntax {
    /// The name without back-ticks.
    var bareName: String { identifier?.name ?? text }
}

extension SyntaxProtocol {
    /// The node without the trivia around it.
    var source: String { trimmedDescription }
}
