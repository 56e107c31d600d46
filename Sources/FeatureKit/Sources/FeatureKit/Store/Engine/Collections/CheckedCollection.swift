/// A collection whose declaration makes sense, with what engines keep of each document in columns.
@_spi(Hosting) public final class CheckedCollection: Sendable {
    /// A field that some index holds, in the form in which it is compared.
    public struct Column: Sendable, Hashable {
        /// The field.
        public let field: FieldKey
        /// What its values become.
        public let kind: KeyKind
        /// The names that lead to it, from the outside in.
        public let steps: [String]
        let scalar: Scalar

        init(_ field: FieldKey, _ scalar: Scalar) {
            self.field = field
            self.scalar = scalar
            kind = field.isFolded ? .folded : scalar.kind
            steps = FieldKey.steps(of: field.path)
        }

        /// What a value of the field becomes; nothing where there is none.
        public func key(of value: Value?) -> StoreKey { value.flatMap { scalar.key(of: $0, in: kind) } ?? .null }
    }

    /// The declaration.
    public let layout: CollectionLayout
    /// Every field that an ordered index holds, once.
    public let columns: [Column]
    /// The ordered indexes, by the numbers of their columns.
    public let ordered: [(columns: [Int], isUnique: Bool)]
    /// The texts of which every part is found.
    public let parts: [String]
    /// The points.
    public let points: [String]

    /// The collection's name.
    public var name: String { layout.name }

    /// Checks a declaration against the Shape.
    ///
    /// - Throws: `misused` with everything that is wrong.
    public init(_ layout: CollectionLayout, of feature: String) throws(StoreError) {
        let reader = LayoutReader(layout)
        guard reader.problems.isEmpty else { throw .senseless(layout.name, of: feature, reader.problems) }
        self.layout = layout
        columns = reader.columns
        ordered = reader.ordered
        parts = reader.parts
        points = reader.points
    }

    /// The number of a field's column, where some ordered index holds it.
    public func column(of field: FieldKey) -> Int? { columns.firstIndex { $0.field == field } }
}

@_spi(Hosting) extension CheckedCollection: Equatable {
    /// Whether both are one.
    public static func == (left: CheckedCollection, right: CheckedCollection) -> Bool { left === right }
}

extension FieldKey {
    static func steps(of path: String) -> [String] {
        path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
