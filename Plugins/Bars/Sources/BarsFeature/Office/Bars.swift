internal import FeatureKit

/// Bars of a town, found by name, type and nearness, and tables booked for tomorrow.
struct Bars: Feature {
    static let contracts: [Contract] = [
        .publishes(.barsOccupancy, watchable: true), .publishes(.barsBookings),
        .serves(.barsSearch), .serves(.barsAdd), .serves(.barsOne), .serves(.barsChange), .serves(.barsRemove),
        .serves(.barsImage), .serves(.barsImagePut), .serves(.barsImageRemove), .serves(.barsTypes),
        .serves(.barsRoom), .serves(.barsOccupancyToday), .serves(.barsOccupancyLive),
        .serves(.barsBook), .serves(.barsBooking), .serves(.barsBookingChange), .serves(.barsConfirm),
        .serves(.barsCancel), .serves(.barsArrived), .serves(.barsNoShow), .serves(.barsCalendar), .serves(.barsDay),
        .serves(.barsMine), .serves(.barsMyBookings), .serves(.barsMyBookedBars), .serves(.barsParty),
        .serves(.barsPartyPut),
        .keeps(.bars), .keeps(.bookings), .keeps(.sittings), .keeps(.people), .keeps(.town), .keepsBlobs,
    ]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let office = try await Office(settings, context)
        try await office.open()
        try serve(office)
        context.ready()
        await withTaskGroup { group in
            group.addTask { await office.keepTime() }
            group.addTask { await office.keepLive() }
            await context.untilStopped()
            group.cancelAll()
        }
    }

    private func serve(_ office: Office) throws {
        let routes = context.routes
        try routes.answer(.barsSearch) { try office.search($0, $1) }
        try routes.answer(.barsTypes) { _, _ in office.types() }
        try routes.serve(.barsAdd) { try await office.add($0, $1) }
        try routes.serve(.barsOne) { try await office.one($0, $1) }
        try routes.serve(.barsChange) { try await office.change($0, $1) }
        try routes.serve(.barsRemove) { try await office.remove($0, $1) }
        try routes.serve(.barsImage) { request, _ in try await office.image(request) }
        try routes.serve(.barsImagePut) { try await office.putImage($0, $1) }
        try routes.serve(.barsImageRemove) { try await office.removeImage($0, $1) }
        try routes.serve(.barsRoom) { request, _ in try await office.room(request) }
        try routes.serve(.barsOccupancyToday) { request, _ in try await office.occupancy(request) }
        try routes.stream(.barsOccupancyLive) { request, _, out in try await office.follow(request, out) }
        try routes.serve(.barsBook) { try await office.book($0, $1) }
        try routes.serve(.barsBooking) { try await office.booking($0, $1) }
        try routes.serve(.barsBookingChange) { try await office.changeBooking($0, $1) }
        try routes.serve(.barsConfirm) { try await office.confirm($0, $1) }
        try routes.serve(.barsCancel) { try await office.cancel($0, $1) }
        try routes.serve(.barsArrived) { try await office.arrived($0, $1) }
        try routes.serve(.barsNoShow) { try await office.noShow($0, $1) }
        try routes.serve(.barsCalendar) { try await office.calendar($0, $1) }
        try routes.serve(.barsDay) { try await office.day($0, $1) }
        try routes.serve(.barsMine) { try await office.mine($0, $1) }
        try routes.serve(.barsMyBookings) { try await office.myBookings($0, $1) }
        try routes.serve(.barsMyBookedBars) { try await office.myBookedBars($0, $1) }
        try routes.serve(.barsParty) { try await office.party($1) }
        try routes.serve(.barsPartyPut) { try await office.putParty($0, $1) }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer {
    unsafe FeatureEntry.open(Bars.self)
}
