@_spi(Hosting) import FeatureKit
import Testing

@testable import HostSystem

@Suite(.timeLimit(.minutes(1))) struct SerialThreadTests {
    private let clock = SystemClock()
    private let thread = SerialThread(name: "serial") { SystemClock().uptime }

    @Test func jobsRunInTheOrderInWhichTheyCame() async throws {
        let notes = Notes<Int>()
        try await running(thread) {
            await withTaskGroup { group in
                for number in 0..<5_000 {
                    group.addTask(executorPreference: thread) { notes.add(number) }
                }
            }
        }
        #expect(notes.all == Array(0..<5_000))
    }

    /// Nothing is lost and nothing overtakes, however many ask at once; one thread does all of it.
    @Test func manyProducersKeepTheirOrder() async throws {
        let (producers, each) = (8, 1_000)
        let notes = Notes<(producer: Int, number: Int, thread: String)>()
        try await running(thread) {
            await withTaskGroup { group in
                for producer in 0..<producers {
                    group.addTask { [thread] in
                        await withTaskGroup { group in
                            for number in 0..<each {
                                group.addTask(executorPreference: thread) {
                                    notes.add((producer, number, threadName()))
                                }
                            }
                        }
                    }
                }
            }
        }
        let all = notes.all
        for producer in 0..<producers {
            #expect(all.filter { $0.producer == producer }.map(\.number) == Array(0..<each))
        }
        #expect(Set(all.map(\.thread)) == ["serial"])
    }

    @Test func whatWasQueuedIsDoneAfterClosing() async throws {
        let notes = Notes<Int>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 { group.addTask(executorPreference: thread) { notes.add(number) } }
            thread.close()
            #expect(notes.all.isEmpty)
            try await thread.run()
            #expect(notes.all == Array(0..<1_000))
            try await group.waitForAll()
        }
    }

    /// An actor's calls run on the thread too.
    @Test func itRunsAnActor() async throws {
        let owner = Owner(thread: thread)
        let name = try await running(thread) { await owner.whereItRuns() }
        #expect(name == "serial")
    }

    private actor Owner {
        let thread: SerialThread
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

        init(thread: SerialThread) { self.thread = thread }

        func whereItRuns() -> String { threadName() }
    }

    // MARK: - Alarms

    /// Earlier ones first, and of those for one moment the one that was set first.
    @Test func alarmsRingInTheOrderOfTheirTimes() async throws {
        let late = SerialThread(name: "late") { .seconds(100) }
        let notes = Notes<Int>()
        for (number, seconds) in [30, 10, 20, 10, 5, 100].enumerated() {
            _ = late.setAlarm(at: .seconds(seconds)) { notes.add(number) }
        }
        _ = late.setAlarm(at: .seconds(101)) { notes.add(-1) }
        try await running(late) {
            // Due alarms go before jobs.
            await withTaskGroup { $0.addTask(executorPreference: late) { notes.add(6) } }
        }
        #expect(notes.all == [4, 1, 3, 2, 0, 5, 6])
    }

    @Test func anAlarmRingsOnTheThreadAndNotTooEarly() async throws {
        let rung = Notes<(at: Duration, thread: String)>()
        let due = clock.uptime + .milliseconds(20)
        try await running(thread) {
            let signal = Signal()
            _ = thread.setAlarm(at: due) { [clock] in
                rung.add((clock.uptime, threadName()))
                signal.raise()
            }
            await signal.wait()
        }
        let first = try #require(rung.all.first)
        #expect(first.at >= due && first.thread == "serial")
    }

    /// The thread that sleeps until a later one is woken.
    @Test func anEarlierAlarmGoesBeforeOneThatIsWaitedFor() async throws {
        let notes = Notes<String>()
        try await running(thread) {
            _ = thread.setAlarm(at: clock.uptime + .seconds(3_600)) { notes.add("late") }
            // The thread has seen the late one when it answers this, and sleeps next.
            await withTaskGroup { $0.addTask(executorPreference: thread) {} }
            let signal = Signal()
            _ = thread.setAlarm(at: clock.uptime + .milliseconds(5)) {
                notes.add("early")
                signal.raise()
            }
            await signal.wait()
        }
        #expect(notes.all == ["early"])
    }

    @Test func aCancelledAlarmDoesNotRing() async throws {
        let notes = Notes<String>()
        try await running(thread) {
            let signal = Signal()
            let due = clock.uptime + .milliseconds(10)
            let first = thread.setAlarm(at: due) { notes.add("first") }
            let second = thread.setAlarm(at: due) { notes.add("second") }
            _ = thread.setAlarm(at: due + .milliseconds(1)) {
                notes.add("third")
                signal.raise()
            }
            thread.cancelAlarm(first)
            await signal.wait()
            // Nothing is left to cancel, and nothing happens.
            thread.cancelAlarm(second)
        }
        #expect(notes.all == ["second", "third"])
    }

    /// What is due later than the end never rings, and keeps nobody waiting.
    @Test func closingDoesNotWaitForAlarms() async throws {
        let notes = Notes<String>()
        try await running(thread) {
            _ = thread.setAlarm(at: clock.uptime + .seconds(3_600)) { notes.add("late") }
        }
        #expect(notes.all.isEmpty)
    }
}
