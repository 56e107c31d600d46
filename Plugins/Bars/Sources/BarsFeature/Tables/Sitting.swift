internal import FeatureKit

/// One shift of one bar on one day: what is taken of it.
///
/// It decides and touches nothing. Whoever books reads it, lets it decide, and writes it with the booking in one transaction.
/// Where a bar counts seats it does not grow with its bookings.
struct Sitting: Shaped, Codable, Equatable {
    /// Where a party sits, in a bar with tables.
    struct Seated: Shaped, Codable, Equatable {
        let booking: String
        var people: Int64
        /// None where it is one more than the bar has tables for.
        var tables: [String]

        static let shape = Shape.object([
            Field("booking", .text(length: 1...64), "Which booking."),
            Field("people", .integer(in: 1...Book.mostPeople), "How many."),
            Field("tables", .list(of: .text(length: 1...20)), "At which tables.", default: []),
        ])
    }

    let bar: String
    let date: String
    let shift: String
    let starts: Timestamp
    /// How many are booked and held.
    private(set) var taken: Int64 = 0
    /// How many parties wait.
    private(set) var waiting: Int64 = 0
    /// The last place in the line that was given.
    private(set) var line: Int64 = 0
    /// Nothing that is held or waits here ends earlier.
    var ends: Timestamp?
    /// Where who sits; empty where only seats are counted.
    private(set) var parties: [Seated] = []
    /// The largest party that there is room for; absent where seats are counted, which is all there is to know.
    private(set) var fits: Int64?

    init(bar: String, date: String, shift: String, starts: Timestamp) {
        (self.bar, self.date, self.shift, self.starts) = (bar, date, shift, starts)
    }

    static func id(_ bar: String, _ date: String, _ shift: String) -> String { "\(bar)/\(date)/\(shift)" }

    /// Where somebody sits.
    func tables(of booking: String) -> [String] { parties.first { $0.booking == booking }?.tables ?? [] }

    static let shape = Shape.object([
        Field("bar", .text(length: 1...64), "Which bar."), Field("date", Day.text, "The day, by the bar's clock."),
        Field("shift", Shift.word, "Which shift."), Field("starts", .timestamp, "When it starts."),
        Field("taken", .integer(), "How many are booked and held.", default: 0),
        Field("waiting", .integer(), "How many parties wait.", default: 0),
        Field("line", .integer(), "The last place in the line that was given.", default: 0),
        Field("ends", .timestamp, "Nothing that is held or waits here ends earlier.", optional: true),
        Field("parties", .list(of: .of(Seated.self)), "Where who sits, where there are tables.", default: []),
        Field("fits", .integer(), "The largest party that there is room for, where there are tables.", optional: true),
    ])
}

// What may be taken, and what is left then.
extension Sitting {
    /// How many seats are free.
    func free(in space: Space) -> Int64 { max(0, space.limit - taken) }

    /// The largest party that there is room for.
    func largest(in space: Space) -> Int64 { space.tables.isEmpty ? free(in: space) : fits ?? 0 }

    /// The largest party that there is room for where nobody has booked yet.
    static func largest(in space: Space) -> Int64 {
        space.tables.isEmpty ? space.limit : [Seated]().largest(in: space)
    }

    /// Whether there is room for a party.
    func hasRoom(for people: Int64, in space: Space) -> Bool {
        var other = self
        return other.take("", people, in: space)
    }

    /// Takes a place, if there is one.
    ///
    /// - Returns: Whether there was.
    mutating func take(_ booking: String, _ people: Int64, in space: Space) -> Bool {
        guard people > 0, people <= free(in: space) else { return false }
        if !space.tables.isEmpty {
            guard let more = parties.adding(people, for: booking, in: space) else { return false }
            parties = more
        }
        taken += people
        return true
    }

    /// Gives a place back.
    ///
    /// - Throws: Where that many were not taken; then something was given back twice.
    mutating func release(_ booking: String, _ people: Int64, in space: Space) throws(SittingProblem) {
        try remove(booking, people, in: space)
        if !space.tables.isEmpty { parties = parties.seatingWhoStands(in: space) }
    }

    private mutating func remove(_ booking: String, _ people: Int64, in space: Space) throws(SittingProblem) {
        guard people <= taken, parties.isEmpty || parties.contains(where: { $0.booking == booking }) else {
            throw SittingProblem(
                description: "\(booking) gives back \(people) in \(bar)/\(date)/\(shift), and had none")
        }
        taken -= people
        parties.removeAll { $0.booking == booking }
    }

    /// Takes a place for more people or for fewer, if there is one; nothing changes otherwise.
    ///
    /// - Returns: Whether there was.
    mutating func resize(
        _ booking: String, from people: Int64, to changed: Int64, in space: Space
    ) throws(SittingProblem) -> Bool {
        var other = self
        try other.remove(booking, people, in: space)
        if other.take(booking, changed, in: space) {
            if !space.tables.isEmpty { other.parties = other.parties.seatingWhoStands(in: space) }
        } else if changed <= people {
            // More is taken than there is, since what there is became less: fewer are welcome in any case.
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

    /// Puts a party at the end of the line.
    ///
    /// - Returns: Its place in it.
    mutating func wait() -> Int64 {
        waiting += 1
        line += 1
        return line
    }

    /// Takes a party out of the line.
    mutating func leave() throws(SittingProblem) {
        guard waiting > 0 else {
            throw SittingProblem(description: "somebody leaves the line of \(bar)/\(date)/\(shift), and nobody waits")
        }
        waiting -= 1
    }

    /// Empties it but for the line, and seats some again, one after the other, by what there is now.
    ///
    /// - Returns: Which of them find no place.
    mutating func reseat(_ bookings: [Seated], in space: Space) -> [Seated] {
        (taken, parties) = (0, [])
        var seating = Seating(space.tables)
        let total = bookings.reduce(0) { $0 + $1.people }
        if !space.tables.isEmpty, total <= space.capacity, let found = seating.tables(forAll: bookings.map(\.people)) {
            parties = zip(bookings, found).map { Seated(booking: $0.booking, people: $0.people, tables: $1) }
            taken = total
            return []
        }
        return bookings.filter { !take($0.booking, $0.people, in: space) }
    }

    /// Notes what searches go by; to be called before it is written.
    mutating func sum(in space: Space) { fits = space.tables.isEmpty ? nil : parties.largest(in: space) }
}

/// What is kept of a shift does not add up.
struct SittingProblem: Error, Equatable, CustomStringConvertible {
    let description: String
}

extension Documents<Sitting> {
    static var sittings: Documents<Sitting> { .init("sittings", indexes: [.on("date"), .on("bar", "date")]) }
}
