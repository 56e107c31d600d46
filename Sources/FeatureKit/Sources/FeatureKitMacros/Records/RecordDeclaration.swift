import SwiftSyntax

/// A struct with `@Record`, as its declaration has it.
struct RecordDeclaration {
    let name: String
    let fields: [Property]
    /// Computed properties that are part of a projection.
    let computed: [Property]
    /// Whether it is in a collection.
    let isStored: Bool
    /// The access that its members need.
    let access: String
    /// Whether what is static can't be stored.
    let isGeneric: Bool
    /// Whether the author wrote an `init` with all fields already.
    let hasMemberwiseInit: Bool
    /// `Equatable` and `Hashable`, where the struct names them itself.
    let equality: [String]
    /// Whether each property could be read.
    var isWhole = true

    /// Reads a declaration; what is wrong with it is added to the problems, and where it is no struct there is none.
    static func read(_ declaration: some DeclGroupSyntax, _ problems: inout [PlacedProblem]) -> RecordDeclaration? {
        guard let record = declaration.as(StructDeclSyntax.self) else {
            problems.append(
                PlacedProblem(RecordProblem.isNo(struct: declaration.kindInWords), at: declaration.introducer))
            return nil
        }
        let known = problems.count
        let variables = record.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .filter(Property.isOne)
        var properties = variables.compactMap { variable in
            Property.read(variable, &problems).map { (variable: variable, property: $0) }
        }
        let isWhole = properties.count == variables.count
        let count = properties.count { !$0.property.isComputed }
        if count > RecordProblem.mostFields {
            problems.append(PlacedProblem(RecordProblem.tooMany(count), at: record.name))
        }
        let isStored = !record.attributes.named("Collection").isEmpty
        let idName = idName(of: record.name.text)
        var names: Set<String> = []
        for index in properties.indices {
            let (variable, property) = properties[index]
            if !names.insert(property.name).inserted, problems.count == known {
                problems.append(PlacedProblem(RecordProblem.sameName(property.name), at: variable.bindings))
            }
            for projection in property.projections.sorted(by: { $0.typeName > $1.typeName })
            where ["id", "version"].contains(property.name) {
                properties[index].property.projections.remove(projection)
                problems.append(
                    PlacedProblem(RecordProblem.taken(property.name, by: projection.typeName), at: variable.bindings))
            }
            if property.edit != nil, isStored, ["version", idName].contains(property.name) {
                properties[index].property.edit = nil
                problems.append(
                    PlacedProblem(RecordProblem.taken(property.name, by: Edits.change), at: variable.bindings))
            }
        }
        if problems.count == known {
            checkPreviousNames(properties, names, &problems)
        }
        let fields = properties.map(\.property).filter { !$0.isComputed }
        return RecordDeclaration(
            name: record.name.text, fields: fields, computed: properties.map(\.property).filter(\.isComputed),
            isStored: isStored, access: record.modifiers.memberAccess, isGeneric: record.genericParameterClause != nil,
            hasMemberwiseInit: record.hasInit(with: fields.map(\.identifier)),
            equality: record.inheritanceClause?.inheritedTypes.map(\.type.source).filter {
                ["Equatable", "Hashable"].contains($0)
            } ?? [], isWhole: isWhole)
    }
}

extension RecordDeclaration {
    /// What a change calls the record's id.
    static func idName(of name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

    /// A previous name means one field, which has another name now.
    private static func checkPreviousNames(
        _ properties: [(variable: VariableDeclSyntax, property: Property)], _ names: Set<String>,
        _ problems: inout [PlacedProblem]
    ) {
        var taken = names
        for (variable, property) in properties {
            for previous in property.previousNames where !taken.insert(previous).inserted {
                problems.append(PlacedProblem(RecordProblem.sameName(previous), at: variable.bindings))
            }
        }
    }
}

extension StructDeclSyntax {
    fileprivate func hasInit(with labels: [String]) -> Bool {
        memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }.contains {
            $0.signature.parameterClause.parameters.map(\.firstName.text) == labels
        }
    }
}

extension DeclGroupSyntax {
    /// What the declaration declares, in words.
    var kindInWords: String {
        switch kind {
        case .structDecl: "a struct"
        case .classDecl: "a class"
        case .actorDecl: "an actor"
        case .enumDecl: "an enum"
        case .protocolDecl: "a protocol"
        case .extensionDecl: "an extension"
        default: "this"
        }
    }
}
