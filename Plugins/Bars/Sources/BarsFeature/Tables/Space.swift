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

extension Sitting {
    /// How many seats are free.
    func free(in space: Space) -> Int64 { max(0, space.limit - taken) }

    /// The largest party that there is room for; of a sitting that nobody has booked yet ask `Sitting.largest(in:)`.
    func largest(in space: Space) -> Int64 { space.tables.isEmpty ? free(in: space) : fits ?? 0 }

    /// The largest party that there is room for where nobody sits.
    static func largest(in space: Space) -> Int64 { space.limit }
}
