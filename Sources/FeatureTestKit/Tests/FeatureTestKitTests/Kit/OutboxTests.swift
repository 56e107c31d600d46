@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Testing

@_spi(Hosting) @testable import FeatureRig

@Suite(.timeLimit(.minutes(1))) struct OutboxTests {
    private let store = MemoryStore()

    private func withDiner(
        prepare: (Store) async throws -> Void = { _ in }, _ body: (Probe) async throws -> Void
    ) async throws {
        try await withFeature(
            Diner.self, settings: Diner.Settings(), store: store,
            prepare: { store, _ in
                let tables = try store.collection(DinerTable.documents)
                for name in ["a", "b", "c"] where try await tables.get(name) == nil {
                    try await tables.insert(DinerTable(name: name), id: name)
                }
                try await prepare(store)
            }, body)
    }

    /// What lies in the outbox after a crash.
    private func leave(
        _ id: String, number: Int, on topic: String = "diner.events", in store: Store
    ) async throws {
        try await rows(store).insert(row(id, number: number, on: topic), id: id)
    }

    private func row(_ id: String, number: Int, on topic: String) -> Value {
        let message: Value = ["id": .text(id), "table": "a", "what": "freed"]
        return ["number": .integer(Int64(number)), "topic": .text(topic), "payload": message]
    }

    private func rows(_ store: Store) throws -> StoredCollection<Value> {
        try store.collection(named: "kit-outbox", as: Value.self)
    }

    private func hold(_ table: String, _ probe: Probe) async throws {
        _ = try await probe.call(.hold, HoldTable(table: ID(table)), as: .user("ada"))
    }

    @Test func `What a transaction announces is published after it, in the order of the commits`() async throws {
        try await withDiner { probe in
            for table in ["b", "a", "c"] { try await hold(table, probe) }
            for table in ["b", "a", "c"] { try #expect(await probe.expect(.diner).table.text == table) }
            // Nothing is left to be published again.
            try #expect(await rows(probe.store).count() == 0)
            await probe.advance(.seconds(60))
            try #expect(await probe.expect(.diner).what == .freed)
        }
    }

    @Test func `A transaction that comes to nothing announces nothing`() async throws {
        try await withDiner { probe in
            try await hold("a", probe)
            _ = try await probe.expect(.diner)
            try #expect(await probe.refusal { try await hold("a", probe) }?.code == "taken")
            await probe.expectNone(.diner)
        }
    }

    @Test func `What a crash left is published before the feature is ready, in its order`() async throws {
        try await withDiner(prepare: { store in
            try await leave("second", number: 8, in: store)
            try await leave("first", number: 7, in: store)
            // From a version that announced on another topic.
            try await leave("foreign", number: 9, on: "diner.previous", in: store)
        }) { probe in
            try #expect(await probe.expect(.diner).id.text == "first")
            try #expect(await probe.expect(.diner).id.text == "second")
            try #expect(await rows(probe.store).count() == 0)
            #expect(probe.log.messages(.error) == ["dropped a message that an earlier version announced"])
            // Later ones come after it.
            try await hold("a", probe)
            try #expect(await probe.expect(.diner).what == .held)
        }
    }

    @Test func `What may have been published comes again, with the same id`() async throws {
        try await withDiner { probe in
            store.contend(times: 10)
            try await leave("once", number: 1, in: probe.store)
            try #expect(await probe.expect(.diner).id.text == "once")
            try #expect(await rows(probe.store).count() == 1)
            // Until the transaction that deletes the row was given up.
            await probe.settle()
            store.repair()
            try #expect(await probe.expect(.diner, within: .seconds(1)).id.text == "once")
            try #expect(await rows(probe.store).count() == 0)
            await probe.advance(.seconds(60))
            await probe.expectNone(.diner)
        }
    }

    @Test func `A store that fails delays what was announced and loses nothing`() async throws {
        try await withDiner { probe in
            store.fail()
            try await leave("late", number: 1, in: probe.store)
            await probe.advance(.seconds(100))
            await probe.expectNone(.diner)
            store.repair()
            try #expect(await probe.expect(.diner, within: .seconds(30)).id.text == "late")
        }
    }

    @Test func `Only so many may wait to be published`() async throws {
        try await withDiner { probe in
            store.contend(times: 10)
            try await leave("1", number: 1, in: probe.store)
            _ = try await probe.expect(.diner)
            // Now it waits, with what it could not take away.
            await probe.settle()
            store.repair()
            let rows = try rows(probe.store)
            try await probe.store.transaction { tx in
                for number in 2...10_000 {
                    try tx.insert(rows, row("\(number)", number: number, on: "diner.events"), id: "\(number)")
                }
            }
            let refusal = try await probe.refusal { try await hold("a", probe) }
            #expect(refusal.map { "\($0.status) \($0.code)" } == "507 full")
            try #expect(await probe.store.collection(DinerTable.documents).get("a")?.document.heldUntil == nil)
            try await probe.store.transaction { tx in for number in 1...10_000 { try tx.delete(rows, "\(number)") } }
            try await hold("a", probe)
        }
    }

    @Test func `A message goes back to the call that announced it, roles and all`() async throws {
        let ada = Caller(key: "ada", attributes: ["country": "ES"], roles: ["staff"], origin: .http)
        try await run { bus, instance, reader in
            let replies = Lost()
            let call = Call(caller: ada, deadline: .seconds(1_000), cause: Cause(caller: ada, id: "trace-1"))
            _ = try #require(bus.route("diner.hold")).ask(replies, call, on: .own)
            var messages = reader.makeAsyncIterator()
            let message = try #require(await messages.next())
            #expect(message.cause == Cause(caller: ada, id: "trace-1"))
            #expect(message.source == "diner")
        }
    }

    /// Until then the other run publishes; what this one took away would be lost with it.
    @Test func `A run that is to take over leaves the outbox alone before it has`() async throws {
        let visit = try await store.visit("diner", FeatureEntry(Diner.self).contracts).store
        try await leave("waits", number: 1, in: visit)
        try await run(isSuccessor: true) { bus, instance, reader in
            try #expect(await rows(visit).count() == 1)
            instance.takeOver(from: nil)
            var messages = reader.makeAsyncIterator()
            let message = try #require(await messages.next())
            #expect(message.payload.id.text == "waits")
        }
    }

    /// Runs the diner on a bus of its own, where it can be seen who publishes because of what.
    private func run(
        isSuccessor: Bool = false,
        _ body: (BusCore, FeatureInstance, Messages<DinerEvent>) async throws -> Void
    ) async throws {
        let clock = TestClock()
        let bus = BusCore(clock: clock.source)
        let log = CapturedLog()
        let reader = bus.join(
            "reader", wiring: Wiring(reads: ["diner.events"]), log: Log(feature: "reader", sink: log.sink))
        let messages = try Bus(member: reader).messages(on: Topic<DinerEvent>.diner)
        let visit = try await store.visit("diner", FeatureEntry(Diner.self).contracts).store
        try await visit.collection(DinerTable.documents).insert(DinerTable(name: "a"), id: "a")
        let ready = Signal()
        let instance = FeatureInstance(
            id: "diner", entry: FeatureEntry(Diner.self), settings: Diner.Settings.shape.completed([:]),
            in: .init(
                bus: bus,
                wiring: Wiring(
                    publishes: ["diner.events"],
                    serves: ["diner.hold", "diner.tables", "diner.rename", "diner.book", "diner.guess", "diner.follow"]),
                flags: RigFlags().source, stores: store, log: log.sink, isSuccessor: isSuccessor,
                onReady: { ready.raise() }))
        try await withThrowingTaskGroup { group in
            group.addTask { try await instance.run() }
            await ready.wait()
            try await body(bus, instance, messages)
            instance.drain()
            try await group.waitForAll()
        }
        reader.revoke()
    }

    /// Who asks and waits for nothing.
    private final class Lost: RouteAsker {
        func request<Request: Shaped>(as type: Request.Type) throws -> Request {
            try Value.object(["table": "a"]).decoded(as: type)
        }
        func answered<Reply: Shaped>(_ reply: Reply) {}
        func refused(_ error: RouteError) {}
        func next<Reply: Shaped>(_ reply: Reply) async throws {}
        func untilGone() async {}
        func ended() {}
    }
}
