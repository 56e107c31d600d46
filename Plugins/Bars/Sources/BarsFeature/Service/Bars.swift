internal import FeatureKit
internal import Media
internal import NotificationsContracts
internal import SearchIndex

/// Bars of a town, found by name, type and nearness, and tables booked for tomorrow.
@Module struct Bars: Feature, Reconfigurable {
    private static let routes = [
        BarsService.searchRoutes, BarsService.barRoutes, BarsService.bookingRoutes, BarsService.occupancyRoutes,
        BarsService.ownRoutes,
    ]
    static let contracts =
        BarsService.contracts + routes.flatMap(\.contracts) + [
            .announces(BookingEvent.topic), .evaluates(BarsService.promotion), .sends(to: .notificationsSend),
            .sends(to: .notificationsWithdraw),
        ]
    static let refusals: [any Refusal.Type] = [BarRefusal.self, ImageRefusal.self, SearchRefusal.self]

    private let running = Lock<BarsService?>(nil)

    func run() async throws {
        let service = try BarsService(settings, context)
        if settings.demo { try await service.seedDemo() }
        try await service.readIndex()
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        running.withLock { $0 = service }
        context.ready()
        await service.keepTime()
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard let service = running.withLock({ $0 }) else { return .restart }
        service.current.withLock { $0 = settings }
        return .applied
    }
}
