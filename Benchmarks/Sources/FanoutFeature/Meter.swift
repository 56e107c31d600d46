import FeatureKit

/// Measures the bus where features use it: in the real host, on features' threads, across the kit's library.
struct Meter: Feature {
    struct Settings: Shaped, Codable, Equatable {
        let readers: Int
        let rounds: Int

        static let shape = Shape.object([
            Field("readers", .integer(in: 1...64), "How many readers the topic has."),
            Field("rounds", .integer(in: 1...1_000_000), "How many rounds of a thousand messages are measured."),
        ])
    }

    static let contracts: [Contract] = [.publishes(.readings), .reads(.readings)]

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
        let nanoseconds = try await fanout.measure()
        context.log.info("measured", [("nanoseconds", "\(nanoseconds)")])
        // A feature that returns by itself would be started again.
        while true { try await context.clock.sleep(for: .seconds(3_600)) }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Meter.self) }
