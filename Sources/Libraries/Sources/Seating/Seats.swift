/// What is taken of a place at one time: how many people are booked, and where there are tables, who sits where.
///
/// It decides and touches nothing. Where only seats are counted it does not grow with the bookings.
public struct Seats: Equatable, Sendable {
    /// How many people are booked.
    public private(set) var taken: Int
    /// The parties and their tables; empty where only seats are counted.
    public private(set) var parties: [SeatedParty]

    /// What is taken by now.
    public init(taken: Int = 0, parties: [SeatedParty] = []) { (self.taken, self.parties) = (taken, parties) }

    /// The tables of a booking.
    public func tables(of booking: String) -> [String] { parties.first { $0.booking == booking }?.tables ?? [] }

    /// How many seats are free.
    public func free(in plan: SeatingPlan) -> Int { max(0, plan.limit - taken) }

    /// Computes the largest party that there is room for.
    public func largestParty(in plan: SeatingPlan) -> Int {
        plan.tables.isEmpty ? free(in: plan) : parties.largestParty(in: plan)
    }

    /// Whether there is room for a party.
    public func hasRoom(for people: Int, in plan: SeatingPlan) -> Bool {
        var other = self
        return other.take("", people, in: plan)
    }

    /// Takes seats for a booking; false where there are none.
    public mutating func take(_ booking: String, _ people: Int, in plan: SeatingPlan) -> Bool {
        guard people > 0, people <= free(in: plan) else { return false }
        if !plan.tables.isEmpty {
            guard let more = parties.adding(people, for: booking, in: plan) else { return false }
            parties = more
        }
        taken += people
        return true
    }

    /// Gives the seats of a booking back.
    ///
    /// - Throws: Where it has none; then something was given back twice.
    public mutating func release(_ booking: String, _ people: Int, in plan: SeatingPlan) throws(SeatsProblem) {
        try remove(booking, people)
        if !plan.tables.isEmpty { parties = parties.seatingPartiesWithoutTable(in: plan) }
    }

    private mutating func remove(_ booking: String, _ people: Int) throws(SeatsProblem) {
        guard people <= taken, parties.isEmpty || parties.contains(where: { $0.booking == booking }) else {
            throw SeatsProblem("\(booking) gives back \(people) seats, and has none")
        }
        taken -= people
        parties.removeAll { $0.booking == booking }
    }

    /// Changes how many people a booking has; false, and nothing changes, where there is no room.
    public mutating func resize(
        _ booking: String, from people: Int, to changed: Int, in plan: SeatingPlan
    ) throws(SeatsProblem) -> Bool {
        var other = self
        try other.remove(booking, people)
        if other.take(booking, changed, in: plan) {
            if !plan.tables.isEmpty { other.parties = other.parties.seatingPartiesWithoutTable(in: plan) }
        } else if changed <= people {
            // More is taken than there is by now: fewer people are welcome in any case.
            other = self
            other.taken -= people - changed
            for index in other.parties.indices where other.parties[index].booking == booking {
                other.parties[index].people = changed
            }
        } else {
            return false
        }
        self = other
        return true
    }

    /// Seats all bookings again by a plan, the first first.
    ///
    /// - Returns: Those that find no place.
    public mutating func reseat(_ bookings: [(booking: String, people: Int)], in plan: SeatingPlan) -> [String] {
        self = Seats()
        let people = bookings.map(\.people)
        if !plan.tables.isEmpty, people.reduce(0, +) <= plan.capacity,
            let found = plan.planner.tables(forAll: people)
        {
            parties = zip(bookings, found).map { SeatedParty(booking: $0.booking, people: $0.people, tables: $1) }
            taken = people.reduce(0, +)
            return []
        }
        return bookings.filter { !take($0.booking, $0.people, in: plan) }.map(\.booking)
    }
}

/// What is taken does not add up.
public struct SeatsProblem: Error, Equatable, CustomStringConvertible {
    /// What happened.
    public let description: String

    /// Says what happened.
    public init(_ description: String) { self.description = description }
}
