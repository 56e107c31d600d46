import Testing

@_spi(Hosting) @testable import FeatureKit
@_spi(Hosting) @testable import FeatureWire

/// A worker that dies in the middle of something: nobody waits for it.
@Suite(.timeLimit(.minutes(1))) struct WorkerGoneTests {
    private let cause = Cause(caller: .system, id: "c")

    private func rehearsal(_ script: Scripted.Script) -> (Rehearsal, Severed) {
        let source = Severed(Loopback(id: "lamp", entry: FeatureEntry(Scripted.self)))
        let entry = FeatureEntry.remote(FeatureDescription(FeatureEntry(Scripted.self)), source: source)
        return (Rehearsal(entry, script), source)
    }

    /// Runs it until its worker has gone; what the run throws then is why.
    private func play(_ rehearsal: Rehearsal, _ body: () async throws -> Void) async throws {
        let why = await words {
            try await rehearsal.play {
                await rehearsal.ready.wait()
                try await body()
            }
        }
        #expect(why == "it trapped (signal 4, SIGILL)")
        #expect(rehearsal.leavesNothing)
        let refused = await words { _ = try await rehearsal.ask(1) }
        #expect(refused == #"nobody serves "lamp.double" now"#)
    }

    @Test func inTheMiddleOfQuestions() async throws {
        let entered = Lock(0)
        let (rehearsal, source) = rehearsal(
            .init { _, context in
                try context.routes.serve(.double) { (ask: Ask, _) in
                    entered.withLock { $0 += 1 }
                    await context.untilStopped()
                    return ask
                }
                context.ready()
                await context.untilStopped()
            })
        try await play(rehearsal) {
            await withTaskGroup { group in
                for number in 0..<20 {
                    group.addTask {
                        let refusal = await words { _ = try await rehearsal.ask(number) }
                        #expect(refusal == "unavailable: lamp ended before it answered")
                    }
                }
                while entered.withLock({ $0 }) < 20 { await Task.yield() }
                source.cut.raise()
            }
        }
        // Nobody's limit had to end for that.
        #expect(rehearsal.stage.clock.sleeperCount == 0)
    }

    @Test func inTheMiddleOfAStream() async throws {
        let (rehearsal, source) = rehearsal(
            .init { _, context in
                try context.routes.stream(.count) { _, _, out in
                    try await out.send(Ask(number: 1))
                    await context.untilStopped()
                }
                context.ready()
                await context.untilStopped()
            })
        let listener = Listener(Ask(number: 0))
        try await play(rehearsal) {
            let route = try #require(rehearsal.stage.core.route("lamp.count"))
            #expect(route.ask(listener, Call(caller: .system, deadline: .seconds(200), cause: cause)) == .taken)
            while listener.heard.isEmpty { await Task.yield() }
            source.cut.raise()
            await listener.done.wait()
        }
        #expect(listener.heard.prefix(2) == ["next 1", "refused unavailable: lamp ended before it answered"])
    }

    @Test func whileItPublishesAndReads() async throws {
        let (rehearsal, source) = rehearsal(
            .init { _, context in
                let messages = try context.bus.messages(on: .plain)
                let (out, patient) = (
                    try context.bus.publisher(on: .state), try context.bus.publisher(on: .patient)
                )
                context.ready()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { for await _ in messages {} }
                    group.addTask { _ = try await patient.publishWaiting(1, within: .seconds(9)) }
                    group.addTask {
                        var number = 0
                        while !Task.isCancelled {
                            number += 1
                            out(number)
                            await Task.yield()
                        }
                    }
                    try await group.waitForAll()
                }
            })
        let heard = try Bus(member: rehearsal.phone).messages(on: .state, overflow: .dropOldest(1))
        let patient = try Bus(member: rehearsal.phone).messages(on: .patient, overflow: .dropNewest(1))
        let other = rehearsal.stage.member("torch", publishes: ["patient"])
        try Bus(member: other).publisher(on: .patient)(0)
        try await play(rehearsal) {
            await rehearsal.stage.clock.sleepers(atLeast: 1)
            source.cut.raise()
        }
        let published = rehearsal.stage.report("state")?.published
        for _ in 0..<100 { await Task.yield() }
        #expect(rehearsal.stage.report("state")?.published == published)
        // What it kept for others stays.
        let late = try Bus(member: rehearsal.phone).messages(on: .state)
        var iterator = late.makeAsyncIterator()
        #expect(await iterator.next()?.isRetained == true)
        #expect(heard.dropped > 0 || published == 1)
        #expect(patient.dropped == 0)
    }

    @Test func inTheMiddleOfNewSettings() async throws {
        let entered = Signal()
        let (rehearsal, source) = rehearsal(
            .init(
                run: { _, context in
                    context.ready()
                    await context.untilStopped()
                },
                reconfigure: { _ in
                    entered.raise()
                    await Signal().wait()
                    return .applied
                }))
        try await play(rehearsal) {
            async let applied = rehearsal.instance.reconfigure(["word": "new"])
            await entered.wait()
            source.cut.raise()
            // It is started again with them anyway.
            let isApplied = try await applied
            #expect(!isApplied)
        }
    }

    @Test func beforeItHasSaidAnything() async throws {
        let (rehearsal, source) = rehearsal(.init { _, context in await context.untilStopped() })
        source.cut.raise()
        let why = await words { try await rehearsal.run() }
        #expect(why == "it trapped (signal 4, SIGILL)")
        #expect(rehearsal.leavesNothing)
    }

    // MARK: - Foreign bytes

    /// Whatever a worker says instead of what it should: it is taken, or ends the link as what it is, and nothing else.
    @Test func whateverItSays() async throws {
        var random = SeededRandom.announced()
        for _ in 0..<150 {
            let seed = random.branch()
            let state = Lock(seed)
            let source = Severed(Loopback(id: "lamp", entry: FeatureEntry(Scripted.self))) { message in
                state.withLock { $0.mangle(message) }
            }
            let entry = FeatureEntry.remote(FeatureDescription(FeatureEntry(Scripted.self)), source: source)
            let rehearsal = Rehearsal(entry, .init(run: Self.everything))
            try Routes(member: rehearsal.phone).serve(.other) { (ask: Ask, _) in ask }
            let out = try Bus(member: rehearsal.phone).publisher(on: .plain)
            await rehearsal.stage.attending(rehearsal.phone) {
                await withTaskGroup { group in
                    group.addTask {
                        do { try await rehearsal.run() } catch is WireError {} catch is Severed.Cut {
                        } catch is CancellationError {} catch is RemoteFailure {} catch {
                            Issue.record("it ended with \(error)")
                        }
                        source.cut.raise()
                    }
                    group.addTask {
                        for number in 1...50 {
                            out(number)
                            await Task.yield()
                        }
                        if let route = rehearsal.stage.core.route("lamp.double") {
                            let listener = Listener(Ask(number: 1))
                            _ = route.ask(listener, Call(caller: .system, deadline: .seconds(200), cause: cause))
                        }
                        for _ in 0..<50 { await Task.yield() }
                        source.cut.raise()
                    }
                }
            }
            #expect(rehearsal.stage.core.servedRoutes.isEmpty)
            #expect(rehearsal.stage.core.report.allSatisfy { $0.readers.allSatisfy { $0.feature != "lamp" } })
        }
    }

    /// A feature that uses all that there is.
    @Sendable private static func everything(_ settings: Scripted.Settings, _ context: FeatureContext) async throws {
        let messages = try context.bus.messages(on: .plain)
        let (out, patient) = (try context.bus.publisher(on: .state), try context.bus.publisher(on: .patient))
        try context.routes.serve(.double) { (ask: Ask, _) in ask }
        try context.routes.stream(.count) { _, _, out in try await out.send(Ask(number: 1)) }
        context.log.info("a line", [("with", "a field")])
        context.ready()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await message in messages { out(message.payload, because: message.cause) } }
            group.addTask { _ = try await patient.publishWaiting(1, within: .seconds(1)) }
            group.addTask {
                _ = try? await context.bus.request(
                    .other as Route<Ask, Ask>, Ask(number: 1), within: .seconds(1))
            }
            try await group.waitForAll()
        }
    }

    /// Each kind with nothing in it, and with nonsense, right at the beginning.
    @Test func everyKindOfMessageWithNonsense() async throws {
        var random = SeededRandom.announced()
        for kind in UInt8.min...UInt8.max {
            for length in [0, 1, 4, 40] {
                let body = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                let nonsense = WireMessage(WireKind(rawValue: kind), UInt32(kind), body)
                let source = Nonsense(says: nonsense)
                let entry = FeatureEntry.remote(FeatureDescription(FeatureEntry(Scripted.self)), source: source)
                let rehearsal = Rehearsal(entry, .init { _, _ in })
                let ended = await words { try await rehearsal.run() }
                let isHarmless = [WireKind.ready, .drained, .forget, .ended].contains(nonsense.kind)
                let isRefused =
                    ended?.hasPrefix("what it says is not the protocol: ") == true
                    || ended?.hasPrefix("what it says is too large: ") == true
                #expect(isRefused || isHarmless || length == 40, "\(kind) with \(length) bytes: \(ended ?? "")")
                #expect(rehearsal.leavesNothing)
            }
        }
    }
}

