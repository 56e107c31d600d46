import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct SignalTests {
    @Test func waitingForARaisedSignalReturnsAtOnce() async {
        let signal = Signal()
        #expect(!signal.isRaised)
        signal.raise()
        signal.raise()
        #expect(signal.isRaised)
        await signal.wait()
    }

    /// Raised, waited for and cancelled all at once: everyone returns, whichever comes first.
    @Test func racesEndForEveryone() async {
        for round in 0..<2_000 {
            let signal = Signal()
            await withTaskGroup { group in
                for _ in 0..<3 { group.addTask { await signal.wait() } }
                if round.isMultiple(of: 2) { group.addTask { signal.raise() } }
                group.addTask { signal.raise() }
                if round.isMultiple(of: 3) { group.cancelAll() }
            }
            #expect(signal.isRaised)
        }
    }

    @Test func aWaitWithALimitSaysWhichCameFirst() async throws {
        let clock = ManualClock()
        let late = Signal()
        async let missed = late.wait(until: clock.uptime + .seconds(1), on: clock)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        #expect(try await missed == false)

        let early = Signal()
        async let came = early.wait(until: clock.uptime + .seconds(1), on: clock)
        await clock.sleepers(atLeast: 1)
        early.raise()
        #expect(try await came)
        #expect(clock.sleeperCount == 0)
        #expect(try await early.wait(until: .zero, on: clock))
        #expect(try await late.wait(until: .zero, on: clock) == false)
    }

    @Test func aWaitWithALimitCanBeCancelled() async {
        let clock = ManualClock()
        let signal = Signal()
        for _ in 0..<200 {
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await signal.wait(until: clock.uptime + .seconds(1), on: clock) }
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
        }
        #expect(clock.sleeperCount == 0)
    }
}
