import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct FeatureClockTests {
    private let source = ManualClock()
    private let stop = Signal()
    private var clock: FeatureClock { FeatureClock(source: source, stop: stop) }

    @Test func tellsTheTimeOfItsSource() {
        #expect(clock.now == source.now)
        #expect(clock.uptime == source.uptime)
        source.advance(by: .seconds(5))
        #expect(clock.uptime == source.uptime)
    }

    @Test func sleepsUntilTheTimeHasCome() async throws {
        async let slept: Void = clock.sleep(for: .seconds(5))
        await source.sleepers(atLeast: 1)
        source.advance(by: .seconds(4))
        #expect(source.sleeperCount == 1)
        source.advance(by: .seconds(1))
        try await slept
        try await clock.sleep(for: .zero)
        try await clock.sleep(for: .seconds(-1))
        try await clock.sleep(until: .zero)
    }

    @Test func sleepsEndAtTheStop() async throws {
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in try await clock.sleep(for: .seconds(5)) }
            await source.sleepers(atLeast: 1)
            stop.raise()
            await #expect(throws: CancellationError.self) { try await group.next() }
        }
        #expect(source.sleeperCount == 0)
    }

    @Test func afterTheStopNobodySleeps() async {
        stop.raise()
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(5)) }
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .zero) }
        #expect(source.sleeperCount == 0)
    }

    @Test func cancellationEndsASleep() async {
        for _ in 0..<200 {
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [clock] in try await clock.sleep(for: .seconds(5)) }
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
        }
        #expect(source.sleeperCount == 0)
    }
}

/// The machine's own clock, as far as a test can ask without waiting for it.
@Suite(.timeLimit(.minutes(1))) struct SystemClockTests {
    private let clock = SystemClock()

    @Test func neverGoesBack() async throws {
        let before = clock.uptime
        try await clock.sleep(until: before + .milliseconds(2))
        #expect(clock.uptime >= before + .milliseconds(2))
        #expect(clock.now.nanoseconds > 1_700_000_000_000_000_000)
    }

    @Test func whatIsPastIsNotWaitedFor() async throws {
        try await clock.sleep(until: .zero)
        try await clock.sleep(until: .seconds(Int64.min))
    }

    /// "For ever" is a duration too.
    @Test(arguments: [Duration.seconds(Int64.max), .seconds(400 * 366 * 86_400), .seconds(3_601)])
    func longSleepsCanBeCancelled(_ duration: Duration) async {
        await withThrowingTaskGroup(of: Void.self) { group in
            let started = Signal()
            group.addTask {
                started.raise()
                try await clock.sleep(until: clock.uptime + duration)
            }
            await started.wait()
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.next() }
        }
    }

    @Test func cancelledAlreadyItThrowsAlsoWhereThereIsNothingToWaitFor() async {
        await withThrowingTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try await clock.sleep(until: .zero) }
            await #expect(throws: CancellationError.self) { try await group.next() }
        }
    }
}
