import SwiftDiagnostics
import SwiftSyntax

/// The type of a field, as far as syntax tells.
struct FieldType {
    /// The type without a `?`.
    let name: String
    let isOptional: Bool

    /// Reads the type that is written, or that a literal has.
    static func read(
        _ binding: PatternBindingSyntax, name: String, _ problems: inout [PlacedProblem]
    ) -> FieldType? {
        guard let written = binding.typeAnnotation?.type else {
            if let type = binding.initializer.flatMap({ literalType(of: $0.value) }) {
                return FieldType(name: type, isOptional: false)
            }
            let pattern = binding.pattern.trimmed
            let typed = binding.with(\.pattern, pattern).with(
                \.typeAnnotation,
                TypeAnnotationSyntax(
                    colon: .colonToken(trailingTrivia: .space),
                    type: IdentifierTypeSyntax(name: .identifier("<#Type#>")),
                    trailingTrivia: binding.initializer == nil ? [] : .space))
            problems.append(
                PlacedProblem(
                    RecordProblem.noType(name), at: binding.pattern,
                    fixIts: [
                        FixIt(
                            message: Remedy(message: "write the type"),
                            changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(typed))])
                    ]))
            return nil
        }
        return read(written, name: name, &problems)
    }

    /// Reads a type that is written.
    static func read(_ written: TypeSyntax, name: String, _ problems: inout [PlacedProblem]) -> FieldType? {
        let (inner, isOptional) = unwrapped(written)
        if isOptional, unwrapped(inner).isOptional {
            problems.append(PlacedProblem(RecordProblem.optionalInOptional(name), at: written))
            return nil
        }
        if let what = unsupported(inner) {
            problems.append(PlacedProblem(RecordProblem.type(what, of: name), at: written))
            return nil
        }
        return FieldType(name: inner.source, isOptional: isOptional)
    }

    /// Which bounds the shape of a type has although no marker gives any.
    static func usualBounds(of type: String) -> [Property.Bound.Kind] {
        switch type {
        case "String": [.text]
        case "Duration": [.range]
        default: element(of: type).map { [.count] + usualBounds(of: $0) } ?? []
        }
    }

    /// What has to read exactly so that a field of the type does; nil where the code that is generated does already.
    ///
    /// It checks bounds of a list and of what is in it, but not those of lists in lists.
    static func exactness(of type: String) -> String? {
        if FieldMacro.known.contains(type) { return nil }
        if let element = element(of: type) {
            return self.element(of: element) == nil ? exactness(of: element) : "[\(element)].readsExactly"
        }
        return "\(type).readsExactly"
    }

    /// The element of a list, or what a mapping maps to, where the type is written in brackets.
    private static func element(of type: String) -> String? {
        guard type.hasPrefix("["), type.hasSuffix("]") else { return nil }
        let inner = type.dropFirst().dropLast()
        if !inner.hasPrefix("["), let colon = inner.firstIndex(of: ":") {
            return inner[inner.index(after: colon)...].trimmed
        }
        return inner.trimmed
    }

    /// The type within an optional one, however that is written.
    private static func unwrapped(_ type: TypeSyntax) -> (type: TypeSyntax, isOptional: Bool) {
        if let optional = type.as(OptionalTypeSyntax.self) { return (optional.wrappedType, true) }
        if let named = type.as(IdentifierTypeSyntax.self), named.name.text == "Optional",
            let argument = named.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
        {
            return (argument, true)
        }
        if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
            only.firstName == nil
        {
            return unwrapped(only.type)
        }
        return (type, false)
    }

    /// What no record can hold, in words.
    private static func unsupported(_ type: TypeSyntax) -> String? {
        switch type.kind {
        case .tupleType: "a tuple"
        case .functionType: "a closure"
        case .attributedType:
            type.cast(AttributedTypeSyntax.self).baseType.is(FunctionTypeSyntax.self) ? "a closure" : "of such a type"
        case .someOrAnyType: "of a type that is known only when the program runs"
        case .implicitlyUnwrappedOptionalType: "implicitly unwrapped"
        case .metatypeType: "a type"
        default: nil
        }
    }

    /// The type of a default that is a plain literal.
    private static func literalType(of value: ExprSyntax) -> String? {
        switch value.kind {
        case .booleanLiteralExpr: "Bool"
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .stringLiteralExpr: "String"
        case .prefixOperatorExpr:
            value.cast(PrefixOperatorExprSyntax.self).operator.text == "-"
                ? literalType(of: value.cast(PrefixOperatorExprSyntax.self).expression) : nil
        default: nil
        }
    }
}
