@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureRig
@_spi(Hosting) import FeatureTestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct IdempotentRouteTests {
    private let store = MemoryStore()
    private let ada = Caller.user("ada")

    private func withDiner(_ body: (Probe) async throws -> Void) async throws {
        try await withFeature(Diner.self, settings: Diner.Settings(), store: store, body)
    }

    private func request(_ name: String = "Window", people: Int = 2, key: String? = "k") -> BookTable {
        BookTable(name: name, people: people, idempotencyKey: key)
    }

    @Test func `The same key is answered as the first time, and done once, also after a restart`() async throws {
        try await withDiner { probe in
            let first = try await probe.call(.book, request(), as: ada)
            try #expect(await probe.call(.book, request(), as: ada) == first)
            try await probe.restart(Diner.self, Diner.Settings())
            try #expect(await probe.call(.book, request(), as: ada) == first)
            try #expect(await probe.store.collection(DinerTable.documents).count() == 1)
            try #expect(await probe.expect(.diner).table == first.table)
            await probe.expectNone(.diner)
        }
    }

    @Test func `Another key, another caller and no key are other requests`() async throws {
        try await withDiner { probe in
            _ = try await probe.call(.book, request(), as: ada)
            _ = try await probe.call(.book, request(key: "other"), as: ada)
            _ = try await probe.call(.book, request(), as: .user("bob"))
            for _ in 0..<2 { _ = try await probe.call(.book, request(key: nil), as: ada) }
            try #expect(await probe.store.collection(DinerTable.documents).count() == 5)
        }
    }

    @Test func `Another request with the same key is refused`() async throws {
        try await withDiner { probe in
            _ = try await probe.call(.book, request(), as: ada)
            let refusal = try await probe.refusal { try await probe.call(.book, request(people: 3), as: ada) }
            #expect(refusal.map { "\($0.status) \($0.code)" } == "422 key-reused")
            try #expect(await probe.store.collection(DinerTable.documents).count() == 1)
        }
    }

    @Test func `What is refused is not kept, nor is anything that it did`() async throws {
        try await withDiner { probe in
            let refusal = try await probe.refusal { try await probe.call(.book, request(people: 9), as: ada) }
            #expect(refusal?.code == "too-many")
            _ = try await probe.call(.book, request(people: 8), as: ada)
            try #expect(await probe.store.collection(DinerTable.documents).count() == 1)
        }
    }

    @Test func `While the first is being answered, the second is told to wait`() async throws {
        try await withDiner { probe in
            let slow = request(people: 7)
            // Not `call`, which moves the time on until it has its answer.
            var first = probe.replies(of: .book, slow, as: ada).makeAsyncIterator()
            await probe.settle()
            let refusal = try await probe.refusal { try await probe.call(.book, slow, as: ada) }
            #expect(refusal.map { "\($0.status) \($0.code)" } == "409 in-progress")
            #expect(refusal?.retryAfter == .seconds(1))
            await probe.advance(.seconds(5))
            let table = try #require(await first.next())
            try #expect(await probe.call(.book, slow, as: ada) == table)
        }
    }

    @Test func `After a day a key is new, and its old reply goes`() async throws {
        try await withDiner { probe in
            _ = try await probe.call(.book, request(), as: ada)
            await probe.advance(.hours(24) + .seconds(1))
            _ = try await probe.call(.book, request(people: 4), as: ada)
            try #expect(await probe.store.collection(DinerTable.documents).count() == 2)
            await probe.advance(.hours(24) + .seconds(1))
            _ = try await probe.call(.book, request(key: "later"), as: ada)
            try #expect(await probe.store.collection(named: "kit-replies", as: Value.self).count() == 1)
        }
    }

    @Test func `Nobody but users book, and a body that runs twice books once`() async throws {
        try await withDiner { probe in
            let refusal = try await probe.refusal { try await probe.call(.book, request(), as: .anybody) }
            #expect(refusal.map { "\($0.status) \($0.code)" } == "401 unauthenticated")
            store.contend(times: 3)
            let first = try await probe.call(.book, request(), as: ada)
            try #expect(await probe.call(.book, request(), as: ada) == first)
            try #expect(await probe.store.collection(DinerTable.documents).count() == 1)
        }
    }

    /// A route that says that it is idempotent is never served as if it were not.
    @Test func `An idempotent route is served with a store`() throws {
        let bus = BusCore(clock: TestClock().source)
        let member = bus.join(
            "diner", wiring: Wiring(serves: ["diner.book"]), log: Log(feature: "diner", sink: CapturedLog().sink))
        let error = #expect(throws: BusError.self) {
            try Routes(member: member).serve(.book as Route<BookTable, HoldTable>) { _, _ in
                HoldTable(table: .random())
            }
        }
        #expect(error?.code == .idempotent)
    }
}

@Suite(.timeLimit(.minutes(1))) struct RouteLimitTests {
    @Test func `Who asks too often is told when to come again, and others are not`() async throws {
        try await withFeature(Diner.self, settings: Diner.Settings()) { probe in
            for _ in 0..<3 { _ = try await probe.call(.guess, Nothing(), as: .user("ada")) }
            await probe.advance(.seconds(60))
            let refusal = try await probe.refusal { try await probe.call(.guess, Nothing(), as: .user("ada")) }
            #expect(refusal.map { "\($0.status) \($0.code)" } == "429 too-many-requests")
            #expect(refusal?.retryAfter == .minutes(14))
            _ = try await probe.call(.guess, Nothing(), as: .user("bob", roles: ["staff"]))
            // The host's own questions are not counted.
            for _ in 0..<5 { _ = try await probe.call(.guess, Nothing()) }
            await probe.advance(.minutes(14))
            _ = try await probe.call(.guess, Nothing(), as: .user("ada"))
        }
    }

    @Test func `What belongs to a user is touched by them, by a role and by the host`() async throws {
        try await withFeature(Diner.self, settings: Diner.Settings()) { probe in
            let guest = Caller(key: "ada", attributes: [:], origin: .http, address: nil, isSignedIn: false)
            for caller in [Caller.user("ada"), .user("bob", roles: ["staff"]), .system] {
                _ = try await probe.call(.guess, Nothing(), as: caller)
            }
            for caller in [Caller.user("bob"), .anybody, guest] {
                let refusal = try await probe.refusal { try await probe.call(.guess, Nothing(), as: caller) }
                #expect(refusal?.code == "taken")
            }
        }
    }
}
