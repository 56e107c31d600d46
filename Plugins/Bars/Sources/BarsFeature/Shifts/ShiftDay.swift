internal import FeatureKit
internal import Seating

/// One shift of one bar on one day: how much of it is taken.
///
/// It decides and touches nothing: a transaction reads it and writes it with the booking in one transaction.
@Record @Collection("shift-days", .on(\.date), .on(\.bar, \.date))
struct ShiftDay: Equatable {
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

    /// How many people come, and who sits where.
    var seats: Seats {
        get { Seats(taken: taken, parties: parties) }
        set { (taken, parties) = (newValue.taken, newValue.parties) }
    }

    /// The largest party that there is room for, as it was computed last.
    func largestParty(in plan: SeatingPlan) -> Int { plan.tables.isEmpty ? seats.free(in: plan) : fits ?? 0 }

    /// Computes the largest party that there is room for, which searches go by.
    mutating func updateLargestParty(in plan: SeatingPlan) {
        fits = plan.tables.isEmpty ? nil : seats.largestParty(in: plan)
    }

    /// Puts a party on the wait list; its number there.
    mutating func addToWaitList() -> Int {
        waiting += 1
        waitListNumber += 1
        return waitListNumber
    }

    /// Takes a party off the wait list.
    mutating func removeFromWaitList() throws(SeatsProblem) {
        guard waiting > 0 else {
            throw SeatsProblem("the wait list of \(bar)/\(date)/\(shift) is empty, and a party leaves it")
        }
        waiting -= 1
    }
}
