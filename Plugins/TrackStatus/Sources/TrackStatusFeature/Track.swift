internal import FeatureKit

/// Says what the track's flags say, and says so when nobody knows.
struct Track: Feature {
    static let contracts: [Contract] = [
        .publishes(.trackStatus, watchable: true), .reads(.bleSighted), .reads(.hostFeatures), .serves(.trackStatus),
        .serves(.trackZone), .serves(.trackState), .serves(.trackStateWithdraw), .serves(.trackEvacuate),
        .serves(.trackEvacuationConfirm), .serves(.trackEvacuationClear), .serves(.trackEvacuationCleared),
        .serves(.trackHistory), .publishes(.trackNotifications, watchable: true),
        .publishes(.trackSpeech, watchable: true), .serves(.trackTokens),
        .keeps(.standing), .keeps(.lastSaid), .keeps(.reserved), .keeps(.history),
    ]

    /// The feature whose sightings these are; when it is not active, nothing is known.
    static let ears = "ble"
    /// So many sightings wait at most to be put in order, which is as many as the bus keeps: six seconds of a crowded radio,
    /// so that none is lost before anybody has seen whether it is an evacuation.
    static let mostWaiting = 65_536

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        try settings.check()
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let network = try await NetworkFeed.open(
            network: settings.network, recording: settings.recording, clock: context.clock, log: context.log)
        let out = try context.bus.publisher(on: .trackStatus)
        let sightings = try context.bus.messages(on: .bleSighted, overflow: .dropOldest(Self.mostWaiting))
        let features = try context.bus.messages(on: .hostFeatures)
        let (inbox, bell) = (Lock(Inbox()), Bell())
        let ways = TrackBoard.Ways(
            status: out, notices: try context.bus.publisher(on: .trackNotifications),
            speech: try context.bus.publisher(on: .trackSpeech))
        let board = try TrackBoard(settings, inbox: inbox, inboxBell: bell, out: ways, context: context)
        try await withThrowingTaskGroup { group in
            group.addTask { await board.keep() }
            group.addTask { await board.keepTime() }
            await board.opened.wait()
            defer { group.cancelAll() }
            try serve(board)
            group.addTask { await board.hear() }
            group.addTask {
                for await message in features { await board.note(message.payload.presence(of: Self.ears)) }
            }
            group.addTask { await network.run { await board.take($0) } }
            context.ready()
            for await sighting in sightings where inbox.withLock({ $0.put(sighting.payload) }) { bell.ring() }
        }
        // The last word stays on the topic when this feature is off: it must not say that all is well.
        await board.end()
    }

    private func serve(_ board: TrackBoard) throws {
        let routes = context.routes
        try routes.serve(.trackStatus) { _, _ in await board.status }
        try routes.serve(.trackZone) { question, _ in await board.status.here(question.zone) }
        let tokens = Tokens(settings.language)
        try routes.answer(.trackTokens) { _, _ in tokens }
        try routes.serve(.trackState) { try await board.set($0, $1) }
        try routes.serve(.trackStateWithdraw) { try await board.withdraw($0, $1) }
        try routes.serve(.trackEvacuate) { try await board.evacuate($0, $1) }
        try routes.serve(.trackEvacuationConfirm) { try await board.confirm($0, $1) }
        try routes.serve(.trackEvacuationClear) { try await board.beginClearing($0, $1) }
        try routes.serve(.trackEvacuationCleared) { try await board.endClearing($0, $1) }
        try routes.serve(.trackHistory) { request, _ in try await board.archive.page(request) }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Track.self) }
