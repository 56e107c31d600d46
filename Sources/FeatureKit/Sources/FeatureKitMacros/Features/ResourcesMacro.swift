import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Resources`: opens the collections and publishers that a struct's properties are, and declares them.
enum ResourcesMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let holder = declaration.as(StructDeclSyntax.self) else {
            context.report([
                PlacedProblem(ResourcesProblem.isNoStruct(declaration.kindInWords), at: declaration.introducer)
            ])
            return []
        }
        var problems: [PlacedProblem] = []
        let properties = holder.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .filter { !$0.modifiers.has(.static) && !$0.isComputed }.compactMap { Resource.read($0, &problems) }
        if problems.isEmpty, !properties.contains(where: { $0.opening != nil }) {
            problems.append(PlacedProblem(ResourcesProblem.isEmpty, at: holder.name))
        }
        context.report(problems)
        guard problems.isEmpty else { return [] }
        let access = holder.modifiers.memberAccess
        let contracts = properties.compactMap(\.contract).map { "FeatureKit.Contract" + $0 }.joined(separator: ", ")
        let given = properties.filter { $0.opening == nil }.map { ", \($0.name): \($0.type)" }.joined()
        let assignments = properties.map { "    self.\($0.name) = \($0.opening ?? $0.name)" }.joined(separator: "\n")
        return [
            """
            /// The collections and topics that are opened here.
            \(raw: access)static var contracts: [FeatureKit.Contract] { [\(raw: contracts)] }
            """,
            """
            /// Opens collections and publishers, and takes the rest.
            \(raw: access)init(_ context: FeatureKit.FeatureContext\(raw: given)) throws {
            \(raw: assignments)
            }
            """,
        ]
    }
}

/// A property of a struct with `@Resources`.
private struct Resource {
    let name: String
    let type: String
    /// What opens it; nil where it is handed over.
    var opening: String?
    /// What the host has to know of it.
    var contract: String?

    /// The properties of a `FeatureContext` by their types.
    private static let context = [
        "Bus": "bus", "Routes": "routes", "Flags": "flags", "Store": "store", "Blobs": "blobs", "FeatureClock": "clock",
        "Log": "log",
    ]

    /// Reads a property; nil where it has a value already.
    static func read(_ variable: VariableDeclSyntax, _ problems: inout [PlacedProblem]) -> Resource? {
        if variable.bindings.allSatisfy({ $0.initializer != nil }) { return nil }
        guard variable.bindings.count == 1, let binding = variable.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
        else {
            problems.append(PlacedProblem(ResourcesProblem.severalProperties, at: variable.bindings))
            return nil
        }
        guard let written = binding.typeAnnotation?.type else { return nil }
        var resource = Resource(name: pattern.identifier.text, type: written.source)
        guard let type = written.as(IdentifierTypeSyntax.self) else { return resource }
        let content = type.genericArgumentClause?.arguments.first?.argument.source
        switch (type.name.text, content) {
        case ("StoredCollection", let content?):
            resource.opening = "try context.store.collection(\(content).documents)"
            resource.contract = ".keeps(\(content).documents)"
        case ("StoredValue", let content?):
            resource.opening = "try context.store.value(\(content).documents)"
            resource.contract = ".keeps(\(content).documents)"
        case ("Publisher", let content?):
            resource.opening = "try context.bus.publisher(on: \(content).topic)"
            resource.contract = ".publishes(\(content).topic)"
        case ("FeatureContext", nil): resource.opening = "context"
        case (let name, nil):
            resource.opening = context[name].map { "context.\($0)" }
            if name == "Blobs" { resource.contract = ".keepsBlobs" }
        default: break
        }
        return resource
    }
}

/// What is wrong with a struct of resources.
enum ResourcesProblem: Problem {
    case isNoStruct(String)
    case isEmpty
    case severalProperties

    var message: String {
        switch self {
        case .isNoStruct(let kind): "@Resources needs a struct, not \(kind)"
        case .isEmpty:
            "nothing here is opened: a property is a StoredCollection<…>, a StoredValue<…>, a Publisher<…>, Blobs or another part of the context"
        case .severalProperties: "write one property per line"
        }
    }
}
