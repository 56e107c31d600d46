/// How many people a place takes at one time, and at which tables.
public struct SeatingPlan: Equatable, Sendable {
    /// How many seats there are.
    public let capacity: Int
    /// Empty where only seats are counted.
    public let tables: [Table]
    /// How many more than its seats may be sold.
    public let extra: Int

    /// - Parameter overbooking: How many per cent more is sold, in whole seats.
    public init(capacity: Int, tables: [Table] = [], overbooking: Int = 0) {
        (self.capacity, self.tables, extra) = (capacity, tables, capacity * overbooking / 100)
    }

    /// How many people it takes at most.
    public var limit: Int { capacity + extra }

    /// The largest party that there is room for while nobody is here.
    public var largestParty: Int { Seats().largestParty(in: self) }

    var planner: TablePlanner { TablePlanner(tables) }
}
