internal import Seating

/// What a bar sells in one shift.
struct SeatingPlan: Equatable {
    let capacity: Int
    /// Empty where only seats are counted.
    let tables: [Table]
    /// How many more than its seats may be sold.
    let extra: Int

    /// - Parameter overbooking: How many per cent more is sold, in whole seats.
    init(_ bar: Bar, overbooking: Int) {
        (capacity, tables) = (bar.capacity, bar.tables)
        extra = bar.capacity * overbooking / 100
    }

    /// How many people it takes at most.
    var limit: Int { capacity + extra }

    var planner: TablePlanner {
        TablePlanner(tables.map { .init(id: $0.id, seats: $0.seats, least: $0.least, joins: $0.joins) })
    }

    /// The largest party that there is room for while nothing is booked.
    var largestParty: Int { tables.isEmpty ? limit : [SeatedParty]().largestParty(in: self) }
}
