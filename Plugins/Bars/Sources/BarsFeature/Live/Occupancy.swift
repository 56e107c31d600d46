internal import FeatureKit

/// One shift of one bar today.
struct Occupancy: Shaped, Codable, Equatable {
    let bar: String
    let name: String
    let date: String
    let shift: String
    let starts: Timestamp
    var capacity: Int64
    var taken: Int64
    var waiting: Int64
    /// There is nothing more to tell of it until somebody books it again.
    var isLast: Bool?

    /// The same, with nothing more to tell.
    var last: Occupancy {
        var last = self
        last.isLast = true
        return last
    }

    /// The same once there is no such bar any more.
    var gone: Occupancy {
        var gone = last
        (gone.capacity, gone.taken, gone.waiting) = (0, 0, 0)
        return gone
    }

    static let shape = Shape.object([
        Field("bar", .text(length: 1...64), "Which bar."), Field("name", .text(length: 1...100), "Its name."),
        Field("date", Day.text, "The day."), Field("shift", Shift.word, "The shift."),
        Field("starts", .timestamp, "When it starts."), Field("capacity", .integer(), "How many it takes."),
        Field("taken", .integer(), "How many come."), Field("waiting", .integer(), "How many parties wait."),
        Field("isLast", .boolean, "There is nothing more to tell of it for now.", optional: true),
    ])
}

extension Topic<Occupancy> {
    /// Of how many shifts the last word is kept.
    private static var mostKept: Int { 10_000 }

    static var barsOccupancy: Topic<Occupancy> {
        .init("bars.occupancy", retain: .latest(per: "bar", "shift", until: "isLast", most: mostKept))
    }
}
