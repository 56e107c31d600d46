/// A part of a record that others see: its properties with a marker, after the id and the version they are kept under.
enum Projection: CaseIterable {
    /// What callers see.
    case view
    /// What goes into an event.
    case event

    /// The attribute that puts a property into it.
    var marker: String {
        switch self {
        case .view: "Public"
        case .event: "InEvent"
        }
    }

    /// The nested record.
    var typeName: String {
        switch self {
        case .view: "View"
        case .event: "Event"
        }
    }

    /// The protocol that says that a record has it.
    var conformance: String {
        switch self {
        case .view: "RecordWithView"
        case .event: "RecordWithEvent"
        }
    }

    /// What makes it of a stored record.
    private var mapping: String {
        switch self {
        case .view: "view"
        case .event: "event"
        }
    }

    private var sentence: String {
        switch self {
        case .view: "The record as callers see it."
        case .event: "The record as events have it."
        }
    }

    private static func kept(of record: RecordDeclaration) -> [Property] {
        [
            Property(
                identifier: "id", name: "id", type: "FeatureKit.ID<\(record.name)>", isOptional: false, value: nil,
                sentence: "The id it is kept under."),
            Property(
                identifier: "version", name: "version", type: "Int64", isOptional: false, value: nil,
                sentence: "Another one with every change."),
        ]
    }

    func isDeclared(in record: RecordDeclaration) -> Bool {
        (record.fields + record.computed).contains { $0.projections.contains(self) }
    }

    /// The nested record and its mapping; none where no property is part of it.
    func members(of record: RecordDeclaration) -> [String] {
        guard isDeclared(in: record) else { return [] }
        let properties = (record.fields + record.computed).filter { $0.projections.contains(self) }
        // A projection always has all that it was made of, so a field with a default is required there.
        let fields =
            Self.kept(of: record)
            + properties.map {
                Property(
                    identifier: $0.identifier, name: $0.name, type: $0.type, isOptional: $0.isOptional, value: nil,
                    sentence: $0.sentence, bounds: $0.bounds)
            }
        let code = RecordCode(fields: fields, access: record.access, isGeneric: record.isGeneric)
        let arguments =
            ["id: stored.key", "version: stored.version"]
            + properties.map { "\($0.identifier): stored.document.\($0.identifier)" }
        return [
            code.declaration(of: typeName, ["FeatureKit.Shaped"] + record.equality, sentence),
            """
            \(record.access)static func \(mapping)(of stored: FeatureKit.Stored<Self>) -> \(typeName) {
                \(typeName)(\(arguments.joined(separator: ", ")))
            }
            """,
        ]
    }
}

extension String {
    /// Every line four places further in.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }
            .joined(separator: "\n")
    }
}
