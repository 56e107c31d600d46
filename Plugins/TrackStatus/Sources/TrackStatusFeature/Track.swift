internal import FeatureKit

/// Says what the track's flags say, and says so when nobody knows.
struct Track: Feature {
    static let contracts: [Contract] = [
        .publishes(.trackStatus), .reads(.bleSighted), .reads(.hostFeatures), .serves(.trackStatus),
        .serves(.trackZone),
    ]

    /// The feature whose sightings these are; when it is not active, nothing is known.
    static let ears = "ble"
    /// So many sightings wait at most; a few seconds of a crowded radio.
    static let mostWaiting = 4096

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let network = try await NetworkFeed.open(
            network: settings.network, recording: settings.recording, clock: context.clock, log: context.log)
        let out = try context.bus.publisher(on: .trackStatus)
        let sightings = try context.bus.messages(on: .bleSighted, overflow: .dropOldest(Self.mostWaiting))
        let features = try context.bus.messages(on: .hostFeatures)
        let board = TrackBoard(settings.plan, out: out, context: context)
        try context.routes.serve(.trackStatus) { _, _ in await board.status }
        try context.routes.serve(.trackZone) { question, _ in await board.status.here(question.zone) }
        await board.begin()
        context.ready()
        await withTaskGroup { [context] group in
            group.addTask {
                for await sighting in sightings { await board.hear(sighting.payload) }
            }
            group.addTask {
                for await message in features { await board.note(message.payload.presence(of: Self.ears)) }
            }
            group.addTask { await board.keepTime() }
            group.addTask {
                await network.run { await board.hear($0) }
                // A recording that has ended, and a network that there is not, end nothing else.
                await context.untilStopped()
            }
            // The first to end is how a stop shows.
            await group.next()
            group.cancelAll()
        }
        // The last word stays on the topic when this feature is off: it must not say that all is well.
        await board.end()
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Track.self) }
