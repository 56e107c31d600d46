/// A condition on the documents that a query finds; all conditions of a query have to hold.
public struct StoreCondition: Sendable, Equatable {
    /// The kinds of conditions.
    @_spi(Hosting) public enum Test: Sendable, Equatable {
        case equals(Value)
        case among([Value])
        case absent
        case from(Value)
        case above(Value)
        case upTo(Value)
        case below(Value)
        case begins(String)
        case contains(String)
        case near(GeoPoint, within: Double?)
        /// A value that could not be encoded, and why.
        case broken(String)
    }

    /// The field that is looked at.
    @_spi(Hosting) public let field: FieldKey
    /// What is asked of it.
    @_spi(Hosting) public let test: Test

    package init(field: FieldKey, test: Test) {
        self.field = field
        self.test = test
    }

    /// The field is equal to the value.
    public static func equals(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.equals)
    }

    /// The field is equal to one of these values, 100 at most.
    public static func among(_ field: FieldKey, _ values: [some Shaped]) -> StoreCondition {
        do { return StoreCondition(field: field, test: .among(try values.map { try Value(encoding: $0) })) } catch {
            return StoreCondition(field: field, test: .broken("\(error)"))
        }
    }

    /// The field is absent or null.
    public static func absent(_ field: FieldKey) -> StoreCondition { StoreCondition(field: field, test: .absent) }

    /// The field is greater than the value or equal to it.
    public static func from(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.from)
    }

    /// The field is greater than the value.
    public static func above(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.above)
    }

    /// The field is less than the value or equal to it.
    public static func upTo(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.upTo)
    }

    /// The field is less than the value.
    public static func below(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.below)
    }

    /// The text begins with this one.
    public static func begins(_ field: FieldKey, _ start: String) -> StoreCondition {
        StoreCondition(field: field, test: .begins(start))
    }

    /// The text contains this one, ignoring accents and case.
    public static func contains(_ field: String, _ part: String) -> StoreCondition {
        StoreCondition(field: FieldKey(field), test: .contains(part))
    }

    /// The point is at most this many metres away; the nearest documents come first.
    public static func near(_ field: String, of point: GeoPoint, within metres: Double? = nil) -> StoreCondition {
        StoreCondition(field: FieldKey(field), test: .near(point, within: metres))
    }

    private static func on(
        _ field: FieldKey, _ value: some Shaped, _ test: (Value) -> Test
    ) -> StoreCondition {
        do { return StoreCondition(field: field, test: test(try Value(encoding: value))) } catch {
            return StoreCondition(field: field, test: .broken("\(error)"))
        }
    }
}
