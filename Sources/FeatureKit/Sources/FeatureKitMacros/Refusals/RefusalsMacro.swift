import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Refusals`: makes an enum of reasons a `Refusal`, of the `@Refuses` on each case.
enum RefusalsMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var problems: [PlacedProblem] = []
        let cases = RefusalCase.read(declaration, &problems)
        context.report(problems)
        let access = declaration.modifiers.memberAccess
        guard problems.isEmpty else {
            // So that what throws these refusals has no errors of its own.
            return [
                "\(raw: access)var answer: FeatureKit.RouteError { while true {} }",
                "\(raw: access)static var examples: [Self] { [] }",
            ]
        }
        let answers = cases.map(\.answer).joined(separator: "\n")
        let examples = cases.map(\.example).joined(separator: ", ")
        return [
            """
            /// What the caller is told.
            \(raw: access)var answer: FeatureKit.RouteError {
                switch self {
            \(raw: answers.indented)
                }
            }
            """,
            """
            /// One of each case.
            \(raw: access)static var examples: [Self] { [\(raw: examples)].compactMap { $0 } }
            """,
        ]
    }
}

extension RefusalsMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // What is wrong is reported with the members.
        guard !protocols.isEmpty, declaration.is(EnumDeclSyntax.self) else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): FeatureKit.Refusal {}")]
    }
}

/// `@Refuses`, which `@Refusals` reads.
enum RefusalMarker: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let group = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
        guard declaration.is(EnumCaseDeclSyntax.self), group?.attributes.named("Refusals").isEmpty == false else {
            context.report([PlacedProblem(RefusalProblem.markerElsewhere, at: node)])
            return []
        }
        return []
    }
}
