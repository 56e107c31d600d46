internal import FeatureKit

/// Groups of friends who see each other on the map, as far as each of them wants.
@Module struct Groups: Feature, Reconfigurable {
    static let interval = Flag(
        "groups.interval", default: 0, "How often a phone sends where it is, in seconds; 0 for the setting.")

    private static let routes = [
        GroupService.groupRoutes, GroupService.memberRoutes, GroupService.invitationRoutes,
        GroupService.positionRoutes, GroupService.placeRoutes, GroupService.trackRoutes, GroupService.deviceRoutes,
        GroupService.appRoutes,
    ]
    static let contracts = GroupService.contracts + routes.flatMap(\.contracts) + [.evaluates(interval)]
    static let refusals: [any Refusal.Type] = [GroupRefusal.self]

    private let running = Lock<GroupService?>(nil)

    func run() async throws {
        let service = try GroupService(settings, context)
        let erased = try await service.resume()
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        running.withLock { $0 = service }
        context.ready()
        await withTaskGroup { group in
            group.addTask { await service.keepTime() }
            group.addTask { await service.follow(erased) }
        }
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard let service = running.withLock({ $0 }) else { return .restart }
        service.current.withLock { $0 = settings }
        return .applied
    }
}

extension Groups {
    @Record struct Settings: Equatable {
        /// The time zone of the venue, by which a session ends at the end of its day.
        @Text(1...64) var zone = "Europe/Madrid"
        /// The address of a web page that people join on, such as https://circuit.example/join; without it there is no such link.
        @Text(8...300) var webLink: String?
        /// How many members a group has.
        @Live @In(2...1_000) var mostMembers = 250
        /// How many groups a person is in.
        @Live @In(1...100) var mostGroups = 20
        /// How often a phone sends where it is, where the flag `groups.interval` does not say.
        @Live @In(.seconds(1) ... .seconds(3_600)) var interval: Duration = .seconds(15)
        /// How exact a fix has to be, in metres, to say where somebody is.
        @Live @In(1.0...10_000.0) var accuracy: Double = 100
        /// How long a session lasts at most.
        @Live @In(.seconds(3_600) ... .seconds(31_536_000)) var longest: Duration = .seconds(2_592_000)
        /// How long groups are kept whose session has ended.
        @Live @In(.seconds(0) ... .seconds(31_536_000)) var keep: Duration = .seconds(604_800)
    }
}
