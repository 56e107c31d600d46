import FeatureTestKit
import Testing

@_spi(Hosting) @testable import FeatureKit

/// Something that has letters sent, and asks another module to print them.
@Module @Routes("post") struct Post: Feature, RouteGroup {
    @Record struct Settings: Equatable {
        /// How many are sent at once.
        var atOnce = 2
    }
    @Record struct Letter: Equatable {
        /// What it says.
        var text: String
    }
    @Record @Collection("ended") struct EndedLetter: Equatable {
        /// Which letter.
        var id: String
        /// How it ended.
        var how: String
    }
    static let letters = JobQueue<Letter>("letters", most: 5)
    static let printer = Route<Letter, Done>(forModules: "printer.print", summary: "Prints.")
    static let shredder = Route<Letter, Done>(forModules: "printer.shred", summary: "Shreds.")
    static let carrier = Route<Letter, Done>(forModules: "carrier.carry", summary: "Carries.")
    static let contracts =
        routes + [
            .queues(letters), .keeps(EndedLetter.documents), .sends(to: printer), .sends(to: shredder),
            .requests(carrier),
        ]

    func run() async throws {
        try serve(on: context.routes)
        let ended = try context.store.collection(EndedLetter.documents)
        let jobs = try context.store.jobs(Self.letters)
        context.ready()
        await jobs.run(
            on: context.clock, log: context.log, atOnce: settings.atOnce,
            ended: { attempt, how, tx in
                try tx.insert(ended, EndedLetter(id: attempt.id, how: "\(how)"))
            }
        ) { [bus = context.bus] attempt in
            do { _ = try await bus.request(Self.carrier, attempt.job, within: .seconds(5)) } catch let error
                as RequestError
            {
                guard let refusal = error.refusal, refusal.status == 410 else { throw JobFailure.retry("\(error)") }
                throw JobFailure.giveUp(refusal.description)
            }
        }
    }

    /// Posts a letter.
    /// - Parameter id: Its id.
    /// - Parameter to: To whom.
    /// - Parameter text: What it says.
    /// - Parameter minutes: How long it is worth sending.
    @Patch("/", .everyone)
    func post(id: String, to: String, text: String, minutes: Int = 60) async throws -> Done {
        let until = context.clock.now.advanced(by: .seconds(60 * minutes))
        try await context.store.transaction { tx in
            _ = try tx.enqueue(Letter(text: text), in: Self.letters, id: id, key: to, person: to, until: until)
        }
        return Done()
    }

    /// Has a text printed, and shredded after that.
    /// - Parameter id: Its id.
    /// - Parameter text: What it says.
    @Post("/printed", .everyone)
    func printed(id: String, text: String) async throws -> Done {
        let until = context.clock.now.advanced(by: .seconds(3600))
        try await context.store.transaction { tx in
            try tx.send(Letter(text: text), to: Self.printer, id: id, key: "one", until: until)
            try tx.send(Letter(text: "no \(text)"), to: Self.shredder, id: id, key: "one", until: until)
        }
        return Done()
    }
}

