/// A collection whose declaration makes sense, with what engines keep of each document in columns.
@_spi(Hosting) public final class CheckedCollection: Sendable {
    /// A field that some index holds, in the form in which it is compared.
    public struct Column: Sendable, Hashable {
        /// The field.
        public let field: FieldKey
        /// What its values become.
        public let kind: KeyKind
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
        self.layout = layout
        columns = []
        ordered = []
        parts = []
        points = []
    }
}
