@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire

/// What only the rules need from a rig.
extension Rig {
    /// Starts the feature and cancels it after some of its first steps, or as soon as nothing is left to do.
    ///
    /// - Returns: Whether it returned in time.
    func launchCancelled(_ settings: Value, after turns: Int, within limit: Duration) async -> Bool {
        // The rig's own first steps don't count.
        await settle()
        let isCut = Signal()
        let run = launch(settings) { run in
            guard turns > 0 else { return }
            executor.interrupt(after: turns) {
                run.cancel()
                isCut.raise()
            }
        }
        if turns > 0 { _ = await wait { isCut.isRaised || run.settled.isRaised } }
        return await cancel(within: limit)
    }

    /// Runs `body` on the feature's own thread, so that the feature does nothing before it ends.
    func holdingTheFeature(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: executor) { try body() }
            try await group.waitForAll()
        }
    }

    /// Publishes values one after the other, as another feature.
    func publish(in topic: String, _ shape: Shape, _ values: some Sequence<Value>) throws {
        let out = try Bus(member: neighbour).publisher(onPlain: topic, shape)
        for value in values { out(value) }
    }

    /// The topics on which it published something that nobody took.
    func publishedTopics() async -> [String] {
        await settle()
        return arrivals.topics
    }

    /// The topics that it reads now, each once per subscription.
    var readTopics: [String] {
        bus.report.flatMap { topic in topic.readers.filter { $0.feature == subject.id }.map { _ in topic.name } }
    }

    /// The routes that it serves now.
    var servedRoutes: [String] { bus.servedRoutes.filter { $0.feature == subject.id }.map(\.route) }
}
