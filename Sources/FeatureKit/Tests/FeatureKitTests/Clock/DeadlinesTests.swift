import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct DeadlinesTests {
    private let source = ManualClock()
    private let stop = Signal()
    private var clock: FeatureClock { FeatureClock(source: source, stop: stop) }

    /// What a loop was handed.
    private struct Due: Sendable {
        let stream: AsyncStream<String>

        func next() async -> String? {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    /// Runs a loop over deadlines beside `body`.
    private func whileRunning(
        _ deadlines: Deadlines<String>, _ body: (Due) async throws -> Void
    ) async throws {
        let (stream, out) = AsyncStream<String>.makeStream()
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await id in deadlines { out.yield(id) }
                out.finish()
            }
            try await body(Due(stream: stream))
            group.cancelAll()
        }
    }

    @Test func `Each is handed out once its time has come, by either clock`() async throws {
        let deadlines = Deadlines<String>(on: clock)
        deadlines.set("later", after: .seconds(30))
        deadlines.set("wall", at: clock.now.advanced(by: .seconds(20)))
        deadlines.set("past", at: clock.now.advanced(by: .seconds(-1)))
        try await whileRunning(deadlines) { due in
            #expect(await due.next() == "past")
            await source.sleepers(atLeast: 1)
            source.advance(by: .seconds(20))
            #expect(await due.next() == "wall")
            await source.sleepers(atLeast: 1)
            source.advance(by: .seconds(10))
            #expect(await due.next() == "later")
            #expect(deadlines.count == 0)
        }
    }

    @Test func `What is due earlier wakes the loop`() async throws {
        let deadlines = Deadlines<String>(on: clock)
        deadlines.set("late", after: .seconds(3_600))
        try await whileRunning(deadlines) { due in
            await source.sleepers(atLeast: 1)
            deadlines.set("now", after: .zero)
            #expect(await due.next() == "now")
            // The same where nothing was waited for at all.
            deadlines.cancel("late")
            deadlines.set("again", at: clock.now)
            #expect(await due.next() == "again")
        }
    }

    @Test func `A wall clock that is set forward is noticed within a minute`() async throws {
        let deadlines = Deadlines<String>(on: clock)
        deadlines.set("midnight", at: clock.now.advanced(by: .seconds(40_000)))
        try await whileRunning(deadlines) { due in
            await source.sleepers(atLeast: 1)
            source.set(now: clock.now.advanced(by: .seconds(50_000)))
            source.advance(by: .seconds(60))
            #expect(await due.next() == "midnight")
        }
    }

    @Test func `A wall clock that is set back makes it wait; the uptime does not care`() async throws {
        let deadlines = Deadlines<String>(on: clock)
        deadlines.set("midnight", at: clock.now.advanced(by: .seconds(10)))
        deadlines.set("timeout", after: .seconds(10))
        try await whileRunning(deadlines) { due in
            await source.sleepers(atLeast: 1)
            source.set(now: clock.now.advanced(by: .seconds(-100)))
            source.advance(by: .seconds(10))
            #expect(await due.next() == "timeout")
            #expect(deadlines.count == 1)
            await source.sleepers(atLeast: 1)
            source.advance(by: .seconds(60))
            await source.sleepers(atLeast: 1)
            source.advance(by: .seconds(40))
            #expect(await due.next() == "midnight")
        }
    }

    @Test func `Setting again replaces, no later than keeps the earlier one, and cancelling takes away`() async throws {
        let deadlines = Deadlines<String>(on: clock)
        let now = clock.now
        deadlines.set("moved", after: .seconds(1))
        deadlines.set("moved", at: now.advanced(by: .seconds(50)))
        deadlines.set("gone", after: .seconds(1))
        deadlines.cancel("gone")
        deadlines.set("kept", noLaterThan: now.advanced(by: .seconds(30)))
        deadlines.set("kept", noLaterThan: now.advanced(by: .seconds(40)))
        #expect(deadlines.count == 2)
        try await whileRunning(deadlines) { due in
            await source.sleepers(atLeast: 1)
            source.advance(by: .seconds(30))
            #expect(await due.next() == "kept")
            await source.sleepers(atLeast: 1)
            source.advance(by: .seconds(20))
            #expect(await due.next() == "moved")
        }
    }

    @Test func `There are only so many, and what is refused is counted`() {
        let deadlines = Deadlines<String>(on: clock, limit: 2)
        #expect(deadlines.set("a", after: .seconds(1)))
        #expect(deadlines.set("b", at: clock.now))
        #expect(!deadlines.set("c", after: .seconds(1)))
        // One that is there may be moved.
        #expect(deadlines.set("a", at: clock.now))
        #expect(deadlines.refused == 1)
        #expect(deadlines.count == 2)
    }

    @Test func `The loop ends when the feature is asked to stop, also where nothing is due`() async throws {
        for isWaiting in [false, true] {
            let stop = Signal()
            let deadlines = Deadlines<String>(on: FeatureClock(source: source, stop: stop))
            if isWaiting { deadlines.set("late", after: .seconds(3_600)) }
            await withTaskGroup { group in
                group.addTask { for await _ in deadlines {} }
                if isWaiting { await source.sleepers(atLeast: 1) }
                stop.raise()
            }
            #expect(source.sleeperCount == 0)
        }
    }

    /// From many threads at once nothing is lost and nothing comes twice.
    @Test func `Each that is set from anywhere comes once`() async throws {
        let deadlines = Deadlines<String>(on: clock)
        try await whileRunning(deadlines) { due in
            await withTaskGroup { group in
                for writer in 0..<8 {
                    group.addTask { for number in 0..<250 { deadlines.set("\(writer)-\(number)", after: .zero) } }
                }
            }
            var seen: Set<String> = []
            while seen.count < 2_000, let id = await due.next() { #expect(seen.insert(id).inserted) }
            #expect(deadlines.count == 0)
        }
    }
}
