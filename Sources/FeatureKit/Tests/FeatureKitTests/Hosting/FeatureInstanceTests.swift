import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct FeatureInstanceTests {
    private struct Mistake: Error, Equatable {}

    @Test(arguments: Ground.allCases) func runsUntilItIsDrained(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            settings: ["word": "second"],
            .init { settings, context in
                #expect(settings.word == "second")
                #expect(context.id == "lamp")
                let messages = try context.bus.messages(on: .plain)
                let out = try context.bus.publisher(on: .plain)
                try context.routes.serve(.double) { (ask: Ask, _) in Ask(number: ask.number * 2) }
                context.ready()
                for await _ in messages {}
                // A drained feature may still say goodbye.
                out(99)
            })
        let heard = try Bus(member: rehearsal.phone).messages(on: .plain)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            let answer = try await rehearsal.ask(4)
            #expect(answer == 8)
            rehearsal.instance.drain()
        }
        rehearsal.phone.drain()
        #expect(await heard.payloads() == [99])
        #expect(rehearsal.leavesNothing)
        #expect(rehearsal.instance.publishedTooLate == 0)
    }

    @Test(arguments: Ground.allCases) func isReadyOnce(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                await withTaskGroup { group in for _ in 0..<50 { group.addTask { context.ready() } } }
            })
        try await rehearsal.run()
        #expect(rehearsal.timesReady.withLock { $0 } == 1)
    }

    @Test(arguments: Ground.allCases) func cancellationReachesWhateverItRuns(_ ground: Ground) async throws {
        let release = Signal()
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                try context.routes.serve(.double) { (ask: Ask, _) in
                    await release.wait()
                    try Task.checkCancellation()
                    return ask
                }
                context.ready()
                // Deaf to the drain.
                await release.wait()
                try Task.checkCancellation()
            })
        await #expect(throws: CancellationError.self) {
            try await rehearsal.play {
                await rehearsal.ready.wait()
                async let asking = rehearsal.stage.failure(of: rehearsal)
                await rehearsal.stage.clock.sleepers(atLeast: 1)
                rehearsal.instance.cancel()
                #expect(await asking == "unavailable: lamp is being stopped")
            }
        }
        #expect(!release.isRaised)
        #expect(rehearsal.leavesNothing)
    }

    @Test(arguments: Ground.allCases) func cancellingTheTaskThatRunsItEndsIt(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                context.ready()
                try await context.clock.sleep(for: .seconds(60))
            })
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await rehearsal.run() }
            await rehearsal.ready.wait()
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.next() }
        }
        #expect(rehearsal.leavesNothing)
    }

    @Test(arguments: Ground.allCases) func cancelledBeforeItRuns(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground, .init { _, context in try await context.clock.sleep(for: .seconds(60)) })
        rehearsal.instance.cancel()
        await #expect(throws: CancellationError.self) { try await rehearsal.run() }
    }

    @Test(arguments: Ground.allCases) func aRunThatThrowsTakesItsRoutesAndReadersAlong(_ ground: Ground) async throws {
        let kept = Lock<Messages<Int>?>(nil)
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                try context.routes.serve(.double) { (ask: Ask, _) in ask }
                let messages = try context.bus.messages(on: .plain)
                kept.withLock { $0 = messages }
                throw Mistake()
            })
        #expect(await words { try await rehearsal.run() } == "Mistake()")
        #expect(rehearsal.stage.core.servedRoutes.isEmpty)
        // Even what somebody still holds has ended.
        try Bus(member: rehearsal.phone).publisher(on: .plain)(1)
        let messages = try #require(kept.withLock { $0 })
        #expect(await messages.payloads().isEmpty)
    }

    @Test(arguments: Ground.allCases) func anInitThatThrows(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init(make: { _ in throw Mistake() }, run: { _, _ in Issue.record("ran all the same") }))
        #expect(await words { try await rehearsal.run() } == "Mistake()")
        #expect(rehearsal.timesReady.withLock { $0 } == 0)
        #expect(try await rehearsal.instance.reconfigure([:]) == false)
    }

    @Test(arguments: Ground.allCases) func settingsThatItCannotRead(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground, settings: ["word": 5], .init { _, _ in Issue.record("ran all the same") })
        let error = await words { try await rehearsal.run() }
        #expect(error?.hasPrefix("its Codable can't read settings that fit its Shape: ") == true)
    }

    @Test(arguments: Ground.allCases) func answersWhatWasAskedBeforeTheDrain(_ ground: Ground) async throws {
        let entered = Signal()
        let release = Signal()
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                try context.routes.serve(.double) { (ask: Ask, _) in
                    entered.raise()
                    await release.wait()
                    return Ask(number: ask.number * 2)
                }
                context.ready()
                await context.clock.stop.wait()
            })
        try await rehearsal.play {
            await rehearsal.ready.wait()
            async let asking = rehearsal.ask(4)
            await entered.wait()
            rehearsal.instance.drain()
            #expect(await rehearsal.stage.failure(of: rehearsal) == #"nobody serves "lamp.double" now"#)
            release.raise()
            let answer = try await asking
            #expect(answer == 8)
        }
    }

    /// With `run()` over nothing is served any more, and a handler that sleeps must not hold the feature.
    @Test(arguments: Ground.allCases) func handlersDoNotSleepOnAfterRunReturned(_ ground: Ground) async throws {
        let asleep = Signal()
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                try context.routes.serve(.double) { (ask: Ask, _) in
                    try await context.clock.sleep(for: .seconds(3_600))
                    return ask
                }
                context.ready()
                await asleep.wait()
            })
        try await rehearsal.play {
            await rehearsal.ready.wait()
            async let asking = rehearsal.stage.failure(of: rehearsal)
            // The caller's time limit and the handler's sleep.
            await rehearsal.stage.clock.sleepers(atLeast: 2)
            asleep.raise()
            #expect(await asking == "unavailable: lamp is being stopped")
        }
    }

    @Test(arguments: Ground.allCases) func revokedItIsCutOffWhateverItStillDoes(_ ground: Ground) async throws {
        let goOn = Signal()
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let out = try context.bus.publisher(on: .plain)
                try context.routes.serve(.double) { (ask: Ask, _) in ask }
                context.ready()
                // It will not hear of the drain.
                await goOn.wait()
                for number in 1...3 { out(number) }
                #expect(throws: BusError.self) { try context.bus.messages(on: .plain) }
            })
        let heard = try Bus(member: rehearsal.phone).messages(on: .plain)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            rehearsal.instance.revoke()
            #expect(rehearsal.stage.core.servedRoutes.isEmpty)
            goOn.raise()
        }
        rehearsal.phone.drain()
        #expect(await heard.payloads().isEmpty)
        #expect(rehearsal.instance.publishedTooLate == 3)
    }

    /// What a feature leaves running after `run()` has returned speaks to nobody.
    @Test(arguments: Ground.allCases) func afterItsRunItIsCutOff(_ ground: Ground) async throws {
        let leaked = Lock<Publisher<Int>?>(nil)
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let out = try context.bus.publisher(on: .plain)
                leaked.withLock { $0 = out }
            })
        try await rehearsal.run()
        let out = try #require(leaked.withLock { $0 })
        out(1)
        // What is left in a worker ends with it; here, where it does not, the host hears nothing of it.
        #expect(rehearsal.instance.publishedTooLate == (ground == .host ? 1 : 0))
        #expect(rehearsal.stage.report("plain")?.published == 0)
    }

    @Test(arguments: Ground.allCases) func reconfigures(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init(
                run: { _, context in
                    context.ready()
                    await context.clock.stop.wait()
                },
                reconfigure: { settings in
                    if settings.word == "bad" { throw Mistake() }
                    return settings.word == "new" ? .applied : .restart
                }))
        #expect(try await rehearsal.instance.reconfigure(["word": "new"]) == false)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            let applied = try await rehearsal.instance.reconfigure(["word": "new"])
            #expect(applied)
            let restarts = try await !rehearsal.instance.reconfigure(["word": "other"])
            #expect(restarts)
            #expect(await words { _ = try await rehearsal.instance.reconfigure(["word": "bad"]) } == "Mistake()")
            let error = await words { _ = try await rehearsal.instance.reconfigure(["word": 5]) }
            #expect(error?.hasPrefix("its Codable can't read settings that fit its Shape: ") == true)
            rehearsal.instance.drain()
        }
        // With no run there is nobody to take them.
        #expect(try await rehearsal.instance.reconfigure(["word": "new"]) == false)
    }

    @Test func saysBeforehandWhetherItIsReconfigurable() async throws {
        #expect(FeatureEntry(Scripted.self).isReconfigurable)
        #expect(!FeatureEntry(Rigid.self).isReconfigurable)
    }

    /// What looks like it and does not say so takes no settings while it runs.
    private struct Rigid: Feature {
        init(settings: NoSettings, context: FeatureContext) throws {}
        func run() async throws {}
        func reconfigure(_ settings: NoSettings) async throws -> Reconfiguration { .applied }
    }

    /// Stopped at every possible moment, a run always ends and leaves nothing.
    @Test(arguments: Ground.allCases) func stopsAtAnyMoment(_ ground: Ground) async throws {
        for round in 0..<300 {
            let rehearsal = try Rehearsal(
                on: ground,
                .init { _, context in
                    let messages = try context.bus.messages(on: .plain)
                    try context.routes.serve(.double) { (ask: Ask, _) in ask }
                    context.ready()
                    try await withThrowingTaskGroup { group in
                        group.addTask { for await _ in messages {} }
                        group.addTask { try? await context.clock.sleep(for: .seconds(60)) }
                        try await group.waitForAll()
                    }
                })
            await withTaskGroup { group in
                group.addTask { do { try await rehearsal.run() } catch {} }
                group.addTask {
                    for _ in 0..<(round % 40) { await Task.yield() }
                    if round.isMultiple(of: 3) { rehearsal.instance.cancel() } else { rehearsal.instance.drain() }
                }
            }
            #expect(rehearsal.leavesNothing)
        }
    }
}

/// The words of what is thrown: an error of a worker is no more than these.
func words(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch { return "\(error)" }
    return nil
}

extension Stage {
    /// What the phone is told when its request fails.
    fileprivate func failure(of rehearsal: Rehearsal) async -> String? {
        await #expect(throws: RequestError.self) { try await rehearsal.ask(1) }?.description
    }
}
