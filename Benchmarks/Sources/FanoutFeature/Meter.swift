import FeatureKit

/// Measures the bus where features use it: in the real host, on features' threads, across the kit's library.
struct Meter: Feature {
    @Record struct Settings: Equatable {
        /// How many readers the topic has.
        @In(1...64) var readers: Int
        /// How many rounds of a thousand messages are measured.
        @In(1...1_000_000) var rounds: Int
        /// Whether readers have a type of their own.
        var convert = false
    }

    static let contracts: [Contract] = [
        .publishes(Topic<Reading>.readings), .reads(Topic<Reading>.readings),
    ]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        context.ready()
        let fanout = Fanout(
            readers: settings.readers, rounds: settings.rounds, bus: context.bus, clock: context.clock)
        let nanoseconds =
            try await (settings.convert ? fanout.measure(as: OwnReading.self) : fanout.measure(as: Reading.self))
        context.log.info("measured", [("nanoseconds", "\(nanoseconds)")])
        // A feature that returns by itself would be started again.
        while true { try await context.clock.sleep(for: .seconds(3_600)) }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Meter.self) }
