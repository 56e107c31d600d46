import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct StoreAccessTests {
    private struct Mistake: Error, Equatable {}

    @Test func whatIsThrownBackIsTriedAgain() async throws {
        let engine = FakeEngine(contention: StoreLimits.tries - 1)
        let runs = Lock(0)
        let access = try StoreAccess.holding(engine)
        let result = try await access.store.transaction { _ in
            runs.withLock {
                $0 += 1; return $0
            }
        }
        #expect(result == StoreLimits.tries)
        #expect(engine.tries == StoreLimits.tries)
    }

    @Test func whatIsAlwaysThrownBackIsGivenUp() async throws {
        let engine = FakeEngine(contention: .max)
        let access = try StoreAccess.holding(engine)
        let error = await #expect(throws: StoreError.self) { try await access.store.transaction { _ in } }
        #expect(error?.description == "unavailable: lamp: others were quicker 10 times; try again")
        #expect(engine.tries == 10)
    }

    @Test func anInsertThatIsTriedAgainKeepsItsID() async throws {
        let engine = FakeEngine(contention: 3)
        let access = try StoreAccess.holding(engine)
        let jots = try access.store.collection(.jots)
        let stored = try await jots.insert(Jot(number: 1))
        #expect(stored.id.utf8.count == 26)
        #expect(engine.tries == 4)
    }

    @Test func whatTheBodyThrowsIsNotTriedAgain() async throws {
        let engine = FakeEngine(contention: 5)
        let access = try StoreAccess.holding(engine)
        await #expect(throws: Mistake.self) { try await access.store.transaction { _ in throw Mistake() } }
        #expect(engine.tries == 1)
    }

    @Test func aCancelledTaskTriesNoMore() async throws {
        let engine = FakeEngine(contention: .max)
        let access = try StoreAccess.holding(engine)
        let task = Task {
            try await access.store.transaction { _ in unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(engine.tries == 1)
    }

    @Test func nothingIsThereBeforeItIsOpenedAndAfterItIsCutOff() async throws {
        let access = StoreAccess(feature: "lamp", stop: Signal())
        func said(_ body: () async throws -> Void) async -> String? {
            await #expect(throws: StoreError.self) { try await body() }.map { "\($0)" }
        }
        let nothing = "undeclared: lamp: no .keeps(…) stands in its contracts"
        #expect(await said { try await access.store.read { _ in } } == nothing)
        #expect(await said { try await access.store.transaction { _ in } } == nothing)
        let unnamed = "undeclared: lamp: no .keeps(…) in its contracts declares \"jots\""
        #expect(await said { _ = try access.store.collection(.jots) } == unnamed)
        let collection = try CheckedCollection(Documents<Jot>.jots.layout, of: "lamp")
        access.open(FakeEngine(), [collection, collection], blobs: false)
        let jots = try access.store.collection(.jots)
        #expect(try await jots.get("a") == nil)
        access.revoke()
        // Who is cut off is so for good, even where opening took longer.
        access.open(FakeEngine(), [collection], blobs: true)
        let stopped = "stopped: lamp has been stopped"
        #expect(await said { _ = try await jots.get("a") } == stopped)
        #expect(await said { try await jots.put(Jot(number: 1), id: "a") } == stopped)
        #expect(await said { _ = try access.store.collection(.jots) } == stopped)
        #expect(await said { _ = try await access.blobs.get("a") } == stopped)
        #expect(await said { _ = try await jots.changes() } == stopped)
    }

    @Test func idsAreLettersAndDigitsThatNeverComeAgain() {
        let ids = Set((0..<1_000).map { _ in StoreID.random() })
        #expect(ids.count == 1_000)
        let letters = Set("0123456789abcdefghjkmnpqrstvwxyz")
        #expect(ids.allSatisfy { $0.count == 26 && $0.allSatisfy(letters.contains) })
    }

    /// What a route's handler lets go.
    @Test(arguments: [
        (StoreError.Code.notFound, "refused not-found: why 404"), (.exists, "refused exists: why 409"),
        (.versionDiffers, "refused version-differs: why 409"), (.duplicate, "refused duplicate: why 409"),
        (.misfit, "refused misfit: why 400"), (.tooLarge, "refused too-large: why 413"),
        (.full, "refused full: why 507"),
        (.unavailable, "refused unavailable: why 503"), (.damaged, "refused damaged: why 503"),
        (.behind, "refused behind: why 409"), (.stopped, "refused stopped: why 503"),
        // The feature's own mistakes stay in its log.
        (.unreadable, "refused internal: lamp.double failed; the log of lamp says why 500"),
        (.undeclared, "refused internal: lamp.double failed; the log of lamp says why 500"),
        (.misused, "refused internal: lamp.double failed; the log of lamp says why 500"),
    ])
    func becomesARefusal(code: StoreError.Code, said: String) throws {
        let exchange = Exchange()
        try Routes(member: exchange.lamp).answer(.double) { (_: Ask, _) -> Ask in throw StoreError(code, "why") }
        let asker = StatusListener()
        let call = Call(
            caller: .system, deadline: .seconds(1), cause: Cause(caller: .system, trace: (high: 1, low: 0xAB)))
        #expect(exchange.stage.core.route("lamp.double")?.ask(asker, call) == .taken)
        #expect(asker.refusal.withLock { $0.map { "refused \($0) \($0.status)" } } == said)
        #expect(exchange.stage.log.lines.count == (code.status == 500 ? 1 : 0))
    }
}

/// Somebody who asks and keeps the refusal.
private final class StatusListener: RouteAsker {
    let refusal = Lock<RouteError?>(nil)
    func request<Request: Shaped>(as type: Request.Type) throws -> Request {
        try Value(encoding: Ask(number: 1)).decoded(as: type)
    }
    func next<Next: Shaped>(_ reply: Next) async throws {}
    func answered<Reply: Shaped>(_ reply: Reply) {}
    func refused(_ error: RouteError) { refusal.withLock { $0 = error } }
    func untilGone() async {}
    func ended() {}
}
