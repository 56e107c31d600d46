internal import BLEContracts
internal import FeatureKit

/// Hears the circuit's beacons, by recordings, gateways and MQTT brokers, and publishes what they say.
final class BLE: Reconfigurable {
    static let contracts: [Contract] =
        SourceRoutes.routes + BeaconRoutes.routes + CommandRoutes.routes + [
            .publishes(.bleSighted), .publishes(.bleBeacons), .publishes(.bleNearest, watchable: true),
            .keeps(StaffBeacon.documents), .keeps(Command.documents),
        ]
    static let refusals: [any Refusal.Type] = [BLERefusal.self]

    private let settings: Settings
    private let context: FeatureContext
    /// What takes new settings while this runs.
    private let service = Lock<BeaconService?>(nil)

    init(settings: Settings, context: FeatureContext) throws {
        (self.settings, self.context) = (settings, context)
    }

    func run() async throws {
        try settings.check()
        let pipeline = try ReceivePipeline(settings, context)
        let service = try BeaconService(pipeline, context)
        service.warnCrowdedZones()
        let sources: [any Source] =
            settings.captures.map { CaptureSource($0, pipeline, context.log) }
            + settings.brokers.map { BrokerSource($0, pipeline) }
        let runners = sources.map { SourceRunner($0, context) }
        do { try await service.load() } catch let error as StoreError where error.code != .stopped {
            // Beacons of the settings are heard all the same; `run` tries again.
        }
        let groups: [any RouteGroup] = [
            SourceRoutes(service: service, runners: runners), BeaconRoutes(service: service),
            CommandRoutes(service: service),
        ]
        for group in groups { try group.serve(on: context.routes) }
        self.service.withLock { $0 = service }
        context.ready()
        await withTaskGroup { group in
            group.addTask { await pipeline.run() }
            group.addTask { await service.run() }
            for runner in runners { group.addTask { await runner.run() } }
            await context.untilStopped()
            group.cancelAll()
        }
        pipeline.close()
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard let service = service.withLock({ $0 }) else { return .restart }
        return try await service.reconfigure(settings) ? .applied : .restart
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(BLE.self) }
