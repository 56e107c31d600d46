/// The order of the documents that a query finds; equal ones are ordered by id.
public struct StoreOrder: Sendable, Hashable {
    /// One field of an order.
    @_spi(Hosting) public struct Part: Sendable, Hashable {
        /// The field.
        public let field: FieldKey
        /// Whether the largest comes first.
        public let isDescending: Bool

        package init(field: FieldKey, isDescending: Bool) {
            self.field = field
            self.isDescending = isDescending
        }
    }

    /// The fields, the one that counts most first.
    @_spi(Hosting) public let parts: [Part]

    package init(parts: [Part]) { self.parts = parts }

    /// The smallest value first; documents without the field come before all others.
    public static func by(_ field: FieldKey) -> StoreOrder {
        StoreOrder(parts: [Part(field: field, isDescending: false)])
    }

    /// The largest value first; documents without the field come last.
    public static func descending(by field: FieldKey) -> StoreOrder {
        StoreOrder(parts: [Part(field: field, isDescending: true)])
    }

    /// Orders documents that are equal here by another order.
    public func then(_ other: StoreOrder) -> StoreOrder { StoreOrder(parts: parts + other.parts) }
}
