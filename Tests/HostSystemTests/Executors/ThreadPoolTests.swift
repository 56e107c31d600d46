@_spi(Hosting) import FeatureKit
import Testing

@testable import HostSystem

@Suite(.timeLimit(.minutes(1))) struct ThreadPoolTests {
    /// How long a thread waits for others that have to come.
    private static let limit = Duration.seconds(20)

    /// A place where threads wait, blocked, until enough have come.
    private final class Meeting: Sendable {
        private let monitor = Monitor(0)
        private let size: Int

        init(of size: Int) { self.size = size }

        /// Whether the others came in time.
        func join() -> Bool {
            let clock = SystemClock()
            let end = clock.uptime + ThreadPoolTests.limit
            monitor.withLock { $0 += 1 }
            monitor.wakeAll()
            return monitor.waitFor { [size] come in
                if come >= size { return .take(true) }
                return clock.uptime >= end ? .take(false) : .wait(until: end)
            }
        }
    }

    @Test func asManyJobsRunAtOnceAsThereAreThreads() async throws {
        let pool = ThreadPool(name: "pool", count: 4)
        let meeting = Meeting(of: 4)
        let met = try await running(pool) {
            await withTaskGroup { group in
                for _ in 0..<4 { group.addTask(executorPreference: pool) { meeting.join() } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(met == [true, true, true, true])
    }

    /// As a feature that calls a blocking function does.
    @Test func jobsGoPastThreadsThatAreBlocked() async throws {
        let pool = ThreadPool(name: "pool", count: 2)
        let meeting = Meeting(of: 2)
        let notes = Notes<Int>()
        let met = try await running(pool) {
            await withTaskGroup(of: Bool.self) { group in
                group.addTask(executorPreference: pool) { meeting.join() }
                await withTaskGroup { group in
                    for number in 0..<1_000 { group.addTask(executorPreference: pool) { notes.add(number) } }
                }
                // All is done, and the one is still blocked; now it is let go.
                return await withTaskGroup { group in
                    group.addTask(executorPreference: pool) { meeting.join() }
                    return await group.next() ?? false
                }
            }
        }
        #expect(met)
        #expect(notes.all == Array(0..<1_000))
    }

    @Test func oneThreadTakesJobsInOrder() async throws {
        let pool = ThreadPool(name: "pool", count: 1)
        let notes = Notes<Int>()
        try await running(pool) {
            await withTaskGroup { group in
                for number in 0..<5_000 { group.addTask(executorPreference: pool) { notes.add(number) } }
            }
        }
        #expect(notes.all == Array(0..<5_000))
    }

    @Test func manyProducersLoseNothing() async throws {
        let (producers, each) = (8, 2_000)
        let pool = ThreadPool(name: "pool", count: 3)
        let notes = Notes<Int>()
        try await running(pool) {
            await withTaskGroup { group in
                for producer in 0..<producers {
                    group.addTask {
                        await withTaskGroup { group in
                            for number in 0..<each {
                                group.addTask(executorPreference: pool) { notes.add(producer * each + number) }
                            }
                        }
                    }
                }
            }
        }
        #expect(notes.all.sorted() == Array(0..<producers * each))
    }

    /// Threads fall asleep and are woken at every turn; a wake-up that is lost would leave this hanging.
    @Test func noWakeUpIsLost() async throws {
        let (players, turns) = (4, 3_000)
        let pool = ThreadPool(name: "pool", count: 3)
        let done = try await running(pool) {
            await withTaskGroup { group in
                for _ in 0..<players {
                    group.addTask {
                        var done = 0
                        for _ in 0..<turns {
                            done += await withTaskGroup { group in
                                group.addTask(executorPreference: pool) { 1 }
                                return await group.next() ?? 0
                            }
                        }
                        return done
                    }
                }
                return await group.reduce(0, +)
            }
        }
        #expect(done == players * turns)
    }

    @Test func whatWasQueuedIsDoneAfterClosing() async throws {
        let pool = ThreadPool(name: "pool", count: 3)
        let notes = Notes<Int>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 { group.addTask(executorPreference: pool) { notes.add(number) } }
            pool.close()
            #expect(notes.all.isEmpty)
            try await pool.run()
            #expect(notes.all.sorted() == Array(0..<1_000))
            try await group.waitForAll()
        }
    }

    /// What a task starts stays on the pool; only so are the other threads safe from it.
    @Test func childrenStayOnThePool() async throws {
        let pool = ThreadPool(name: "pool", count: 2)
        let names = try await running(pool) {
            await withTaskExecutorPreference(pool) {
                await withTaskGroup { group in
                    for _ in 0..<100 {
                        group.addTask {
                            async let name = threadName()
                            return [threadName(), await name, threadName()]
                        }
                    }
                    return await group.reduce(into: Set()) { $0.formUnion($1) }
                }
            }
        }
        #expect(names == ["pool"])
    }
}
