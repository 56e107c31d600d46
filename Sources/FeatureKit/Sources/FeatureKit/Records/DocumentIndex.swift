/// An index as `@Collection` takes it, with key paths for its fields; the macro turns it into a `StoreIndex`.
public struct DocumentIndex: Sendable {
    /// A field of a document by its name.
    public typealias Path = KeyPath<DocumentFields, DocumentFields>

    /// An index on a field, or on several from the first one on.
    public static func on(_ fields: Path...) -> DocumentIndex { DocumentIndex() }
    /// An index in which no two documents have the same values; documents that lack one of its fields are not compared.
    public static func unique(_ fields: Path...) -> DocumentIndex { DocumentIndex() }
    /// An index on every part of a text, without accents and case.
    public static func contains(_ field: Path) -> DocumentIndex { DocumentIndex() }
    /// An index on a `GeoPoint`.
    public static func near(_ field: Path) -> DocumentIndex { DocumentIndex() }
}

/// The type that the key paths of a `DocumentIndex` go through: it accepts any name, and `@Collection` checks it.
@dynamicMemberLookup
public struct DocumentFields: Sendable {
    /// A field of the document, or of the record in a field.
    public subscript(dynamicMember name: String) -> DocumentFields { self }
    /// The text of the field without accents and case.
    public var folded: DocumentFields { self }
}
