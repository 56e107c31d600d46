/// What callers give of a record: its properties with `@Editable`, in a `Draft` of a new one and in a `Change` of one.
struct Edits {
    static let (draft, change) = ("Draft", "Change")

    private let record: RecordDeclaration
    private let fields: [Property]

    /// Nil where no property is editable.
    init?(_ record: RecordDeclaration) {
        (self.record, fields) = (record, record.fields.filter { $0.edit != nil })
        if fields.isEmpty { return nil }
    }

    /// The nested records and what makes the record of them; a record in no collection is part of others, and has no drafts.
    var members: [String] {
        let types = ["FeatureKit.\(record.isStored ? "RecordChange" : "Shaped")"] + record.equality
        let change = code(record.kept + fields.map(\.inChange)).declaration(
            of: Self.change, types, "A change of the record: what is absent stays.", applying)
        guard record.isStored else { return [change] }
        let draft = code(fields.map(\.inDraft)).declaration(
            of: Self.draft, ["FeatureKit.Shaped"] + record.equality, "What callers give of a new record.")
        return [draft, drafted, change]
    }

    private func code(_ fields: [Property]) -> RecordCode {
        RecordCode(fields: fields, access: record.access, isGeneric: record.isGeneric)
    }

    private var drafted: String {
        let others = record.fields.filter { $0.edit == nil }
        let parameters = ["_ draft: \(Self.draft)"] + others.map(\.parameter)
        let lines =
            fields.map { field in
                let name = field.identifier
                return "self.\(name) = draft.\(name)" + (field.isRemovable ? ".flatMap { $0.isEmpty ? nil : $0 }" : "")
            }
            + others.map { "self.\($0.identifier) = \($0.identifier)" }
        // A property that could not be read is set by nobody, and is an error already.
        let body = record.isWhole ? lines.joined(separator: "\n") : "while true {}"
        return """
            \(record.access)init(\(parameters.joined(separator: ", "))) {
            \(body.indented)
            }
            """
    }

    private var applying: String {
        let lines = fields.map { field in
            let name = field.identifier
            return switch field.edit {
            case .byField: "if let value = self.\(name) { value.apply(to: &record.\(name)) }"
            case _ where field.isRemovable:
                "if let value = self.\(name) { record.\(name) = value.isEmpty ? nil : value }"
            default: "if let value = self.\(name) { record.\(name) = value }"
            }
        }
        return """
            /// Changes the record.
            \(record.access)func apply(to record: inout \(record.name)) {
            \(lines.joined(separator: "\n").indented)
            }
            """
    }
}

extension RecordDeclaration {
    /// Which record a change is of, named as the record is: a bar's `bar`.
    fileprivate var kept: [Property] {
        guard isStored else { return [] }
        let idName = Self.idName(of: name)
        let words = idName.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
        return [
            Property(
                identifier: idName, name: idName, type: "FeatureKit.ID<\(name)>", isOptional: false, value: nil,
                sentence: "Which \(words)."),
            Property(
                identifier: "version", name: "version", type: "Int64", isOptional: true, value: nil,
                sentence: "The version that is changed; refused where there is another one by now."),
        ]
    }
}

extension Property {
    /// How a change of the record says it.
    enum Edit { case whole, byField }

    /// Whether an empty text means that there is none.
    fileprivate var isRemovable: Bool { isOptional && type == "String" }

    /// The bounds, and an empty text where that is none.
    private var removableBounds: [Bound] {
        isRemovable ? bounds.map { Bound(kind: $0.kind, bounds: "0...(\($0.bounds)).upperBound") } : bounds
    }

    fileprivate var inDraft: Property {
        Property(
            identifier: identifier, name: name, type: type, isOptional: isOptional, value: value, sentence: sentence,
            bounds: removableBounds)
    }

    fileprivate var inChange: Property {
        Property(
            identifier: identifier, name: name, type: edit == .byField ? "\(type).\(Edits.change)" : type,
            isOptional: true, value: nil,
            sentence: isRemovable ? "\(sentence.dropLast()); empty to take it away." : sentence,
            bounds: removableBounds)
    }
}
