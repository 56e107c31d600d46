import Testing

@_spi(Hosting) @testable import FeatureKit

/// Requests that take too long, are too many, or meet a feature that stops.
@Suite(.timeLimit(.minutes(1))) struct RequestLimitTests {
    private let exchange = Exchange()
    private var stage: Stage { exchange.stage }

    @Test func aHandlerThatNeverEndsHoldsNobodyBeyondTheLimit() async throws {
        let release = Signal()
        let entered = Signal()
        try exchange.serve { ask, _ in
            entered.raise()
            await release.wait()
            return ask
        }
        await stage.attending(exchange.lamp) {
            async let failure = exchange.failure(within: .milliseconds(1500))
            await entered.wait()
            await stage.clock.sleepers(atLeast: 1)
            stage.clock.advance(by: .milliseconds(1499))
            #expect(stage.clock.sleeperCount == 1)
            stage.clock.advance(by: .milliseconds(1))
            let error = await failure
            #expect(error?.code == .timedOut)
            #expect(error?.description == #""lamp.double" did not answer within 1s500ms"#)
            #expect(!release.isRaised)
            release.raise()
        }
    }

    @Test func cancellingTheCallerEndsTheWait() async throws {
        let release = Signal()
        try exchange.serve { ask, _ in
            await release.wait()
            return ask
        }
        await stage.attending(exchange.lamp) {
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await exchange.ask() }
                await stage.clock.sleepers(atLeast: 1)
                group.cancelAll()
                let error = await #expect(throws: RequestError.self) { try await group.next() }
                #expect(error?.code == .cancelled)
                #expect(error?.description == #"the request to "lamp.double" was cancelled"#)
            }
            release.raise()
        }
    }

    @Test func tooManyAtOnceAreRefusedAtOnce() async throws {
        let release = Signal()
        try exchange.serve { ask, _ in
            await release.wait()
            return ask
        }
        try await stage.attending(exchange.lamp) {
            let answered = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<RouteQueue.mostInFlight { group.addTask { try await exchange.ask(number).number } }
                await stage.clock.sleepers(atLeast: RouteQueue.mostInFlight)
                let error = await exchange.failure()
                #expect(error?.code == .unavailable)
                #expect(error?.description == "lamp has 1024 requests to answer already")
                release.raise()
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(answered == Set(0..<RouteQueue.mostInFlight))
            // Every answer makes room again.
            #expect(try await exchange.ask(7) == Ask(number: 7))
        }
    }

    /// Refusals must not take the places that answers free.
    @Test func aQueueThatWasFullHasAllItsRoomAgain() async {
        let queue = RouteQueue()
        let release = Signal()
        func fill(_ job: @escaping @Sendable () async -> Void) async -> Int {
            var taken = 0
            // An answer frees its place a moment after it is given.
            for _ in 0..<100_000 where taken < RouteQueue.mostInFlight {
                if queue.submit(Unheard.question(job)) == .taken { taken += 1 } else { await Task.yield() }
            }
            return taken
        }
        await withTaskGroup { group in
            group.addTask { await queue.work() }
            let first = Signal()
            #expect(await fill { await first.wait() } == RouteQueue.mostInFlight)
            for _ in 0..<50 { #expect(queue.submit(Unheard.question {}) == .full) }
            first.raise()
            #expect(await fill { await release.wait() } == RouteQueue.mostInFlight)
            release.raise()
            queue.close()
        }
    }

    /// Also when nobody takes requests from it, the queue holds no more than its limit.
    @Test func aQueueWithoutAWorkerFillsUp() {
        let queue = RouteQueue()
        for _ in 0..<RouteQueue.mostInFlight { #expect(queue.submit(Unheard.question {}) == .taken) }
        #expect(queue.submit(Unheard.question {}) == .full)
        queue.close()
        #expect(queue.submit(Unheard.question {}) == .full)
        let closed = RouteQueue()
        closed.close()
        #expect(closed.submit(Unheard.question {}) == .closed)
    }

    @Test func streamsTakeNoRoomFromQuestions() async {
        let service = RouteQueue()
        let (begun, release) = (Signal(), Signal())
        await withTaskGroup { group in
            group.addTask { await service.work() }
            for _ in 0..<RouteQueue.mostStreams {
                #expect(service.submit(Unheard.question(isStream: true) { await release.wait() }) == .taken)
            }
            #expect(service.submit(Unheard.question(isStream: true) {}) == .full)
            #expect(service.submit(Unheard.question { begun.raise() }) == .taken)
            await begun.wait()
            release.raise()
            service.close()
        }
    }

    @Test func whatWasAskedBeforeTheDrainIsStillAnswered() async throws {
        let release = Signal()
        let entered = Signal()
        try exchange.serve { ask, _ in
            entered.raise()
            await release.wait()
            return Ask(number: ask.number + 1)
        }
        try await stage.attending(exchange.lamp) {
            async let asking = exchange.ask(1)
            await entered.wait()
            exchange.lamp.drain()
            #expect(stage.core.servedRoutes.isEmpty)
            let error = await exchange.failure(2)
            #expect(error?.description == #"nobody serves "lamp.double" now"#)
            release.raise()
            let reply = try await asking
            #expect(reply == Ask(number: 2))
        }
    }

    /// Requests that were accepted but not begun are answered too.
    @Test func theQueueAnswersAllThatItTookBeforeItClosed() async {
        let queue = RouteQueue()
        let done = Lock(0)
        for _ in 0..<100 { #expect(queue.submit(Unheard.question { done.withLock { $0 += 1 } }) == .taken) }
        queue.close()
        await queue.work()
        #expect(done.withLock { $0 } == 100)
        let cancelled = RouteQueue()
        for _ in 0..<100 { #expect(cancelled.submit(Unheard.question { done.withLock { $0 += 1 } }) == .taken) }
        await withTaskGroup { group in
            group.addTask { await cancelled.work() }
            group.cancelAll()
        }
        #expect(done.withLock { $0 } == 200)
    }

    @Test func aHandlerThatIsCancelledSaysThatItsFeatureStops() async throws {
        try exchange.serve { _, _ in throw CancellationError() }
        let error = await stage.attending(exchange.lamp) {
            await exchange.failure()
        }
        #expect(error?.description == "unavailable: lamp is being stopped")
        #expect(stage.log.lines.isEmpty)
    }

    /// Callers of all kinds against a feature that stops and starts: nobody hangs, and every answer is the right one.
    @Test func nobodyHangsWhileServersComeAndGo() async throws {
        var random = SeededRandom.announced()
        let finished = Signal()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for asker in 0..<4 {
                var pace = random.branch()
                group.addTask {
                    var answered = 0
                    for number in 0..<300 {
                        do throws(RequestError) {
                            let reply = try await exchange.ask(asker * 1_000 + number)
                            #expect(reply == Ask(number: -(asker * 1_000 + number)))
                            answered += 1
                        } catch { #expect(error.code == .unavailable, "\(error)") }
                        if Bool.random(using: &pace) { await Task.yield() }
                    }
                    return answered
                }
            }
            group.addTask {
                while !finished.isRaised {
                    let run = stage.member("lamp", serves: ["lamp.double"])
                    try Routes(member: run).serve(.double) { (ask: Ask, _) in Ask(number: -ask.number) }
                    await stage.attending(run) { for _ in 0..<20 { await Task.yield() } }
                }
                return 0
            }
            var answered = 0
            for _ in 0..<4 { answered += try await group.next() ?? 0 }
            finished.raise()
            #expect(answered > 0)
            try await group.waitForAll()
        }
        #expect(stage.clock.sleeperCount == 0)
    }
}
