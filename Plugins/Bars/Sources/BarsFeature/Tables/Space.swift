internal import FeatureKit

/// What there is of a bar in one shift.
struct Space: Equatable {
    let capacity: Int64
    /// Empty where only seats are counted.
    let tables: [Table]
    /// How many more than its seats may be sold.
    let extra: Int64

    /// - Parameter overbooking: How many percent more is sold; what is no whole seat is none.
    init(_ bar: Bar, overbooking: Int64) {
        (capacity, tables) = (bar.capacity, bar.tables)
        extra = bar.capacity * overbooking / 100
    }

    /// How many are taken at most.
    var limit: Int64 { capacity + extra }
}
