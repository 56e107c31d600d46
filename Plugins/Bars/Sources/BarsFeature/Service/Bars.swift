internal import FeatureKit

/// Bars of a town, found by name, type and nearness, and tables booked for tomorrow.
struct Bars: Feature, Reconfigurable {
    static let contracts: [Contract] =
        SearchRoutes.routes + BarRoutes.routes + BookingRoutes.routes + OccupancyRoutes.routes + OwnRoutes.routes + [
            .publishes(.barsOccupancy, watchable: true), .announces(.barsBookings),
            .keeps(Bar.documents), .keeps(Booking.documents), .keeps(ShiftDay.documents), .keeps(Guest.documents),
            .keeps(DemoSeeded.documents), .keepsBlobs,
        ]
    static let refusals: [any Refusal.Type] = [BarRefusal.self]

    let service: Lock<BarsService?> = Lock(nil)
    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let service = try BarsService(settings, context)
        if settings.demo { try await service.seedDemo() }
        try await service.readIndex()
        try serve(service)
        self.service.withLock { $0 = service }
        context.ready()
        await withTaskGroup { group in
            group.addTask { await Timekeeper(service).run() }
            group.addTask { await OccupancyWriter(service).run() }
            await context.untilStopped()
            group.cancelAll()
        }
    }

    private func serve(_ service: BarsService) throws {
        let routes = context.routes
        try SearchRoutes(service: service).serve(on: routes)
        try BarRoutes(service: service).serve(on: routes)
        try BookingRoutes(service: service).serve(on: routes)
        try OccupancyRoutes(service: service).serve(on: routes)
        try OwnRoutes(service: service).serve(on: routes)
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard let service = service.withLock({ $0 }), settings.canReplace(service.settings) else { return .restart }
        service.current.withLock { $0 = settings }
        return .applied
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer {
    unsafe FeatureEntry.open(Bars.self)
}
