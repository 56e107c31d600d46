import SwiftDiagnostics
import SwiftSyntax

/// A property of a record, as its declaration has it.
struct Property {
    /// What bounds it, and the bounds as they are written.
    struct Bound {
        let kind: Kind
        let bounds: String

        enum Kind: String {
            case text = "Text"
            case range = "In"
            case count = "Count"

            /// The bounds of which nothing needs to be said.
            fileprivate var usual: String {
                switch self {
                case .text: "usualLength"
                case .range: "usualDuration"
                case .count: "usualCount"
                }
            }
        }
    }

    /// The name as Swift code writes it, with back-ticks where they are needed.
    let identifier: String
    /// The name in JSON.
    let name: String
    /// The type without a `?`.
    let type: String
    let isOptional: Bool
    /// The default as it is written.
    let value: String?
    let sentence: String
    var bounds: [Bound] = []
    /// Whether it is computed: not a field, but part of a projection.
    var isComputed = false
    var projections: Set<Projection> = []
    /// How a change of the record says it; nil where callers can't change it.
    var edit: Edit?
    /// Whether a change of it needs no restart.
    var isLive = false
    /// The names in documents of older versions.
    var previousNames: [String] = []

    /// The bounds that are written, and those that types have of which nothing is said.
    var allBounds: [Bound] {
        let usual = FieldType.usualBounds(of: type).filter { kind in !bounds.contains { $0.kind == kind } }
        return bounds + usual.map { Bound(kind: $0, bounds: "FeatureKit.RecordBounds.\($0.usual)") }
    }

    /// The type as it is written.
    var writtenType: String { isOptional ? type + "?" : type }
}

extension Property {
    /// Whether a member is one that `@Record` looks at.
    static func isOne(_ variable: VariableDeclSyntax) -> Bool {
        guard !variable.modifiers.has(.static, .class) else { return false }
        return !variable.isComputed || !variable.attributes.named("Public", "InEvent").isEmpty
    }

