/// Which field of a collection's documents is a person, by the key of the caller, and what erasing that person does to them.
public struct PersonRule: Sendable, Hashable {
    /// The field that holds the person's key.
    @_spi(Hosting) public let field: String
    /// Whether the documents go; otherwise the person is taken out of them.
    @_spi(Hosting) public let deletes: Bool
    /// Other fields that are taken out with the person.
    @_spi(Hosting) public let cleared: [String]

    package init(field: String, deletes: Bool, cleared: [String] = []) {
        self.field = field
        self.deletes = deletes
        self.cleared = cleared
    }

    /// Erasing a person deletes the documents that are theirs.
    public static func deletes(_ field: String) -> PersonRule { PersonRule(field: field, deletes: true) }

    /// Erasing a person takes the key and other fields out of the documents that are theirs; all of these are optional.
    public static func anonymises(_ field: String, clearing others: String...) -> PersonRule {
        PersonRule(field: field, deletes: false, cleared: others)
    }

    /// What is wrong with the rule for documents of a Shape.
    func problems(in shape: Shape) -> [LayoutProblem] {
        guard case .object(let fields) = shape.kind else { return [] }
        func check(_ name: String, isPerson: Bool) -> LayoutProblem? {
            guard let field = fields.first(where: { $0.name == name }) else {
                return .noPerson(name, hint: Suggestion.closest(to: name, in: fields.map(\.name)))
            }
            if isPerson, Scalar(field.shape) != .text { return .personIsNoText(name, field.shape) }
            return deletes || !field.isRequired ? nil : .personStays(name)
        }
        return [check(field, isPerson: true)].compactMap(\.self) + cleared.compactMap { check($0, isPerson: false) }
    }

    /// The index that finds a person's documents.
    var index: StoreIndex { .on(FieldKey(field)) }

    /// Whether an index finds them.
    func isServed(by index: StoreIndex) -> Bool {
        if case .ordered(let fields, _) = index.kind { fields.first == FieldKey(field) } else { false }
    }
}

/// Which field is a person, as `@Collection` takes it, with key paths; the macro makes a `PersonRule` of it.
public struct DocumentPerson: Sendable {
    /// Erasing a person deletes the documents that are theirs.
    public static func deletes(_ field: DocumentIndex.Path) -> DocumentPerson { DocumentPerson() }
    /// Erasing a person takes the key and other fields out of the documents that are theirs; all of these are optional.
    public static func anonymises(
        _ field: DocumentIndex.Path, clearing others: DocumentIndex.Path...
    ) -> DocumentPerson { DocumentPerson() }
}
