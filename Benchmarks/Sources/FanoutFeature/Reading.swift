import FeatureKit

/// What goes over the bus: three whole numbers.
struct Reading: Shaped, Codable {
    let station: Int
    let lap: Int
    let value: Int

    static let shape = Shape.object([
        Field("station", .integer(), "Where it was taken."),
        Field("lap", .integer(), "In which lap."),
        Field("value", .integer(), "What was read."),
    ])
}

extension Topic where Payload == Reading {
    static var readings: Topic<Reading> { .init("fanout.readings") }
}