    /// Reads a property; what is wrong with it is added to the problems, and where that leaves no code there is none.
    static func read(_ variable: VariableDeclSyntax, _ problems: inout [PlacedProblem]) -> Property? {
        guard variable.bindings.count == 1, let binding = variable.bindings.first else {
            problems.append(PlacedProblem(RecordProblem.hasSeveral, at: variable.bindings))
            return nil
        }
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
            problems.append(PlacedProblem(RecordProblem.hasPattern, at: binding.pattern))
            return nil
        }
        let identifier = pattern.identifier.text
        let bare = pattern.identifier.bareName
        let known = problems.count
        if let lazy = variable.modifiers.first(where: { $0.name.tokenKind == .keyword(.lazy) }) {
            problems.append(PlacedProblem(RecordProblem.isLazy, at: lazy))
        }
        if let weak = variable.modifiers.first(where: {
            [.keyword(.weak), .keyword(.unowned)].contains($0.name.tokenKind)
        }) {
            problems.append(PlacedProblem(RecordProblem.isWeak(weak.name.text), at: weak))
        }
        let type = FieldType.read(binding, name: bare, &problems)
        let sentence = variable.sentence.isEmpty ? usualSentence(bare, type) : variable.sentence
        if sentence.isEmpty {
            let fixes = variable.addingSentence("What it is.")
            problems.append(PlacedProblem(RecordProblem.noSentence(bare), at: pattern, fixIts: fixes))
        } else if !sentence.endsLikeASentence {
            problems.append(PlacedProblem(RecordProblem.openSentence(bare), at: pattern))
        }
        let value = binding.initializer?.value
        if let value, variable.bindingSpecifier.tokenKind == .keyword(.let) {
            problems.append(
                PlacedProblem(
                    RecordProblem.constantWithValue(bare), at: value,
                    fixIts: [
                        FixIt(
                            message: Remedy(message: "write var"),
                            changes: [
                                .replace(
                                    oldNode: Syntax(variable.bindingSpecifier),
                                    newNode: Syntax(
                                        variable.bindingSpecifier.with(\.tokenKind, .keyword(.var))))
                            ])
                    ]))
        }
        let hasNil = value?.is(NilLiteralExprSyntax.self) ?? false
        if let type, type.isOptional, let value, !hasNil {
            problems.append(PlacedProblem(RecordProblem.optionalWithDefault(bare), at: value))
        }
        let name = wireName(of: variable, bare, &problems)
        let bounds = bounds(of: variable.attributes, &problems)
        let previousNames = previousNames(of: variable, name, &problems)
        guard problems.leaveCode(since: known), let type else { return nil }
        return Property(
            identifier: identifier, name: name, type: type.name, isOptional: type.isOptional,
            value: hasNil || type.isOptional ? nil : value?.source, sentence: sentence, bounds: bounds,
            isComputed: variable.isComputed,
            projections: Set(Projection.allCases.filter { !variable.attributes.named($0.marker).isEmpty }),
            edit: edit(of: variable),
            isLive: !variable.attributes.named("Live").isEmpty, previousNames: previousNames)
    }

    private static func edit(of variable: VariableDeclSyntax) -> Edit? {
        guard let marker = variable.attributes.named("Editable").first else { return nil }
        return marker.argumentList?.first == nil ? .whole : .byField
    }

    /// Reads a function's parameter, which a route takes as a field of its request.
    static func read(
        _ parameter: FunctionParameterSyntax, sentence written: String, _ problems: inout [PlacedProblem]
    ) -> Property? {
        let (label, bare) = (parameter.firstName, parameter.firstName.bareName)
        let known = problems.count
        let type = FieldType.read(parameter.type, name: bare, &problems)
        let sentence = written.isEmpty ? usualSentence(bare, type) : written
        if sentence.isEmpty {
            problems.append(
                PlacedProblem(
                    RouteProblem.parameterWithoutSentence((parameter.secondName ?? label).bareName), at: label))
        } else if !sentence.endsLikeASentence {
            problems.append(PlacedProblem(RecordProblem.openSentence(bare), at: label))
        }
        let value = parameter.defaultValue?.value
        let hasNil = value?.is(NilLiteralExprSyntax.self) ?? false
        if let type, type.isOptional, let value, !hasNil {
            problems.append(PlacedProblem(RecordProblem.optionalWithDefault(bare), at: value))
        }
        let bounds = bounds(of: parameter.attributes, &problems)
        guard problems.leaveCode(since: known), let type else { return nil }
        return Property(
            identifier: label.text, name: bare, type: type.name, isOptional: type.isOptional,
            value: hasNil || type.isOptional ? nil : value?.source, sentence: sentence, bounds: bounds)
    }

    /// What an id is, where no sentence says more than its name does; empty for all else.
    private static func usualSentence(_ name: String, _ type: FieldType?) -> String {
        guard let type = type?.name, type.hasPrefix("ID<"), type.hasSuffix(">") else { return "" }
        let what = name == "id" ? String(type.dropFirst(3).dropLast()) : name
        let words = what.kebabCase.split(separator: "-").filter { $0 != "id" }
        return "Which \(words.joined(separator: " "))."
    }

    private static func wireName(
        of variable: VariableDeclSyntax, _ bare: String, _ problems: inout [PlacedProblem]
    ) -> String {
        let markers = variable.attributes.named("Name")
        guard let marker = markers.first else { return bare }
        if markers.count > 1 { problems.append(PlacedProblem(RecordProblem.twice("Name"), at: markers[1])) }
        guard let name = marker.argumentList?.first?.expression.literalText, !name.isEmpty,
            name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C })
        else {
            problems.append(PlacedProblem(RecordProblem.nameIsNoLiteral, at: marker))
            return bare
        }
        return name
    }

    private static func previousNames(
        of variable: VariableDeclSyntax, _ name: String, _ problems: inout [PlacedProblem]
    ) -> [String] {
        let markers = variable.attributes.named("Was")
        guard let marker = markers.first else { return [] }
        if markers.count > 1 { problems.append(PlacedProblem(RecordProblem.twice("Was"), at: markers[1])) }
        let arguments = marker.argumentList.map(Array.init) ?? []
        let names = arguments.compactMap(\.expression.literalText)
        if arguments.isEmpty || names.count != arguments.count || names.contains("") {
            problems.append(PlacedProblem(RecordProblem.previousNameIsNoLiteral, at: marker))
        }
        if names.contains(name) { problems.append(PlacedProblem(RecordProblem.wasAlways(name), at: marker)) }
        return names
    }

    private static func bounds(of attributes: AttributeListSyntax, _ problems: inout [PlacedProblem]) -> [Bound] {
        var bounds: [Bound] = []
        for marker in attributes.named("Text", "In", "Count") {
            guard let kind = Bound.Kind(rawValue: marker.name), let argument = marker.argumentList?.first else {
                continue
            }
            if bounds.contains(where: { $0.kind == kind }) {
                problems.append(PlacedProblem(RecordProblem.twice(kind.rawValue), at: marker))
                continue
            }
            bounds.append(Bound(kind: kind, bounds: argument.expression.source))
        }
        return bounds
    }
}

extension VariableDeclSyntax {
    /// Whether nothing is stored; with `willSet` and `didSet` alone something is.
    var isComputed: Bool {
        switch bindings.first?.accessorBlock?.accessors {
        case .getter: true
        case .accessors(let accessors):
            !accessors.allSatisfy {
                [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
            }
        default: false
        }
    }
}
