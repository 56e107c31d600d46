internal import FeatureKit
internal import NotificationsContracts
internal import ShopContracts

/// A guide in the ear that speaks at the right corner, once.
@Module struct Tours: Feature {
    @Record struct Settings: Equatable {
        /// The time zone of people whose client names none.
        @Text(1...64) var zone = "Europe/Madrid"
        /// A stop whose fix is older than this is marked as visited, and not spoken.
        @In(.seconds(1) ... .seconds(3_600)) var speakWithin: Duration = .seconds(60)
        /// A fix that may be further off than so many metres triggers nothing.
        @In(1.0...200.0) var accuracy: Double = 50
        /// How many walks have a player in memory.
        @In(1...100_000) var mostPlayers = 10_000
        /// Whether an empty store is filled with a route to try.
        var demo = false
    }

    private static let routes = [
        ToursService.routeRoutes, ToursService.editRoutes, ToursService.importRoutes, ToursService.walkRoutes,
        ToursService.audioRoutes, ToursService.soundRoutes, ToursService.packageRoutes, ToursService.scoreRoutes,
    ]
    static let contracts =
        ToursService.contracts + routes.flatMap(\.contracts) + [
            .reads(TrackSpeech.topic), .reads(Grant.topic), .reads(Emergency.topic), .requests(.shopEntitled),
            .announces(StopEvent.topic), .announces(AwardEvent.topic), .evaluates(ToursService.autoPlay),
            .queues(SpeakJob.queue),
        ]
    static let refusals: [any Refusal.Type] = [ToursRefusal.self]

    func run() async throws {
        let service = try ToursService(settings, context)
        let speech = try context.bus.messages(on: TrackSpeech.topic, overflow: .dropOldest(256))
        let emergencies = try context.bus.messages(on: Emergency.topic, overflow: .dropOldest(256))
        let grants = try context.bus.messages(on: Grant.topic, overflow: .dropOldest(10_000))
        if settings.demo { try await service.seedDemo() }
        let speaking = try context.store.jobs(SpeakJob.queue)
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        context.ready()
        await withTaskGroup { [context, settings] group in
            group.addTask {
                await speaking.run(on: context.clock, log: context.log, atOnce: 1) { try await service.perform($0) }
            }
            if settings.demo { group.addTask { await service.walkDemo() } }
            group.addTask { for await said in speech { service.interrupt(with: said.payload) } }
            group.addTask { for await emergency in emergencies { service.interrupt(with: emergency.payload) } }
            group.addTask { await service.keep(grants) }
        }
    }
}
