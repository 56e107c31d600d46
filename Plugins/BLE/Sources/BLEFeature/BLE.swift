internal import FeatureKit

/// Hears the circuit's beacons, by recordings and by gateways, and publishes what they say.
struct BLE: Feature {
    static let contracts: [Contract] = [
        .publishes(.bleSighted), .publishes(.bleNearest),
        .serves(.bleSources), .serves(.blePost), .serves(.bleNearestNow),
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
        let watches = settings.captures.map { recording in
            Watch(
                CaptureReplay(recording, station, context.clock, context.log), context.clock, context.log)
        }
        let routes = context.routes
        try routes.answer(.bleSources) { _, _ in SourceReports(sources: watches.map(\.report) + gateways.reports) }
        try routes.serve(.blePost) { post, _ in try gateways.take(post) }
        try routes.answer(.bleNearestNow) { request, _ in try station.nearest(request) }
        context.ready()
        await withTaskGroup { [context] group in
            group.addTask { await station.keepNearest() }
            for watch in watches { group.addTask { try? await watch.run() } }
            await context.untilStopped()
            group.cancelAll()
        }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(BLE.self) }
