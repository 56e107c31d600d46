import TestSupport
import Testing

@testable import HostSystem

@Suite struct RosterTests {
    private let end = Roster.watchLength

    @Test func oneIsWokenAtATimeAndWakesTheNext() {
        var roster = Roster(threads: 4, processors: 2)
        for thread in 0..<4 { #expect(roster.duty(of: thread, jobs: 0, at: .zero) == .sleep) }
        #expect(roster.wakesOne() == true)
        #expect(roster.wakesOne() == false)
        #expect(roster.duty(of: 2, jobs: 2, at: .zero) == .work(wakesAnother: true))
        #expect(roster.duty(of: 0, jobs: 1, at: .zero) == .work(wakesAnother: false))
    }

    @Test func spareThreadsSleepWhileNobodyBlocks() {
        var roster = Roster(threads: 4, processors: 2)
        for thread in 0..<4 { _ = roster.duty(of: thread, jobs: 0, at: .zero) }
        for thread in 0..<2 { _ = roster.duty(of: thread, jobs: 1, at: .zero) }
        #expect(roster.wakesOne() == true)
        #expect(roster.duty(of: 2, jobs: 1, at: .zero) == .watch(until: end))
        #expect(roster.wakesOne() == false)
        #expect(roster.duty(of: 3, jobs: 2, at: .zero) == .sleep)
        // Both came back in the meantime, so nobody is absent and the spare thread goes on watching.
        for thread in 0..<2 { _ = roster.duty(of: thread, jobs: 3, at: .zero) }
        #expect(roster.duty(of: 2, jobs: 1, at: end) == .watch(until: end + end))
    }

    @Test func whoIsAtOneJobForAWholeWatchIsReplaced() {
        var roster = Roster(threads: 4, processors: 2)
        for thread in 2..<4 { _ = roster.duty(of: thread, jobs: 0, at: .zero) }
        for thread in 0..<2 { _ = roster.duty(of: thread, jobs: 1, at: .zero) }
        #expect(roster.wakesOne() == true)
        #expect(roster.duty(of: 2, jobs: 2, at: .zero) == .watch(until: end))
        #expect(roster.duty(of: 2, jobs: 2, at: end) == .work(wakesAnother: true))
        #expect(roster.duty(of: 3, jobs: 1, at: end) == .work(wakesAnother: false))
        // The replaced ones don't count until they are back.
        #expect(roster.duty(of: 2, jobs: 1, at: end) == .work(wakesAnother: false))
        #expect(roster.duty(of: 0, jobs: 1, at: end) == .watch(until: end + end))
    }

    /// Threads that look, work, block and are woken in any order: every job is done as long as one thread is left.
    @Test(arguments: Seeds.forThisRun(count: 400)) func noJobIsForgotten(seed: UInt64) {
        var random = SplitMix64(state: seed)
        let processors = Int.random(in: 1...3, using: &random)
        let threads = processors + Int.random(in: 1...5, using: &random)
        var pool = PoolModel(threads: threads, processors: processors)
        for _ in 0..<300 { pool.step(&random, mostBlocked: threads - 1) }
        pool.finish()
        #expect(pool.jobs == 0, "replay with FLAGSTAND_SEED=\(seed)")
    }
}

/// What a pool's threads and its condition do, without threads.
private struct PoolModel {
    private enum Thread { case waiting(until: Duration?), working, blocked }

    private(set) var jobs = 0
    private var roster: Roster
    private var threads: [Thread]
    private var signals = 0
    private var now = Duration.zero

    init(threads count: Int, processors: Int) {
        roster = Roster(threads: count, processors: processors)
        threads = Array(repeating: .waiting(until: nil), count: count)
        for thread in 0..<count { look(thread) }
    }

    mutating func step(_ random: inout some RandomNumberGenerator, mostBlocked: Int) {
        let thread = Int.random(in: threads.indices, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: add()
        case 2: if signals > 0 { wake(thread) }
        case 3: if case .waiting = threads[thread] {} else { look(thread) }
        default:
            let blocked = threads.count { if case .blocked = $0 { true } else { false } }
            if case .working = threads[thread], blocked < mostBlocked { threads[thread] = .blocked }
            advance()
        }
    }

    /// No more jobs; what blocks, blocks for ever.
    mutating func finish() {
        for _ in 0..<(20 * (jobs + threads.count)) {
            for thread in threads.indices {
                if signals > 0 { wake(thread) }
                if case .working = threads[thread] { look(thread) }
            }
            advance()
        }
    }

    private mutating func add() {
        jobs += 1
        if roster.wakesOne() { signals += 1 }
    }

    private mutating func wake(_ thread: Int) {
        guard case .waiting = threads[thread] else { return }
        signals -= 1
        look(thread)
    }

    private mutating func advance() {
        now += .milliseconds(3)
        for (index, thread) in threads.enumerated() {
            if case .waiting(let end?) = thread, end <= now { look(index) }
        }
    }

    private mutating func look(_ thread: Int) {
        switch roster.duty(of: thread, jobs: jobs, at: now) {
        case .work(let wakesAnother):
            jobs -= 1
            threads[thread] = .working
            if wakesAnother { signals += 1 }
        case .sleep: threads[thread] = .waiting(until: nil)
        case .watch(let end): threads[thread] = .waiting(until: end)
        }
    }
}
