import Testing

@_spi(Hosting) @testable import FeatureKit

/// A run opens the store before the feature is made, and closes it however the run ends.
@Suite(.timeLimit(.minutes(1))) struct KeepingInstanceTests {
    private struct Mistake: Error, Equatable {}

    @Test func theStoreIsOpenWhileTheFeatureIs() async throws {
        let source = FakeSource()
        let kept = Lock<StoredCollection<Jot>?>(nil)
        try await run(source) { context in
            source.note("runs")
            let jots = try context.store.collection(.jots)
            kept.withLock { $0 = jots }
            #expect(try await jots.get("a") == nil)
            #expect(try await context.blobs.get("a") == nil)
        }
        #expect(source.log == ["open lamp: jots", "made", "runs", "close lamp"])
        let jots = try #require(kept.withLock { $0 })
        let error = await #expect(throws: StoreError.self) { try await jots.get("a") }
        #expect(error?.code == .stopped)
    }

    @Test func aStoreThatCantBeOpenedFailsTheRun() async throws {
        let source = FakeSource(failure: StoreError(.damaged, "the file is no database"))
        let error = await #expect(throws: StoreError.self) { try await run(source) { _ in } }
        #expect(error?.description == "damaged: the file is no database")
        // Nothing was opened, so nothing is closed, and the feature was never made.
        #expect(source.log == ["open lamp: jots"])
    }

    @Test func itIsClosedWhenTheRunThrows() async throws {
        let source = FakeSource()
        await #expect(throws: Mistake.self) { try await run(source) { _ in throw Mistake() } }
        #expect(source.log == ["open lamp: jots", "made", "close lamp"])
    }

    @Test func itIsClosedWhenTheFeatureCantBeMade() async throws {
        let source = FakeSource()
        await #expect(throws: Mistake.self) {
            try await Keeper.$make.withValue({ throw Mistake() }) { try await run(source) { _ in } }
        }
        #expect(source.log == ["open lamp: jots", "close lamp"])
    }

    @Test func itIsClosedWhenTheRunIsCancelled() async throws {
        let source = FakeSource()
        await #expect(throws: CancellationError.self) {
            try await run(source, then: { $0.cancel() }) { context in
                context.ready()
                await Signal().wait()
                try Task.checkCancellation()
            }
        }
        #expect(source.log == ["open lamp: jots", "made", "close lamp"])
    }

    @Test func whoIsDrainedWhileItOpensIsNotMade() async throws {
        let drain = Lock<@Sendable () -> Void>({})
        let source = FakeSource { drain.withLock { $0 }() }
        try await run(source, before: { instance in drain.withLock { $0 = { instance.drain() } } }) { _ in }
        #expect(source.log == ["open lamp: jots", "close lamp"])
    }

    @Test func whoIsRevokedIsCutOffAtOnce() async throws {
        let source = FakeSource()
        let refused = Lock<StoreError?>(nil)
        try await run(
            source,
            then: {
                $0.revoke(); $0.drain()
            }
        ) { context in
            let jots = try context.store.collection(.jots)
            context.ready()
            await context.untilStopped()
            do { try await jots.put(Jot(number: 1), id: "a") } catch let error as StoreError {
                refused.withLock { $0 = error }
            }
        }
        #expect(refused.withLock { $0 } == .stopped("lamp"))
    }

    @Test func aCollectionThatMakesNoSenseFailsTheRun() async throws {
        let source = FakeSource()
        let error = await #expect(throws: StoreError.self) {
            try await run(source, as: FeatureEntry(Muddled.self)) { _ in }
        }
        #expect(error?.code == .misused)
        #expect(error?.detail.hasPrefix("lamp: the collection \"jots\" makes no sense: ") == true)
        #expect(source.log == [])
    }

    @Test func whoKeepsNothingOpensNothing() async throws {
        let source = FakeSource()
        try await run(source, as: FeatureEntry(Forgetful.self)) { _ in }
        #expect(source.log == [])
    }

    /// Runs a feature to its end; `before` is done before it begins, and `then` once it is ready.
    private func run(
        _ source: FakeSource, as entry: FeatureEntry = FeatureEntry(Keeper.self),
        before: (FeatureInstance) -> Void = { _ in },
        then: @escaping @Sendable (FeatureInstance) -> Void = { _ in },
        _ body: @escaping @Sendable (FeatureContext) async throws -> Void
    ) async throws {
        let stage = Stage()
        let ready = Signal()
        let instance = FeatureInstance(
            id: "lamp", entry: entry, settings: .object([:]),
            in: .init(
                bus: stage.core, wiring: Wiring(), flags: NoFlags(), stores: source, log: stage.log,
                onReady: { ready.raise() }))
        before(instance)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ready.raise() }
                try await Keeper.$source.withValue(source) {
                    try await Keeper.$body.withValue(body) { try await instance.run() }
                }
            }
            await ready.wait()
            then(instance)
            try await group.waitForAll()
        }
    }
}

/// A feature that keeps what a test says.
private struct Keeper: Feature {
    @TaskLocal static var source: FakeSource?
    @TaskLocal static var make: @Sendable () throws -> Void = {}
    @TaskLocal static var body: @Sendable (FeatureContext) async throws -> Void = { _ in }

    static let contracts: [Contract] = [.keeps(.jots), .keepsBlobs]
    private let context: FeatureContext
    private let body: @Sendable (FeatureContext) async throws -> Void

    init(settings: Nothing, context: FeatureContext) throws {
        try Self.make()
        Self.source?.note("made")
        self.context = context
        body = Self.body
    }

    func run() async throws { try await body(context) }
}

/// A feature whose collection has an index on nothing.
private struct Muddled: Feature {
    static let contracts: [Contract] = [.keeps(Documents<Jot>("jots", indexes: [.on("nmuber")]))]
    init(settings: Nothing, context: FeatureContext) throws {}
    func run() async throws {}
}

/// A feature that keeps nothing.
private struct Forgetful: Feature {
    static let contracts: [Contract] = []
    init(settings: Nothing, context: FeatureContext) throws {}
    func run() async throws {}
}
