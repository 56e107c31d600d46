import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Record`: makes a struct a record, of its properties.
enum RecordMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var problems: [PlacedProblem] = []
        let record = RecordDeclaration.read(declaration, &problems)
        context.report(problems)
        guard let record else { return [] }
        let members =
            RecordCode(record).members + Projection.allCases.flatMap { $0.members(of: record) }
            + (Edits(record)?.members ?? [])
        return members.map { DeclSyntax(stringLiteral: $0) }
    }
}

extension RecordMacro: MemberAttributeMacro {
    /// Each field gets a mark, by which the compiler checks at that field that its type can be one.
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        var problems: [PlacedProblem] = []
        guard declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
            Property.isOne(variable), let property = Property.read(variable, &problems),
            !FieldMacro.known.contains(property.type)
        else { return [] }
        return ["@_RecordField"]
    }
}

extension RecordMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // What is wrong is reported with the members.
        var problems: [PlacedProblem] = []
        let wanted = Set(protocols.map { $0.source.split(separator: ".").last.map(String.init) ?? "" })
        guard let record = RecordDeclaration.read(declaration, &problems) else { return [] }
        let all = ["Shaped"] + Projection.allCases.filter { $0.isDeclared(in: record) }.map(\.conformance)
        return try all.filter(wanted.contains).map { name in
            try ExtensionDeclSyntax("extension \(type.trimmed): FeatureKit.\(raw: name) {}")
        }
    }
}
