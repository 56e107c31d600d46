/// What documents that a query finds have in common; a query's conditions hold all at once.
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

    /// The field has this value.
    public static func equals(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.equals)
    }

    /// The field has one of these values, 100 at most.
    public static func among(_ field: FieldKey, _ values: [some Shaped]) -> StoreCondition {
        do { return StoreCondition(field: field, test: .among(try values.map { try Value(encoding: $0) })) } catch {
            return StoreCondition(field: field, test: .broken("\(error)"))
        }
    }

    /// The field is not there, or is null.
    public static func absent(_ field: FieldKey) -> StoreCondition { StoreCondition(field: field, test: .absent) }

    /// The field is this or more.
    public static func from(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.from)
    }

    /// The field is more than this.
    public static func above(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.above)
    }

    /// The field is this or less.
    public static func upTo(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.upTo)
    }

    /// The field is less than this.
    public static func below(_ field: FieldKey, _ value: some Shaped) -> StoreCondition {
        on(field, value, Test.below)
    }

    /// The text begins like this.
    public static func begins(_ field: FieldKey, _ start: String) -> StoreCondition {
        StoreCondition(field: field, test: .begins(start))
    }

    /// The text has this in it, whatever its accents and case.
    public static func contains(_ field: String, _ part: String) -> StoreCondition {
        StoreCondition(field: FieldKey(field), test: .contains(part))
    }

    /// The point lies no further away than so many metres; what is found comes nearest first.
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
