import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Topic`: declares the topic that a record's messages are published on.
enum TopicMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let record = declaration.as(StructDeclSyntax.self), !record.attributes.named("Record").isEmpty else {
            context.report([PlacedProblem(TopicProblem.isNoRecord, at: node)])
            return []
        }
        guard let arguments = node.argumentList, let name = arguments.first?.expression.literalText, !name.isEmpty
        else {
            context.report([PlacedProblem(TopicProblem.nameIsNoLiteral, at: node)])
            return []
        }
        let start = "\(record.modifiers.memberAccess)static"
        let topic = "FeatureKit.Topic<Self>(\(arguments.source))"
        return [
            record.genericParameterClause == nil
                ? "/// The topic that these messages are published on.\n\(raw: start) let topic = \(raw: topic)"
                : "/// The topic that these messages are published on.\n\(raw: start) var topic: FeatureKit.Topic<Self> { \(raw: topic) }"
        ]
    }
}

/// What is wrong with the declaration of a topic.
enum TopicProblem: Problem {
    case isNoRecord
    case nameIsNoLiteral

    var message: String {
        switch self {
        case .isNoRecord: "@Topic stands beside @Record on a struct"
        case .nameIsNoLiteral: "@Topic takes the topic's name as one literal text that is not empty"
        }
    }
}
