internal import FeatureKit

/// Hears the circuit's beacons, by recordings and by gateways, and publishes what they say.
struct BLE: Feature {
    static let contracts: [Contract] = [
        .publishes(.bleSighted), .publishes(.bleBeacons), .publishes(.bleNearest, watchable: true),
        .serves(.bleSources), .serves(.blePost), .serves(.bleNearestNow),
        .serves(.bleHeartbeat), .serves(.bleCommandsPending), .serves(.bleCommandDone),
        .serves(.bleBeaconsAll), .serves(.bleBeacon), .serves(.bleBeaconPut), .serves(.bleBeaconRemove),
        .serves(.bleUnknown), .serves(.bleCommand), .serves(.bleCommands), .serves(.bleCommandCancel),
        .serves(.bleEncode),
        .keeps(.beacons), .keeps(.commands),
    ]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let station = try Station(settings, context)
        let gateways = Gateways(station, context.clock)
        let fleet = try Fleet(settings, station, gateways, context)
        try await fleet.open()
        let watches = settings.captures.map { recording in
            Watch(
                CaptureReplay(recording, station, context.clock, context.log), context.clock, context.log)
        }
        let routes = context.routes
        try routes.answer(.bleSources) { _, _ in SourceReports(sources: watches.map(\.report) + gateways.reports) }
        try routes.serve(.blePost) { post, _ in try gateways.take(post) }
        try routes.answer(.bleNearestNow) { request, _ in try station.nearest(request) }
        try serve(fleet)
        context.ready()
        defer {
            fleet.close()
            station.closeNearest()
        }
        await withTaskGroup { [context] group in
            group.addTask { await station.keepNearest() }
            for watch in watches { group.addTask { try? await watch.run() } }
            group.addTask { await fleet.keepTime() }
            await context.untilStopped()
            group.cancelAll()
        }
    }

    private func serve(_ fleet: Fleet) throws {
        let routes = context.routes
        try routes.answer(.bleHeartbeat) { request, _ in try fleet.take(request) }
        try routes.serve(.bleCommandsPending) { request, _ in try await fleet.orders(request) }
        try routes.serve(.bleCommandDone) { request, _ in try await fleet.answer(request) }
        try routes.answer(.bleBeaconsAll) { request, _ in fleet.all(request) }
        try routes.answer(.bleBeacon) { request, _ in try fleet.one(request.beacon) }
        try routes.serve(.bleBeaconPut) { request, _ in try await fleet.put(request) }
        try routes.serve(.bleBeaconRemove) { request, _ in try await fleet.remove(request.beacon) }
        try routes.answer(.bleUnknown) { _, _ in fleet.unknown() }
        try routes.serve(.bleCommand) { try await fleet.command($0, $1) }
        try routes.serve(.bleCommands) { request, _ in try await fleet.commands(request) }
        try routes.serve(.bleCommandCancel) { request, _ in try await fleet.cancel(request.command) }
        try routes.answer(.bleEncode) { request, _ in try fleet.encode(request) }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(BLE.self) }
