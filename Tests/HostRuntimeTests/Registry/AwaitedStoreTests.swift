@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// A store that can't be opened as its feature starts is tried again as the feature asks for something.
@Suite(.timeLimit(.minutes(1))) struct AwaitedStoreTests {
    private static let damage = StoreError(.damaged, "track: its store is damaged: its file is empty")
    private static let busy = StoreError(.unavailable, "track: another process holds its file; nothing was written")

    private let clock = TestClock()
    private let stores = FakeStores()

    private func awaited(after problem: StoreError = busy) -> AwaitedStore {
        AwaitedStore(of: "track", [], from: stores, after: problem, clock: clock.source)
    }

    /// What a read comes to: nothing where it is done.
    private func read(_ store: any StoreEngine) async -> StoreError? {
        do {
            #expect(try await store.read { _ in 7 } == 7)
            return nil
        } catch { return error as? StoreError ?? StoreError(.misused, "\(error)") }
    }

    @Test func `Until its time has come it is not tried, and then once for each pause`() async {
        stores.say(.failure(Self.damage))
        let store = awaited()
        #expect(await read(store) == Self.busy)
        #expect(stores.tries == 0)
        clock.advance(by: AwaitedStore.pause)
        // What keeps it closed now is what is said from now on.
        for _ in 1...3 { #expect(await read(store) == Self.damage) }
        #expect(stores.tries == 1)
        clock.advance(by: AwaitedStore.pause)
        #expect(await read(store) == Self.damage)
        #expect(stores.tries == 2)
    }

    @Test func `Mended it opens by itself, once, and is closed once`() async throws {
        let store = awaited(after: Self.damage)
        clock.advance(by: AwaitedStore.pause)
        for _ in 1...3 { #expect(await read(store) == nil) }
        #expect(try await store.write { _ in 8 } == 8)
        #expect(stores.tries == 1)
        await store.close()
        #expect(stores.closings == 1)
    }

    @Test func `One that never opened is not closed, nor tried again after the end`() async {
        let store = awaited()
        await store.close()
        clock.advance(by: AwaitedStore.pause)
        #expect(await read(store) == Self.busy)
        #expect(stores.tries == 0 && stores.closings == 0)
    }

    @Test func `However long an opening takes there is one, and who asks meanwhile is refused`() async {
        let gate = Signal()
        stores.wait(for: gate)
        let store = awaited()
        clock.advance(by: AwaitedStore.pause)
        async let first = read(store)
        await stores.begun.wait()
        for _ in 1...3 {
            clock.advance(by: AwaitedStore.pause)
            #expect(await read(store) == Self.busy)
        }
        gate.raise()
        #expect(await first == nil)
        #expect(await read(store) == nil)
        #expect(stores.tries == 1)
        await store.close()
        #expect(stores.closings == 1)
    }

    @Test func `What opens after the end is closed`() async {
        let gate = Signal()
        stores.wait(for: gate)
        let store = awaited()
        clock.advance(by: AwaitedStore.pause)
        async let late = read(store)
        await stores.begun.wait()
        await store.close()
        #expect(stores.closings == 0)
        gate.raise()
        #expect(await late?.detail == "CancellationError()")
        #expect(stores.closings == 1)
    }

    @Test func `Who leaves before it is open leaves it to the next`() async {
        let gate = Signal()
        stores.wait(for: gate)
        let store = awaited()
        clock.advance(by: AwaitedStore.pause)
        await withTaskGroup { group in
            group.addTask { _ = await read(store) }
            await stores.begun.wait()
            group.cancelAll()
        }
        gate.raise()
        #expect(await read(store) == Self.busy)
        clock.advance(by: AwaitedStore.pause)
        #expect(await read(store) == nil)
    }

    @Test func `Who waits for changes waits for it to open, a pause at a time`() async {
        let store = awaited()
        async let waited: Void = store.untilChanged(after: ChangeToken("0"))
        await clock.sleepers(atLeast: 1)
        #expect(stores.tries == 0)
        clock.advance(by: AwaitedStore.pause)
        await waited
    }

    // MARK: - At a start

    private func patient(_ told: Lock<[StoreError]>) -> RetryingStores {
        RetryingStores(
            stores: stores, clock: clock.source, interval: .seconds(1), goesOn: {},
            awaits: { problem in told.withLock { $0.append(problem) } })
    }

    @Test(
        arguments: [.unavailable, .damaged, .full, .unreadable, .tooLarge] as [StoreError.Code])
    func `A feature starts without a store that can't be opened, and it is told`(code: StoreError.Code) async throws {
        let (told, problem) = (Lock<[StoreError]>([]), StoreError(code, "track: why"))
        stores.say(.failure(problem))
        let patient = patient(told)
        let store = try await patient.open("track", [])
        #expect(told.withLock { $0 } == [problem])
        #expect(await read(store) == problem)
        stores.say(.success(()))
        clock.advance(by: AwaitedStore.pause)
        #expect(await read(store) == nil)
        await patient.close("track")
        #expect(stores.closings == 1)
    }

    @Test(arguments: [.misused, .undeclared, .stopped] as [StoreError.Code])
    func `What a feature does wrong, and its end, it is not started with`(code: StoreError.Code) async {
        let (told, problem) = (Lock<[StoreError]>([]), StoreError(code, "track: why"))
        stores.say(.failure(problem))
        await #expect(throws: problem) { try await patient(told).open("track", []) }
        #expect(told.withLock { $0 } == [])
    }

    @Test func `One that opens is the feature's as it is`() async throws {
        let told = Lock<[StoreError]>([])
        let patient = patient(told)
        let store = try await patient.open("track", [])
        #expect(!(store is AwaitedStore) && told.withLock { $0 } == [])
        await patient.close("track")
        #expect(stores.tries == 1 && stores.closings == 1)
    }
}

/// Stores in memory that open when a test says so.
private final class FakeStores: StoreSource {
    private struct State {
        var outcome: Result<Void, StoreError> = .success(())
        var gate: Signal?
        var tries = 0
        var closings = 0
    }

    private let memory = MemoryStore()
    private let state = Lock(State())
    /// Raised as the first opening begins.
    let begun = Signal()

    var tries: Int { state.withLock { $0.tries } }
    var closings: Int { state.withLock { $0.closings } }

    func say(_ outcome: Result<Void, StoreError>) { state.withLock { $0.outcome = outcome } }
    func wait(for gate: Signal) { state.withLock { $0.gate = gate } }

    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        let (outcome, gate) = state.withLock { state in
            state.tries += 1
            return (state.outcome, state.gate)
        }
        begun.raise()
        await gate?.wait()
        try Task.checkCancellation()
        try outcome.get()
        return try await memory.open(feature, collections)
    }

    func close(_ feature: String) async {
        state.withLock { $0.closings += 1 }
        await memory.close(feature)
    }
}
