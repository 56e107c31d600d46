internal import BLEContracts
internal import FeatureKit

/// Says what the track's flags say, and that nobody knows where nobody does.
@Module struct Track: Feature, Reconfigurable {
    private static let routes = [TrackBoard.publicRoutes, TrackBoard.hereRoutes, TrackBoard.staffRoutes]
    static let contracts =
        TrackResources.contracts + routes.flatMap { $0.contracts } + [
            .reads(.bleSighted), .reads(.hostFeatures), .requests(.bleNearest), .evaluates(.sunlightColors),
        ]
    static let refusals: [any Refusal.Type] = [TrackRefusal.self]

    private let running = Lock<TrackBoard?>(nil)

    func run() async throws {
        let circuit = if let path = settings.circuit { try await Circuit.read(path) } else { Media?.none }
        let network = try await NetworkFeed.open(settings, clock: context.clock, log: context.log)
        let board = try TrackBoard(settings, circuit, context)
        let sightings = try context.bus.messages(on: .bleSighted, overflow: .dropOldest(65_536))
        let features = try context.bus.messages(on: .hostFeatures)
        for group in Self.routes { try group.serve(by: board, on: context.routes) }
        running.withLock { $0 = board }
        defer { running.withLock { $0 = nil } }
        await withTaskGroup { group in
            group.addTask { for await sighting in sightings { board.put(sighting.payload) } }
            group.addTask {
                for await message in features { await board.note(Presence(of: "ble", message.payload)) }
            }
            group.addTask { await network.run { await board.take($0) } }
            await board.run()
            group.cancelAll()
        }
        await board.end()
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        let isSameSource =
            (settings.network, settings.recording, settings.circuit)
            == (self.settings.network, self.settings.recording, self.settings.circuit)
        guard isSameSource, let board = running.withLock({ $0 }) else { return .restart }
        try await board.change(settings)
        return .applied
    }
}
