import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

// The attributes of a record's properties. What syntax can't tell, the compiler checks in the functions that they add:
// an error is then told where the property stands.

/// The mark that `@Record` puts on each field.
enum FieldMacro: PeerMacro {
    /// Types that need no check.
    static let known: Set = ["Bool", "Int", "Int64", "Double", "String", "Duration"]

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        BoundCheck.peers(of: node, declaration, context) { "checkField(\($0.type).self)" }
    }
}

/// `@Text`.
enum TextMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        BoundCheck.peers(of: node, declaration, context) { BoundCheck.call("checkText", $0, .text) }
    }
}

/// `@In`.
enum RangeMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        BoundCheck.peers(of: node, declaration, context) { BoundCheck.call("checkRange", $0, .range) }
    }
}

/// `@Count`.
enum CountMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        BoundCheck.peers(of: node, declaration, context) { BoundCheck.call("checkCount", $0, .count) }
    }
}

/// `@Name`, `@Was`, `@Live`, `@Public`, `@InEvent` and `@Editable`, which `@Record` reads.
enum PropertyMarker: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        BoundCheck.peers(of: node, declaration, context) { _ in nil }
    }
}

/// What checks a property's type against a marker.
private enum BoundCheck {
    static func peers(
        of node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol, _ context: some MacroExpansionContext,
        _ call: (Property) -> String?
    ) -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let record = context.lexicalContext.first?.as(StructDeclSyntax.self),
            !record.attributes.named("Record").isEmpty
        else {
            context.report([PlacedProblem(RecordProblem.markerElsewhere(node.name), at: node)])
            return []
        }
        guard Property.isOne(variable) else {
            context.report([PlacedProblem(RecordProblem.markerOnStatic(node.name), at: node)])
            return []
        }
        // What is wrong with the property itself is reported with the record's members.
        var problems: [PlacedProblem] = []
        guard let property = Property.read(variable, &problems), let call = call(property) else { return [] }
        let name = context.makeUniqueName("check")
        return ["private static func \(name)() { FeatureKit.RecordBounds.\(raw: call) }"]
    }

    static func call(_ name: String, _ property: Property, _ kind: Property.Bound.Kind) -> String? {
        property.bounds.first { $0.kind == kind }.map { "\(name)(\(property.type).self, \($0.bounds))" }
    }
}
