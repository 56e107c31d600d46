@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureRig
import FeatureTestKit
import Testing

/// Two collections with a person: one of which documents are deleted, and one in which the person is taken out of them.
private struct GuestBook: Feature {
    static let contracts: [Contract] = [.keeps(Entry.documents), .keeps(Visit.documents)]
    let context: FeatureContext
    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        context.ready()
        await context.untilStopped()
    }

    @Record @Collection("entries", .on(\.text), person: .deletes(\.user))
    struct Entry: Equatable {
        /// Who wrote it.
        var user: String
        /// What they wrote.
        var text: String
    }

    @Record @Collection("visits", .on(\.user, \.place), person: .anonymises(\.user, clearing: \.name))
    struct Visit: Equatable {
        /// Who came.
        var user: String?
        /// What they are called.
        var name: String?
        /// Where they were.
        var place: String
    }
}

@Suite(.timeLimit(.minutes(1))) struct ErasureTests {
    /// The module that knows who was erased.
    private final class Accounts: Sendable {
        let erased = Lock<[String]>([])
        let asked = Lock<[Int64]>([])
        let isBroken = Lock(false)

        func serve(on rig: Rig) throws {
            try rig.serve("accounts.erasures", request: ErasuresAfter.shape, reply: ErasurePage.shape) { request, _ in
                let asked = try request.decoded(as: ErasuresAfter.self)
                self.asked.withLock { $0.append(asked.after) }
                if self.isBroken.withLock({ $0 }) { throw RouteError.invalid("broken") }
                let all = self.erased.withLock { $0 }
                let items = all.indices.dropFirst(Int(asked.after)).map { Erasure(number: Int64($0) + 1, key: all[$0]) }
                return try Value(encoding: ErasurePage(items: Array(items.prefix(2))))
            }
        }

        func publish(on rig: Rig) throws {
            let newest = NewestErasure(number: Int64(erased.withLock { $0.count }))
            try rig.publish(Value(encoding: newest), on: "accounts.erased", NewestErasure.shape, keeping: .latest)
        }
    }

    private let settings = Value.object(Members())

    private func withGuestBook(
        in memory: MemoryStore = MemoryStore(), clock: TestClock = TestClock(),
        _ body: (Rig, Accounts) async throws -> Void
    ) async throws {
        let subject = RigSubject(id: "guest-book", entry: FeatureEntry(GuestBook.self))
        try await Rig.with(subject, store: memory, clock: clock) { rig in
            let store = try await rig.kept().store
            for user in ["accounts:ada", "accounts:bob"] {
                try await store.collection(GuestBook.Entry.documents).insert(.init(user: user, text: "Hello"))
                try await store.collection(GuestBook.Visit.documents)
                    .insert(.init(user: user, name: "A name", place: "Gate 1"))
            }
            try await body(rig, Accounts())
        }
    }

    private func writers(_ rig: Rig) async throws -> [String] {
        try await rig.kept().store.collection(GuestBook.Entry.documents).query().items.map(\.document.user).sorted()
    }

    private func visits(_ rig: Rig) async throws -> [GuestBook.Visit] {
        try await rig.kept().store.collection(GuestBook.Visit.documents).query().items.map(\.document)
            .sorted { ($0.user ?? "") < ($1.user ?? "") }
    }

    @Test func `Who was erased while the feature was off is gone before it is ready, and is not asked for again`()
        async throws
    {
        try await withGuestBook { rig, accounts in
            try accounts.serve(on: rig)
            accounts.erased.withLock { $0 = ["accounts:eve", "accounts:ada", "accounts:max"] }
            #expect(await rig.start(settings) == .active)
            #expect(try await writers(rig) == ["accounts:bob"])
            #expect(
                try await visits(rig) == [
                    .init(place: "Gate 1"), .init(user: "accounts:bob", name: "A name", place: "Gate 1"),
                ])
            #expect(accounts.asked.withLock { $0 } == [0, 2, 3])
            #expect(await rig.stop())
            #expect(await rig.start(settings) == .active)
            #expect(accounts.asked.withLock { $0.last } == 3)
        }
    }

    @Test func `Who is erased while it runs goes as soon as that is told`() async throws {
        try await withGuestBook { rig, accounts in
            // Nobody lists anyone yet, which holds up no start.
            #expect(await rig.start(settings) == .active)
            try accounts.serve(on: rig)
            accounts.erased.withLock { $0 = ["accounts:ada"] }
            try accounts.publish(on: rig)
            await rig.settle()
            #expect(try await writers(rig) == ["accounts:bob"])
        }
    }

    @Test func `A list that fails holds up no start and is asked for again`() async throws {
        try await withGuestBook { rig, accounts in
            try accounts.serve(on: rig)
            accounts.erased.withLock { $0 = ["accounts:ada"] }
            accounts.isBroken.withLock { $0 = true }
            try accounts.publish(on: rig)
            #expect(await rig.start(settings) == .active)
            #expect(try await writers(rig).count == 2)
            accounts.isBroken.withLock { $0 = false }
            await rig.settle()
            await rig.advance(by: .seconds(61))
            #expect(try await writers(rig) == ["accounts:bob"])
        }
    }

    @Test func `A store that answers late holds up no start, and erases once it answers`() async throws {
        let (memory, clock) = (MemoryStore(), TestClock())
        try await withGuestBook(in: memory, clock: clock) { rig, accounts in
            try accounts.serve(on: rig)
            accounts.erased.withLock { $0 = ["accounts:ada"] }
            memory.hang()
            async let state = rig.start(settings)
            await clock.sleepers(atLeast: 1)
            #expect(rig.state != .active)
            clock.advance(by: .seconds(1))
            #expect(await state == .active)
            #expect(try await writers(rig).count == 2)
            memory.repair()
            await rig.settle()
            #expect(try await writers(rig) == ["accounts:bob"])
            #expect(await rig.stop())
        }
    }

    @Test func `However many documents somebody has, all of them go`() async throws {
        try await withGuestBook { rig, accounts in
            let entries = try await rig.kept().store.collection(GuestBook.Entry.documents)
            for number in 1...450 { try await entries.insert(.init(user: "accounts:ada", text: "\(number)")) }
            try accounts.serve(on: rig)
            accounts.erased.withLock { $0 = ["accounts:ada"] }
            #expect(await rig.start(settings) == .active)
            #expect(try await writers(rig) == ["accounts:bob"])
        }
    }

    @Test(arguments: [
        (PersonRule.deletes("usr"), "person: there is no \"usr\"; did you mean \"user\"?"),
        (.deletes("count"), "person: \"count\" must be a text, not a whole number"),
        (.anonymises("user"), "person: \"user\" must be optional, or erasing can't take it out"),
    ])
    func `A rule that can't be followed is told where the collection is declared`(_ rule: PersonRule, _ problem: String)
        throws
    {
        let shape = Shape.object([
            Field("user", .text(), "Who."), Field("count", .integer(), "How many.", optional: true),
        ])
        let layout = CollectionLayout(name: "notes", shape: shape, indexes: [.on("user")], person: rule)
        let error = #expect(throws: StoreError.self) { try CheckedCollection(layout, of: "guest-book") }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }
}
