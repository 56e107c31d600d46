@_spi(Hosting) import FeatureKit
import HTTPServer

/// One feature's way to a loop: its handlers run there for as long as they let go of it quickly.
///
/// A handler that holds a loop holds every connection of that loop. A feature that does so again and again is answered
/// on its own threads from then on, until it is started again.
final class FeatureLane: LentThread, LoopJobRunner {
    private let loop: Loop
    private let own: any TaskExecutor
    private let conduct: Conduct
    private let clock: any ClockSource

    init(on loop: Loop, beside own: any TaskExecutor, _ conduct: Conduct, clock: any ClockSource) {
        self.loop = loop
        self.own = own
        self.conduct = conduct
        self.clock = clock
    }

    func enqueue(_ job: consuming ExecutorJob) {
        guard conduct.isGood else { return own.enqueue(job) }
        loop.enqueue(UnownedJob(job), of: self)
    }

    func run(_ job: UnownedJob) { watch { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) } }

    func runHere(_ work: () -> Void) -> Bool {
        guard conduct.isGood else { return false }
        watch(work)
        return true
    }

    /// Takes note of how long something holds the loop.
    @inline(__always)
    private func watch(_ work: () -> Void) {
        let start = clock.uptime
        let delay = conduct.isSuspect(at: start) ? RunDelay.ofThisThread : nil
        work()
        let end = clock.uptime
        let waited = delay.flatMap { before in RunDelay.ofThisThread.map { $0 - before } }
        conduct.note(end - start, waited: waited, at: end)
    }
}
