import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct KeepingFeatureTests {
    @Test func `A feature finds what the test prepared, and the test what the feature wrote`() async throws {
        try await withFeature(
            Pantry.self, settings: Nothing(),
            prepare: { store, blobs in
                try await store.collection(.jars).insert(Jar(name: "Plum", spoons: 3), id: "plum")
                try await blobs.put(Media(type: "image/png", bytes: [1]), id: "label")
            }
        ) { probe in
            try #expect(await probe.call(.eat, Jar(name: "plum", spoons: 2)) == Jar(name: "Plum", spoons: 1))
            let jars = try probe.store.collection(.jars)
            try #expect(await jars.get("plum")?.document.spoons == 1)
            try #expect(await probe.blobs.get("label")?.bytes == [1])
            // What the test does is a change as any other.
            try await jars.insert(Jar(name: "Fig", spoons: 9), id: "fig")
            try #expect(await probe.expect(.eaten) == Jar(name: "Plum", spoons: 1))
            try #expect(await probe.expect(.eaten) == Jar(name: "Fig", spoons: 9))
        }
    }

    @Test func `What is refused becomes the caller's answer`() async throws {
        let store = MemoryStore(documents: 1)
        try await withFeature(
            Pantry.self, settings: Nothing(), store: store,
            prepare: { store, _ in try await store.collection(.jars).insert(Jar(name: "Fig", spoons: 1), id: "fig") }
        ) { probe in
            func refusal(of jar: Jar) async -> RouteError? {
                await #expect(throws: RouteError.self) { try await probe.call(.eat, jar) }
            }
            let none = await refusal(of: Jar(name: "plum", spoons: 1))
            #expect(none.map { "\($0)" } == "not-found: jars has no \"plum\"")
            #expect(none?.status == 404)
            let full = await refusal(of: Jar(name: "new", spoons: 0))
            #expect(full?.code == "full")
            #expect(full?.status == 507)
            store.fail()
            let failed = await refusal(of: Jar(name: "fig", spoons: 1))
            #expect(failed.map { "\($0)" } == "unavailable: pantry: the test says that its store fails")
            #expect(failed?.status == 503)
            // The test itself still sees everything.
            try #expect(await probe.store.collection(.jars).get("fig")?.document.spoons == 1)
            store.repair()
            try #expect(await probe.call(.eat, Jar(name: "fig", spoons: 1)).spoons == 0)
        }
    }

    @Test func `What gets smaller is taken even where the limit has been lowered`() async throws {
        let store = MemoryStore()
        try await withFeature(
            Pantry.self, settings: Nothing(), store: store,
            prepare: { store, _ in try await store.collection(.jars).insert(Jar(name: "Fig", spoons: 10), id: "fig") }
        ) { probe in
            store.limit(documents: 1, bytes: 1)
            try #expect(await probe.call(.eat, Jar(name: "fig", spoons: 1)).spoons == 9)
            let error = await #expect(throws: RouteError.self) {
                try await probe.call(.eat, Jar(name: "fig", spoons: -1))
            }
            #expect(
                error.map { "\($0)" }
                    == "full: pantry may keep 1 bytes and no more (store.bytes of the feature)")
        }
    }

    @Test func `What a feature keeps outlives its run`() async throws {
        let store = MemoryStore()
        for spoons in [1, 0] {
            try await withFeature(
                Pantry.self, settings: Nothing(), store: store,
                prepare: { store, _ in
                    let jars = try store.collection(.jars)
                    if try await jars.count() == 0 { try await jars.insert(Jar(name: "Fig", spoons: 2), id: "fig") }
                }
            ) { probe in
                try #expect(await probe.call(.eat, Jar(name: "fig", spoons: 1)).spoons == spoons)
            }
        }
    }

    @Test func `A body that may not run twice is found out`() async throws {
        let store = MemoryStore()
        store.contend(times: 2)
        try await withFeature(
            Pantry.self, settings: Nothing(), store: store,
            prepare: { store, _ in try await store.collection(.jars).insert(Jar(name: "Fig", spoons: 9), id: "fig") }
        ) { probe in
            // Nothing of the two vain runs is left.
            try #expect(await probe.call(.eat, Jar(name: "fig", spoons: 1)).spoons == 8)
            #expect(probe.log.messages(.info) == ["eats", "eats", "eats"])
            store.contend(times: 10)
            let error = await #expect(throws: RouteError.self) {
                try await probe.call(.eat, Jar(name: "fig", spoons: 1))
            }
            #expect(error?.code == "unavailable")
            try #expect(await probe.store.collection(.jars).get("fig")?.document.spoons == 8)
        }
    }

    @Test func `A store that fails from the start fails the run`() async throws {
        let store = MemoryStore()
        store.fail(.damaged)
        try await withKnownIssue {
            try await withFeature(Pantry.self, settings: Nothing(), store: store) { _ in }
        } matching: {
            "\($0)".contains("run() threw: damaged: pantry: the test says that its store fails")
        }
    }

    @Test func `Collections that the contracts do not have are refused as in a host`() async throws {
        try await withFeature(Pantry.self, settings: Nothing()) { probe in
            let error = #expect(throws: StoreError.self) { try probe.store.collection(Documents<Jar>("jugs")) }
            #expect(error?.code == .undeclared)
            let otherwise = #expect(throws: StoreError.self) { try probe.store.collection(Documents<Jar>("jars")) }
            #expect(otherwise?.code == .misused)
        }
    }

    struct Jar: Shaped, Codable, Equatable {
        var name: String
        var spoons: Int
        static let shape = Shape.object([
            Field("name", .text(), "What is in it."), Field("spoons", .integer(in: 0...99), "How much of it."),
        ])
    }

    /// Eats from jars, and tells what became of them.
    struct Pantry: Feature {
        static let contracts: [Contract] = [.keeps(.jars), .keepsBlobs, .serves(.eat), .publishes(.eaten)]
        let context: FeatureContext
        init(settings: Nothing, context: FeatureContext) throws { self.context = context }

        func run() async throws {
            let jars = try context.store.collection(.jars)
            let out = try context.bus.publisher(on: .eaten)
            let changes = try await jars.changes()
            try context.routes.serve(.eat) { wanted, _ in
                if wanted.spoons == 0 { return try await jars.insert(wanted).document }
                return try await context.store.transaction { tx in
                    context.log.info("eats")
                    return try tx.update(jars, wanted.name) { $0.spoons -= wanted.spoons }.document
                }
            }
            context.ready()
            for try await change in changes { if let jar = change.document { out(jar) } }
        }
    }
}

extension Documents<KeepingFeatureTests.Jar> {
    static var jars: Documents { .init("jars", indexes: [.on("spoons")]) }
}

extension Topic where Payload == KeepingFeatureTests.Jar {
    fileprivate static var eaten: Topic { .init("pantry.eaten") }
}

extension Route where Request == KeepingFeatureTests.Jar, Reply == KeepingFeatureTests.Jar {
    fileprivate static var eat: Route { .init("pantry.eat", .post, "/eat", access: .everyone) }
}
