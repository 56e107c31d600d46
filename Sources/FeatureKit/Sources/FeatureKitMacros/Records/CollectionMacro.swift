import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Collection`: declares the collection that a record's documents are kept in, with its indexes.
enum CollectionMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var problems: [PlacedProblem] = []
        let members = self.members(node, declaration, &problems)
        context.report(problems)
        return members
    }

    private static func members(
        _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, _ problems: inout [PlacedProblem]
    ) -> [DeclSyntax] {
        guard let record = declaration.as(StructDeclSyntax.self), !record.attributes.named("Record").isEmpty else {
            problems.append(PlacedProblem(CollectionProblem.isNoRecord, at: node))
            return []
        }
        let arguments = Array(node.argumentList ?? [])
        let name = arguments.first?.expression.literalText ?? ""
        if name.isEmpty { problems.append(PlacedProblem(CollectionProblem.nameIsNoLiteral, at: node)) }
        // What is wrong with the record is reported by `@Record`.
        var ignored: [PlacedProblem] = []
        let fields = RecordDeclaration.read(record, &ignored).flatMap { $0.isWhole ? $0.fields : nil }
        let indexes = arguments.dropFirst().filter { $0.label == nil }
            .compactMap { index($0.expression, fields, &problems) }
        let person = arguments.first { $0.label?.text == "person" }
            .flatMap { self.person($0.expression, fields, &problems) }
        let migrations = arguments.first { $0.label?.text == "migrations" }?.expression.source
        let made =
            "FeatureKit.Documents(\(name.literal), indexes: [\(indexes.joined(separator: ", "))]"
            + (person.map { ", person: \($0)" } ?? "") + (migrations.map { ", migrations: \($0)" } ?? "") + ")"
        let start = "\(record.modifiers.memberAccess)static"
        let type = "FeatureKit.Documents<\(record.genericParameterClause == nil ? record.name.text : "Self")>"
        return [
            record.genericParameterClause == nil
                ? "\(raw: start) let documents: \(raw: type) = \(raw: made)"
                : "\(raw: start) var documents: \(raw: type) { \(raw: made) }"
        ]
    }

    private static func index(
        _ expression: ExprSyntax, _ fields: [Property]?, _ problems: inout [PlacedProblem]
    ) -> String? {
        guard let call = expression.as(FunctionCallExprSyntax.self),
            let kind = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        else {
            problems.append(PlacedProblem(CollectionProblem.isNoIndex, at: expression))
            return nil
        }
        let paths = call.arguments.compactMap { path($0.expression, fields, &problems) }
        guard paths.count == call.arguments.count else { return nil }
        let keys = paths.map { $0.isFolded ? ".folded(\($0.path.literal))" : $0.path.literal }
        if let folded = paths.first(where: \.isFolded), ["contains", "near"].contains(kind) {
            problems.append(PlacedProblem(CollectionProblem.isFoldedAnyhow(kind, folded.path), at: expression))
        }
        return "FeatureKit.StoreIndex.\(kind)(\(keys.joined(separator: ", ")))"
    }

    private static func person(
        _ expression: ExprSyntax, _ fields: [Property]?, _ problems: inout [PlacedProblem]
    ) -> String? {
        guard let call = expression.as(FunctionCallExprSyntax.self),
            let kind = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        else {
            problems.append(PlacedProblem(CollectionProblem.isNoPerson, at: expression))
            return nil
        }
        let paths = call.arguments.compactMap { path($0.expression, fields, &problems)?.path.literal }
        guard let first = paths.first, paths.count == call.arguments.count else { return nil }
        let others = paths.dropFirst().isEmpty ? "" : ", clearing: \(paths.dropFirst().joined(separator: ", "))"
        return "FeatureKit.PersonRule.\(kind)(\(first)\(others))"
    }

    /// The names of a key path's fields in JSON, joined by dots; nothing where the record's fields are not known.
    private static func path(
        _ expression: ExprSyntax, _ fields: [Property]?, _ problems: inout [PlacedProblem]
    ) -> (path: String, isFolded: Bool)? {
        let components = expression.as(KeyPathExprSyntax.self)?.components.map {
            $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName
        }
        guard var tokens = components?.compactMap(\.self), tokens.count == components?.count, let first = tokens.first
        else {
            problems.append(PlacedProblem(CollectionProblem.isNoPath, at: expression))
            return nil
        }
        guard let fields else { return nil }
        guard let field = fields.first(where: { $0.identifier.filter { $0 != "`" } == first.bareName }) else {
            problems.append(
                PlacedProblem(
                    CollectionProblem.noField(first.bareName, of: fields.map(\.identifier)), at: first))
            return nil
        }
        let isFolded = tokens.count > 1 && tokens.last?.text == "folded"
        if isFolded { tokens.removeLast() }
        return (([field.name] + tokens.dropFirst().map(\.bareName)).joined(separator: "."), isFolded)
    }
}

/// What is wrong with the declaration of a collection.
enum CollectionProblem: Problem {
    case isNoRecord
    case nameIsNoLiteral
    case isNoIndex
    case isNoPath
    case isNoPerson
    case noField(String, of: [String])
    case isFoldedAnyhow(String, String)

    var message: String {
        switch self {
        case .isNoRecord: "@Collection stands beside @Record on a struct"
        case .nameIsNoLiteral: "@Collection takes the collection's name as one literal text that is not empty"
        case .isNoIndex: "an index is .on(…), .unique(…), .contains(…) or .near(…)"
        case .isNoPerson: "person: takes .deletes(\\.field) or .anonymises(\\.field, clearing: \\.other)"
        case .isNoPath: "a field of an index is written as a key path such as \\.starts"
        case .noField(let name, let fields):
            "the record has no field \"\(name)\"; it has \(fields.joined(separator: ", "))"
        case .isFoldedAnyhow(let kind, let path):
            kind == "near"
                ? "\"\(path)\" is a point and has no case" : ".contains ignores accents and case anyhow: drop .folded"
        }
    }
}
