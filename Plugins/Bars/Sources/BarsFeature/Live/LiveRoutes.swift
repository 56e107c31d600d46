internal import FeatureKit

// What is asked and replied about today.

struct OccupancyShown: Shaped, Codable, Equatable {
    let bar: String
    let name: String
    let date: String
    let capacity: Int64
    let shifts: [Occupancy]

    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."), Field("name", .text(length: 1...100), "Its name."),
        Field("date", Day.text, "Today, by its clock."), Field("capacity", .integer(), "How many it takes."),
        Field("shifts", .list(of: .of(Occupancy.self)), "Shift by shift."),
    ])
}

extension Route where Request == Named, Reply == OccupancyShown {
    static var barsOccupancyToday: Self { .init("bars.occupancy-today", .get, "/{bar}/occupancy", access: .everyone) }
    static var barsOccupancyLive: Self {
        .init("bars.occupancy-live", .get, "/{bar}/occupancy/live", access: .everyone, streams: true)
    }
}
