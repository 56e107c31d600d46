internal import Calendars
internal import FeatureKit
internal import NotificationsContracts
internal import RiderAcademy
internal import Rostering

/// Shifts of riders that add up, and an academy that knows who passed.
@Module struct Rider: Feature, Reconfigurable {
    /// How long before a shift somebody may clock in.
    static let clockWindow = Flag(
        "rider.clock-window", default: 0, "How many minutes before a shift riders may clock in; 0 for the setting.")

    @Record struct Settings: Equatable {
        /// How early a rider may clock in, and from when on a start counts as late.
        @Live @In(.zero ... .seconds(7_200)) var window: Duration = .seconds(900)
        /// How long after its end a shift that nobody ended ends by itself.
        @Live @In(.seconds(60) ... .seconds(86_400)) var endAfter: Duration = .seconds(7_200)
        /// The most work on a day.
        @Live @In(.seconds(3_600) ... .seconds(86_400)) var mostADay: Duration = .hours(9)
        /// The most work in a week.
        @Live @In(.seconds(3_600) ... .seconds(604_800)) var mostAWeek: Duration = .hours(40)
        /// The least rest between two days.
        @Live @In(.zero ... .seconds(172_800)) var rest: Duration = .hours(12)
        /// How long before a shift its rider is reminded of it.
        @Live @In(.zero ... .hours(24)) var remind: Duration = .hours(1)
        /// What the links of certificates begin with: where apps reach this host.
        @Live @Text(8...300) var webLink = "http://127.0.0.1:8080"
        /// How long before it begins a shift has to be published.
        @Live @In(.zero ... .seconds(2_592_000)) var notice: Duration = .hours(120)
    }

    private static let routes = [
        RiderService.franchiseRoutes, RiderService.shiftRoutes, RiderService.planRoutes, RiderService.offerRoutes,
        RiderService.motoRoutes, RiderService.invitationRoutes, RiderService.templateRoutes,
        RiderService.absenceRoutes, RiderService.ownRoutes, RiderService.clockRoutes, RiderService.hoursRoutes,
    ]
    static let contracts =
        RiderService.contracts + routes.flatMap(\.contracts) + [
            .evaluates(clockWindow), .sends(to: .notificationsSend),
        ] + AcademyService.allContracts
    static let refusals: [any Refusal.Type] = [RiderRefusal.self, ClockRefusal.self] + AcademyService.refusals

    private let running = Lock<RiderService?>(nil)

    func run() async throws {
        let service = try RiderService(settings, context)
        try await service.searchDue()
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        try service.academy.serve(on: context.routes)
        running.withLock { $0 = service }
        context.ready()
        await service.keepTime()
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard let service = running.withLock({ $0 }) else { return .restart }
        service.current.withLock { $0 = settings }
        service.deadlines.set(.search, after: .zero)
        return .applied
    }
}
