internal import FeatureKit

/// One shift of one bar today.
struct Occupancy: Shaped, Equatable {
    let bar: String
    let name: String
    let date: String
    let shift: String
    let starts: Timestamp
    var capacity: Int64
    var taken: Int64
    var waiting: Int64

    /// The same once there is no such bar any more.
    var gone: Occupancy {
        var gone = self
        (gone.capacity, gone.taken, gone.waiting) = (0, 0, 0)
        return gone
    }

    static let shape = Shape.object([
        Field("bar", .text(length: 1...64), "Which bar."), Field("name", .text(length: 1...100), "Its name."),
        Field("date", Day.text, "The day."), Field("shift", Shift.word, "The shift."),
        Field("starts", .timestamp, "When it starts."), Field("capacity", .integer(), "How many it takes."),
        Field("taken", .integer(), "How many come."), Field("waiting", .integer(), "How many parties wait."),
    ])
}

extension Topic<Occupancy> {
    static var barsOccupancy: Topic<Occupancy> { .init("bars.occupancy", retain: .latest) }
}
