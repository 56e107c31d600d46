internal import BLEContracts
internal import FeatureKit
internal import NotificationsContracts

/// Hears the circuit's beacons, by recordings, gateways and MQTT brokers, and publishes what they say.
@Module struct BLE: Reconfigurable {
    private static let routes = [
        BeaconService.sourceRoutes, BeaconService.beaconRoutes, BeaconService.commandRoutes,
    ]
    static let contracts =
        BeaconService.contracts + routes.flatMap(\.contracts)
        + [
            .publishes(.bleSighted), .publishes(BeaconStatus.topic), .publishes(Nearest.topic),
            .evaluates(.rangingMethod), .sends(to: .notificationsSend), .sends(to: .notificationsWithdraw),
        ]
    static let refusals: [any Refusal.Type] = [BLERefusal.self]

    /// What takes new settings while this runs.
    private let service = Lock<BeaconService?>(nil)

    func run() async throws {
        let pipeline = try ReceivePipeline(settings, context)
        let sources: [any Source] =
            settings.captures.map { CaptureSource($0, pipeline, context.log) }
            + settings.brokers.map { BrokerSource($0, pipeline) }
        let runners = sources.map { SourceRunner($0, context) }
        let service = try BeaconService(
            context, pipeline: pipeline, runners: runners, expiries: Deadlines(on: context.clock))
        service.warnCrowdedZones()
        do { try await service.load() } catch let error as StoreError where error.code != .stopped {
            // Beacons of the settings are heard all the same; `run` tries again.
        }
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        self.service.withLock { $0 = service }
        context.ready()
        await withTaskGroup { group in
            group.addTask { await pipeline.run() }
            group.addTask { await service.run() }
            group.addTask { await service.tellStaff() }
            for runner in runners { group.addTask { await runner.run() } }
            await context.untilStopped()
            group.cancelAll()
        }
        pipeline.close()
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard let service = service.withLock({ $0 }) else { return .restart }
        try await service.reconfigure(settings)
        return .applied
    }
}
