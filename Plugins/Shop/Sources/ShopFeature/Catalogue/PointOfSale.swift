internal import Calendars
internal import FeatureKit

/// Where orders are prepared and picked up.
@Record @Collection("points", .on(\.name.folded))
struct PointOfSale: Equatable {
    /// The name of the point.
    @Public @Editable @Text(1...100) var name: String
    /// Where it is, in words.
    @Public @Editable @Text(1...200) var place: String?
    /// Where it is.
    @Public @Editable var location: GeoPoint?
    /// The hours in which it sells.
    @Public @Editable var hours: DailyHours?
    /// Whether it brings orders to seats.
    @Public @Editable var deliversToSeats = false
    /// How long an order takes until the point's own orders tell.
    @Public @Editable @In(.seconds(5) ... .seconds(3_600)) var pace: Duration = .seconds(90)
    /// How many orders are picked up in one slot at most.
    @Public @Editable @In(1...10_000) var ordersPerSlot = 20
    /// Whether it takes no orders at the moment.
    @Public var isPaused = false
    /// The reason for the pause.
    @Public @Text(1...200) var pauseReason: String?
    /// Whether it takes orders now.
    @Public var isOpen: Bool { true }
    /// The keys of those who work there.
    @Editable @Text(1...256) @Count(0...200) var staff: [String] = []
}
