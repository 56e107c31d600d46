import FeatureKit

/// A payload that says who published it as which.
struct Numbered: Shaped, Codable, Equatable {
    var from: Int
    var number: Int
    static let shape = Shape.object([
        Field("from", .integer(), "Which publisher."), Field("number", .integer(), "Its how manieth."),
    ])
}

/// The same data in another Swift type, its fields in another order.
struct Counted: Shaped, Codable, Equatable {
    var number: Int
    var from: Int
    static let shape = Shape.object([
        Field("number", .integer(), "The how manieth."), Field("from", .integer(), "Of whom."),
    ])
}

extension Topic where Payload == Numbered {
    static var numbers: Topic<Numbered> { .init("numbers") }
}

extension Topic where Payload == Counted {
    static var numbers: Topic<Counted> { .init("numbers") }
}

/// How many seats are free, of which each bar and shift has its own.
struct Seats: Shaped, Codable, Equatable {
    var bar: String
    var shift: Int
    var free: Int
    var closed = false
    var tags: [String] = []
    static let shape = Shape.object([
        Field("bar", .text(), "The bar."), Field("shift", .integer(), "The shift."),
        Field("free", .integer(), "How many."), Field("closed", .boolean, "Whether that is over.", default: false),
        Field("tags", .list(of: .text()), "Words.", default: []),
    ])
}

extension Topic where Payload == Seats {
    static func seats(most: Int = 1_000) -> Topic<Seats> {
        .init("state", retain: .latest(per: "bar", "shift", until: "closed", most: most))
    }
}

extension Topic where Payload == Int {
    static var plain: Topic<Int> { .init("plain") }
    static var state: Topic<Int> { .init("state", retain: .latest) }
    static var patient: Topic<Int> { .init("patient", waits: true) }
}

/// A few fields of `Ride`, as somebody declares who reads no others.
@Record struct RideGlance: Equatable {
    /// Where it is.
    var place: Place

    /// A part of a place.
    @Record struct Place: Equatable {
        /// How far along.
        var metres: Int
    }
}

/// What is published of a ride.
@Record struct Ride: Equatable {
    /// Whose.
    var rider: String
    /// Where it is.
    var place: Place
    /// What opens the gate.
    var token: Secret?
    /// Words.
    var tags: [String] = []

    @Record struct Place: Equatable {
        /// Which track.
        var track: String
        /// How far along.
        var metres: Int
    }
}

/// A question about a ride.
@Record struct AskRide: Equatable {
    /// Whose.
    var rider: String
    /// How far to add.
    var plus: Int = 1
    /// What for.
    var note: String?
}

/// The same without what may be left out.
@Record struct AskRideBriefly: Equatable {
    /// Whose.
    var rider: String
}