@Suite(.timeLimit(.minutes(1))) struct JobTests {
    private let store = MemoryStore()
    /// What the carrier and the printer were given, and what they answer.
    private final class Peer: Sendable {
        let got = Lock<[String]>([])
        let answer = Lock<RouteError?>(nil)
        let whenAsked = Lock<@Sendable () -> Void>({})
        let (arrived, arrive) = AsyncStream<String>.makeStream()

        func take(_ text: String) throws -> Done {
            got.withLock { $0.append(text) }
            whenAsked.withLock { $0 }()
            arrive.yield(text)
            if let error = answer.withLock({ $0 }) { throw error }
            return Done()
        }

        /// Waits until so many have come.
        func next(_ count: Int = 1) async -> [String] {
            var texts: [String] = []
            for await text in arrived {
                texts.append(text)
                if texts.count == count { return texts }
            }
            return texts
        }
    }
    private let peer = Peer()

    private func withPost(
        atOnce: Int = 2, clock: TestClock = TestClock(), gate: Signal? = nil, _ body: (Probe) async throws -> Void
    ) async throws {
        try await withFeature(Post.self, settings: .init(atOnce: atOnce), store: store, clock: clock) { probe in
            try probe.serve(Post.carrier) { [peer] letter, _ in
                let done = try peer.take(letter.text)
                if letter.text == "b1" { await gate?.wait() }
                return done
            }
            try await body(probe)
        }
    }

    private func post(_ id: String, to: String, _ probe: Probe, minutes: Int = 60) async throws {
        _ = try await probe.call(Post.postRoute, .init(id: id, to: to, text: id, minutes: minutes))
    }

    private func rows(_ probe: Probe) throws -> StoredCollection<Value> {
        try probe.store.collection(named: "kit-jobs", as: Value.self)
    }

    private func ended(_ probe: Probe) async throws -> [String] {
        try await probe.store.collection(Post.EndedLetter.documents).query().items
            .map { "\($0.document.id) \($0.document.how)" }.sorted()
    }

    @Test func `Jobs of one key are done in their order, and one that fails holds those behind it`() async throws {
        try await withPost { probe in
            peer.answer.withLock { $0 = .unavailable("The road is closed.") }
            try await post("a1", to: "ada", probe)
            try await post("a2", to: "ada", probe)
            #expect(await peer.next() == ["a1"])
            await probe.settle()
            peer.answer.withLock { $0 = nil }
            try await post("b1", to: "bob", probe)
            #expect(await peer.next() == ["b1"])
            await probe.advance(.seconds(2))
            #expect(await peer.next(2) == ["a1", "a2"])
            await probe.settle()
            #expect(try await ended(probe) == ["a1 done", "a2 done", "b1 done"])
            #expect(try await rows(probe).count() == 0)
        }
    }

    @Test func `A job that failed comes before those that were enqueued after it was due again`() async throws {
        let gate = Signal()
        try await withPost(atOnce: 1, gate: gate) { probe in
            peer.answer.withLock { $0 = .unavailable("The road is closed.") }
            try await post("a1", to: "ada", probe)
            _ = await peer.next()
            await probe.settle()
            peer.answer.withLock { $0 = nil }
            // One is being done, and the next one waits for its end.
            try await post("b1", to: "bob", probe)
            #expect(await peer.next() == ["b1"])
            try await post("c1", to: "carla", probe)
            await probe.advance(.seconds(2))
            try await post("d1", to: "dani", probe)
            await probe.settle()
            gate.raise()
            #expect(await peer.next(3) == ["c1", "a1", "d1"])
        }
    }

    @Test func `What waits is done after a restart, and one id is enqueued once`() async throws {
        let clock = TestClock()
        try await withPost(clock: clock) { probe in
            peer.answer.withLock { $0 = .unavailable("The road is closed.") }
            for _ in 1...2 { try await post("a1", to: "ada", probe) }
            try await post("a2", to: "ada", probe)
            _ = await peer.next()
            await probe.settle()
            #expect(try await rows(probe).count() == 2)
        }
        peer.answer.withLock { $0 = nil }
        clock.advance(by: .seconds(2))
        try await withPost(clock: clock) { probe in
            // The first attempt may have come before the carrier was there.
            await probe.advance(.seconds(4))
            #expect(await peer.next(2) == ["a1", "a2"])
        }
    }

    @Test func `A job that is refused for good is a dead letter, until it is enqueued again`() async throws {
        try await withPost { probe in
            peer.answer.withLock { $0 = RouteError(code: "moved", status: 410, "Ada has moved.") }
            try await post("a1", to: "ada", probe)
            _ = await peer.next()
            await probe.settle()
            #expect(try await ended(probe) == [#"a1 gaveUp("moved: Ada has moved.")"#])
            #expect(probe.log.messages(.error) == ["a job was given up"])
            #expect(try await rows(probe).count() == 1)
            peer.answer.withLock { $0 = nil }
            try await post("a1", to: "ada", probe)
            #expect(await peer.next() == ["a1"])
            await probe.settle()
            #expect(try await rows(probe).count() == 0)
        }
    }

    @Test func `A job that can't be read any more is a dead letter, and holds nothing up`() async throws {
        try await withPost { probe in
            peer.answer.withLock { $0 = .unavailable("The road is closed.") }
            try await post("a0", to: "ada", probe)
            _ = await peer.next()
            await probe.settle()
            try await post("a1", to: "ada", probe)
            try await post("a2", to: "ada", probe)
            let kept = try rows(probe)
            try await kept.update("letters a1") { row in
                guard case .object(var members) = row else { return }
                members["job"] = ["words": "of another version"]
                row = .object(members)
            }
            peer.answer.withLock { $0 = nil }
            await probe.advance(.seconds(2))
            #expect(await peer.next(2) == ["a0", "a2"])
            #expect(probe.log.messages(.error) == ["a job was given up"])
        }
    }

    @Test func `A job that is enqueued again the moment it ends is done again`() async throws {
        var lines = JobLines()
        let now = Timestamp(nanoseconds: 0)
        #expect(lines.add("a", key: "ada", due: now, until: now) == now)
        // Its row is gone and there again, but it still stands in its line.
        #expect(lines.add("a", key: "ada", due: now, until: now) == nil)
        #expect(lines.removeFirst(of: "ada") == now && lines.first(of: "ada")?.id == "a")
        #expect(lines.removeFirst(of: "ada") == nil && lines.count == 0)
        #expect(lines.add("a", key: "ada", due: now, until: now) == now)
    }

    @Test func `A job that is no longer worth doing ends, and so does one that waits behind it`() async throws {
        try await withPost { probe in
            peer.answer.withLock { $0 = .unavailable("The road is closed.") }
            try await post("a1", to: "ada", probe, minutes: 1)
            _ = await peer.next()
            await probe.settle()
            for _ in 1...12 { await probe.advance(.seconds(5)) }
            #expect(try await ended(probe).first?.hasPrefix("a1 expired(") == true)
            #expect(try await rows(probe).count() == 0)
        }
    }

    @Test func `Only so many wait`() async throws {
        try await withPost { probe in
            peer.answer.withLock { $0 = .unavailable("The road is closed.") }
            for number in 1...5 { try await post("a\(number)", to: "ada", probe) }
            #expect(try await probe.refusal { try await post("a6", to: "ada", probe) }?.code == "full")
            let waiting = try await probe.store.jobs(Post.letters).waiting(most: 3)
            #expect(waiting.map(\.text) == ["a1", "a2", "a3"])
        }
    }

    @Test func `Where some were done, as many more may wait`() async throws {
        try await withPost { probe in
            for round in 1...3 {
                peer.answer.withLock { $0 = .unavailable("The road is closed.") }
                let ids = (1...5).map { "\(round)\($0)" }
                for id in ids { try await post(id, to: "ada", probe) }
                #expect(try await probe.refusal { try await post("more", to: "bob", probe) }?.code == "full")
                #expect(await peer.next() == [ids[0]])
                await probe.settle()
                peer.answer.withLock { $0 = nil }
                await probe.advance(.seconds(2))
                #expect(await peer.next(5) == ids)
                await probe.settle()
            }
        }
    }

    @Test func `A store that fails does not have a job done twice`() async throws {
        try await withPost { probe in
            peer.whenAsked.withLock { $0 = { [store] in store.fail() } }
            try await post("a1", to: "ada", probe)
            _ = await peer.next()
            await probe.advance(.seconds(5))
            store.repair()
            await probe.advance(.seconds(60))
            #expect(peer.got.withLock { $0 } == ["a1"])
            #expect(try await ended(probe) == ["a1 done"])
        }
    }

    @Test func `A request is sent until the other module answers`() async throws {
        try await withPost { probe in
            _ = try await probe.call(Post.printedRoute, .init(id: "p1", text: "programme"))
            await probe.settle()
            // One after the other, though the second could go out before the first.
            try probe.serve(Post.shredder) { [peer] letter, _ in try peer.take(letter.text) }
            await probe.advance(.seconds(2))
            try probe.serve(Post.printer) { [peer] letter, _ in try peer.take(letter.text) }
            await probe.advance(.seconds(4))
            #expect(await peer.next(2) == ["programme", "no programme"])
            await probe.settle()
            #expect(try await rows(probe).count() == 0)
        }
    }

    @Test func `A request to a module that is not there waits unwritten, and goes out the moment it comes`()
        async throws
    {
        try await withPost { probe in
            _ = try await probe.call(Post.printedRoute, .init(id: "p1", text: "programme"))
            let versions = try await rows(probe).query().items.map(\.version)
            for _ in 1...20 { await probe.advance(.seconds(60)) }
            #expect(try await rows(probe).query().items.map(\.version) == versions)
            try probe.serve(Post.shredder) { [peer] letter, _ in try peer.take(letter.text) }
            await probe.settle()
            try probe.serve(Post.printer) { [peer] letter, _ in try peer.take(letter.text) }
            #expect(await peer.next(2) == ["programme", "no programme"])
            await probe.settle()
            #expect(try await rows(probe).count() == 0)
        }
    }

    @Test func `A request to a module that never comes ends when it is no longer worth sending`() async throws {
        try await withPost { probe in
            _ = try await probe.call(Post.printedRoute, .init(id: "p1", text: "programme"))
            await probe.settle()
            await probe.advance(.seconds(3_599))
            #expect(try await rows(probe).count() == 2)
            await probe.advance(.seconds(2))
            #expect(try await rows(probe).count() == 0)
            #expect(probe.log.messages(.warning) == Array(repeating: "a job was no longer worth doing", count: 2))
        }
    }

    @Test func `Pauses double up to ten minutes and differ from job to job`() {
        let pauses = (1...14).map { JobPause.after(failures: $0, id: "x") }
        #expect(pauses[0] >= .milliseconds(800) && pauses[0] <= .milliseconds(1_200))
        #expect(zip(pauses, pauses.dropFirst()).prefix(8).allSatisfy { $0 < $1 })
        #expect(pauses.allSatisfy { $0 <= .seconds(720) })
        #expect(JobPause.after(failures: 3, id: "x") != JobPause.after(failures: 3, id: "y"))
    }
}
