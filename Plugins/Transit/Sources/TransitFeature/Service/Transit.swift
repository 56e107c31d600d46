internal import Calendars
internal import FeatureKit
internal import Files
internal import TransitContracts

/// Journeys by train, metro, tram, bus and on foot, from timetables and live changes.
@Module struct Transit: Feature, Reconfigurable {
    /// Where one timetable comes from.
    @Record struct FeedSettings: Equatable {
        /// A GTFS zip file, or a folder of its tables.
        var path: FilePath
        /// What its ids begin with, so that feeds do not share ids.
        @Text(0...40) var prefix = ""
        /// Where its live changes are asked for: addresses of GTFS-realtime.
        @Text(1...2_000) @Count(0...10) var realtime: [String] = []
        /// What these servers want: it stands for {key} in their addresses, and else is sent as a bearer token.
        var key: Secret?
    }

    /// A server of OpenTripPlanner that is asked before the own timetable is.
    @Record struct Upstream: Equatable {
        /// The address of its plan, such as http://otp:8080/otp/routers/default/plan.
        @Text(1...2_000) var url: String
        /// How long it is waited for.
        @In(.milliseconds(100) ... .seconds(30)) var patience: Duration = .seconds(3)
    }

    @Record struct Settings: Equatable {
        /// The timetables, which become one.
        @Count(0...50) var feeds: [FeedSettings] = []
        /// How far one walks between stops, in metres.
        @In(0...2_000) var walk = 300
        /// Ways for people on foot as GeoJSON lines, such as a circuit's: between stops beside them one walks along them.
        var footways: FilePath?
        /// How far one walks to the first stop and from the last one, in metres.
        @In(0...5_000) var access = 1_000
        /// How fast one walks, in metres a second.
        @In(0.3...3.0) var pace: Double = 1.25
        /// How many seconds longer than it has to each change takes.
        @In(0...3_600) var slack = 0
        /// How often files are looked at for changes.
        @In(.seconds(1) ... .seconds(3_600)) var watch: Duration = .seconds(10)
        /// How often live changes are asked for.
        @In(.seconds(5) ... .seconds(3_600)) var poll: Duration = .seconds(30)
        /// For how long live changes hold after their server said them last.
        @In(.seconds(30) ... .seconds(86_400)) var keep: Duration = .seconds(600)
        /// The server that is asked first for ways from place to place.
        var otp: Upstream?
        /// Whether a small invented timetable, which is for today, too, is there besides.
        var demo = false
    }

    private static let routes = [
        TransitService.planRoutes, TransitService.lineRoutes, TransitService.stopRoutes, TransitService.placeRoutes,
        TransitService.feedRoutes, TransitService.transportRoutes,
    ]
    static let contracts =
        TransitService.contracts + routes.flatMap(\.contracts) + [
            .serves(.transitPlan), .evaluates(TransitService.alternatives),
        ]
    static let refusals: [any Refusal.Type] = [TransitRefusal.self]

    private let running = Lock<TransitService?>(nil)

    func run() async throws {
        let service = try TransitService(settings, context)
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        try context.routes.serve(.transitPlan) { request, call in try service.plan(request, for: call.caller) }
        await service.loadIfChanged()
        running.withLock { $0 = service }
        context.ready()
        await withTaskGroup { [context] group in
            group.addTask { await service.follow() }
            group.addTask { await service.forgetOld() }
            group.addTask { await service.sendQuestions() }
            await context.untilStopped()
            group.cancelAll()
        }
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard let service = running.withLock({ $0 }) else { return .restart }
        await service.reconfigure(settings)
        return .applied
    }
}

extension Transit: ChecksSettings {
    static func problems(in settings: Settings) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        func check(_ address: String, at path: [ValuePath.Step]) {
            guard !["http://", "https://"].contains(where: { address.hasPrefix($0) && address != $0 }) else { return }
            problems.append(SettingsProblem(at: ValuePath(path), "must begin with https:// or http://"))
        }
        for (number, feed) in settings.feeds.enumerated() {
            let path: [ValuePath.Step] = [.member("feeds"), .element(number)]
            for (place, address) in feed.realtime.enumerated() {
                check(address, at: path + [.member("realtime"), .element(place)])
            }
            guard settings.feeds[..<number].contains(where: { $0.prefix == feed.prefix }) else { continue }
            problems.append(
                SettingsProblem(
                    at: ValuePath(path), "another timetable has the same prefix; ids of both would be mixed up"))
        }
        if let otp = settings.otp { check(otp.url, at: [.member("otp"), .member("url")]) }
        return problems
    }
}
