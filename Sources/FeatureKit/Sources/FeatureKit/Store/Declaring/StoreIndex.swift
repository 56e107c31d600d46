/// An index of a collection, by which a query finds documents without reading all of them.
public struct StoreIndex: Sendable, Hashable {
    /// The kinds of indexes.
    @_spi(Hosting) public enum Kind: Sendable, Hashable {
        /// Values in order, from the first field on.
        case ordered([FieldKey], isUnique: Bool)
        /// Every part of a text.
        case parts(String)
        /// Points on the earth.
        case points(String)
    }

    /// What kind of index it is.
    @_spi(Hosting) public let kind: Kind

    package init(kind: Kind) { self.kind = kind }

    /// An index on a field, or on several from the first one on.
    public static func on(_ fields: FieldKey...) -> StoreIndex { StoreIndex(kind: .ordered(fields, isUnique: false)) }

    /// An index in which no two documents have the same values; documents that lack one of its fields are not compared.
    public static func unique(_ fields: FieldKey...) -> StoreIndex {
        StoreIndex(kind: .ordered(fields, isUnique: true))
    }

    /// An index on every part of a text, without accents and case.
    public static func contains(_ field: String) -> StoreIndex { StoreIndex(kind: .parts(field)) }

    /// An index on a `GeoPoint`.
    public static func near(_ field: String) -> StoreIndex { StoreIndex(kind: .points(field)) }
}

extension StoreIndex {
    /// The index as `@Collection` takes it: `.on(\.bar, \.name.folded)`.
    var asKeyPaths: String {
        func path(_ field: FieldKey) -> String { "\\.\(field.path)\(field.isFolded ? ".folded" : "")" }
        return switch kind {
        case .ordered(let fields, let isUnique):
            "\(isUnique ? ".unique" : ".on")(\(fields.map(path).joined(separator: ", ")))"
        case .parts(let field): ".contains(\\.\(field))"
        case .points(let field): ".near(\\.\(field))"
        }
    }
}

extension StoreIndex: CustomStringConvertible {
    /// The index as it is written in a declaration.
    public var description: String {
        switch kind {
        case .ordered(let fields, let isUnique):
            "\(isUnique ? ".unique" : ".on")(\(fields.map(\.description).joined(separator: ", ")))"
        case .parts(let field): ".contains(\"\(field)\")"
        case .points(let field): ".near(\"\(field)\")"
        }
    }
}