/// A worker that says one thing and goes.
private struct Nonsense: WorkerSource {
    let says: WireMessage

    func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws {
        connected(Deaf())
        try receive(says)
    }

    private final class Deaf: WireConnection {
        var waiting: Int { 0 }
        func send(_ message: WireMessage) -> Bool { true }
        func sendInPieces(_ message: WireMessage) -> Bool { true }
        func close() {}
    }
}

extension SeededRandom {
    /// A message as it may arrive from a worker that has lost its mind: mostly as it was.
    fileprivate mutating func mangle(_ message: WireMessage) -> [WireMessage] {
        switch Int.random(in: 0..<40, using: &self) {
        case 0: return []
        case 1: return [message, message]
        case 2: return [WireMessage(message.kind, UInt32.random(in: 0...9, using: &self), message.body)]
        case 3:
            return [
                WireMessage(WireKind(rawValue: .random(in: 0...80, using: &self)), message.conversation, message.body)
            ]
        case 4: return [WireMessage(message.kind, message.conversation, Array(message.body.dropLast()))]
        case 5...7:
            var body = message.body
            if let place = body.indices.randomElement(using: &self) { body[place] = .random(in: 0...255, using: &self) }
            return [WireMessage(message.kind, message.conversation, body)]
        default: return [message]
        }
    }
}
