internal import FeatureKit
internal import Seating

/// One shift of one bar on one day: how much of it is taken.
///
/// It decides and touches nothing: a transaction reads it and writes it with the booking in one transaction. In a bar that
/// counts seats it does not grow with its bookings.
@Record @Collection("shift-days", .on(\.date), .on(\.bar, \.date))
struct ShiftDay: Equatable {
    /// Which bar.
    let bar: ID<Bar>
    /// The day by the clock of the bar.
    @Text(10...10) let date: String
    /// Which shift.
    @Text(Shift.idLength) let shift: String
    /// When the shift starts.
    let starts: Timestamp
    /// How many people are booked and held.
    private(set) var taken = 0
    /// How many parties are on the wait list.
    private(set) var waiting = 0
    /// The last number on the wait list that was given.
    private(set) var waitListNumber = 0
    /// Nothing that is held or waits here ends earlier.
    var ends: Timestamp?
    /// The parties and their tables; empty where only seats are counted.
    private(set) var parties: [SeatedParty] = []
    /// The largest party that there is room for; absent where only seats are counted.
    private(set) var fits: Int?

    /// The shift of a booking, with nothing taken.
    init(of booking: Booking) {
        self.init(bar: booking.bar, date: booking.date, shift: booking.shift, starts: booking.starts)
    }

    static func id(_ bar: ID<Bar>, _ date: String, _ shift: String) -> ID<ShiftDay> { ID("\(bar)/\(date)/\(shift)") }

    /// The tables of a booking.
    func tables(of booking: ID<Booking>) -> [String] { parties.first { $0.booking == booking }?.tables ?? [] }

    /// How many seats are free.
    func free(in plan: SeatingPlan) -> Int { max(0, plan.limit - taken) }

    /// The largest party that there is room for.
    func largestParty(in plan: SeatingPlan) -> Int { plan.tables.isEmpty ? free(in: plan) : fits ?? 0 }

    /// Whether there is room for a party.
    func hasRoom(for people: Int, in plan: SeatingPlan) -> Bool {
        var other = self
        return other.take(ID(""), people, in: plan)
    }

    // MARK: - Seats

    /// Takes seats for a booking; false where there are none.
    mutating func take(_ booking: ID<Booking>, _ people: Int, in plan: SeatingPlan) -> Bool {
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
    mutating func release(_ booking: ID<Booking>, _ people: Int, in plan: SeatingPlan) throws(ShiftDayProblem) {
        try remove(booking, people)
        if !plan.tables.isEmpty { parties = parties.seatingPartiesWithoutTable(in: plan) }
    }

    private mutating func remove(_ booking: ID<Booking>, _ people: Int) throws(ShiftDayProblem) {
        guard people <= taken, parties.isEmpty || parties.contains(where: { $0.booking == booking }) else {
            throw ShiftDayProblem(
                description: "\(booking) gives back \(people) in \(bar)/\(date)/\(shift), and has none")
        }
        taken -= people
        parties.removeAll { $0.booking == booking }
    }

    /// Changes how many people a booking has; false, and nothing changes, where there is no room.
    mutating func resize(
        _ booking: ID<Booking>, from people: Int, to changed: Int, in plan: SeatingPlan
    ) throws(ShiftDayProblem) -> Bool {
        var other = self
        try other.remove(booking, people)
        if other.take(booking, changed, in: plan) {
            if !plan.tables.isEmpty { other.parties = other.parties.seatingPartiesWithoutTable(in: plan) }
        } else if changed <= people {
            // More is taken than the bar has by now: fewer people are welcome in any case.
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

    /// Seats bookings again by the plan as it is now, the first first.
    ///
    /// - Returns: Those that find no place.
    mutating func reseat(_ bookings: [Stored<Booking>], in plan: SeatingPlan) -> [Stored<Booking>] {
        (taken, parties) = (0, [])
        let people = bookings.map(\.document.people)
        if !plan.tables.isEmpty, people.reduce(0, +) <= plan.capacity,
            let found = plan.planner.tables(forAll: people)
        {
            parties = zip(bookings, found).map {
                SeatedParty(booking: $0.key, people: $0.document.people, tables: $1)
            }
            taken = people.reduce(0, +)
            return []
        }
        return bookings.filter { !take($0.key, $0.document.people, in: plan) }
    }

    /// Computes the largest party that there is room for, which searches go by.
    mutating func updateLargestParty(in plan: SeatingPlan) {
        fits = plan.tables.isEmpty ? nil : parties.largestParty(in: plan)
    }

    // MARK: - Wait list

    /// Puts a party on the wait list; its number there.
    mutating func addToWaitList() -> Int {
        waiting += 1
        waitListNumber += 1
        return waitListNumber
    }

    /// Takes a party off the wait list.
    mutating func removeFromWaitList() throws(ShiftDayProblem) {
        guard waiting > 0 else {
            throw ShiftDayProblem(
                description: "the wait list of \(bar)/\(date)/\(shift) is empty, and a party leaves it")
        }
        waiting -= 1
    }
}

/// What is kept of a shift does not add up.
struct ShiftDayProblem: Error, Equatable, CustomStringConvertible { let description: String }
