internal import CLinux
@_spi(Hosting) internal import FeatureKit
internal import Glibc
package import HostConfig
package import HostSystem

/// One proof of a feature, in processes of its own that end with it.
package final class Proving: Sendable {
    /// The program that tries features, beside the one that asks for it.
    package static func program(beside program: String) -> String {
        Path.join(Path.folder(of: program), "flagstand-test")
    }

    private let job: ProofJob
    private let program: String
    private let environment: [String: String]
    private let redaction: Redaction
    private let limit: Duration?
    private let wake: Descriptor
    private let isStopped = Lock(false)

    /// - Parameters:
    ///   - program: What tries it.
    ///   - environment: All that it finds in its environment, secrets that documents refer to included.
    ///   - redaction: What must not be in any report.
    ///   - limit: How long all of it may take.
    package init(
        _ job: ProofJob, by program: String, environment: [String: String], hiding redaction: Redaction = .none,
        within limit: Duration? = nil
    ) throws(SystemError) {
        self.job = job
        self.program = program
        self.redaction = redaction
        self.limit = limit
        // A trap tells its line by itself; walking up the stack takes seconds, which only who asks for it should wait.
        self.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { theirs, _ in theirs }
        wake = try Descriptor { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    /// Ends it; what was not tried by then has failed.
    package func stop() {
        isStopped.withLock { $0 = true }
        var one: UInt64 = 1
        _ = unsafe write(wake.number, &one, MemoryLayout.size(ofValue: one))
    }

    /// Carries it out, until it is done, stopped or cancelled.
    ///
    /// - Parameter tell: Called on a thread of its own, with whatever happens, in order.
    package func run(
        _ tell: @escaping @Sendable (ProofNews) -> Void = { _ in }
    ) async throws(SystemError) -> ProofReport {
        let outcome: Result<ProofReport, SystemError> = await withTaskCancellationHandler {
            do throws(SystemError) {
                return .success(try await OwnedThread.run("proof") { [self] in carryOut(tell) })
            } catch { return .failure(error) }
        } onCancel: {
            stop()
        }
        return try outcome.get()
    }

    private func carryOut(_ tell: (ProofNews) -> Void) -> ProofReport {
        let clock = SystemClock()
        var run = ProofRun(job, hiding: redaction, within: limit, now: clock.uptime)
        var process: ProofProcess?
        var actions = run.begin(now: clock.uptime)
        var isFinished = false
        while !isFinished {
            var more: [ProofRun.Action] = []
            for action in actions {
                switch action {
                case .start(let job):
                    process = nil
                    do throws(SystemError) {
                        process = try ProofProcess(program, job, environment)
                    } catch { more += run.failed(.notStarted(program: program, error)) }
                case .kill: process?.kill()
                case .tell(let news): tell(news)
                case .finish: isFinished = true
                }
            }
            if more.isEmpty, !isFinished, let process {
                do throws(SystemError) {
                    more = try wait(for: process, &run, clock)
                } catch { more = run.failed(.notWatched(error)) }
            }
            actions = more
        }
        return run.report(now: clock.uptime)
    }

    /// Waits until something happens, and says what follows.
    private func wait(
        for process: ProofProcess, _ run: inout ProofRun, _ clock: SystemClock
    ) throws(SystemError) -> [ProofRun.Action] {
        let isStopped = isStopped.withLock { $0 }
        if isStopped {
            let actions = run.stop()
            if !actions.isEmpty { return actions }
        }
        let seen = try process.wait(until: run.deadline.map { $0 - clock.uptime }, or: isStopped ? nil : wake)
        let now = clock.uptime
        // First what it wrote: it was written before what is told after it.
        run.wrote(seen.output)
        var actions: [ProofRun.Action] = []
        for line in seen.lines { actions += run.heard(line, now: now) }
        if seen.hasEnded {
            actions += run.ended(process.end(), now: now)
        } else if seen.isClosed {
            run.closed(now: now)
        }
        return actions + run.passed(now: now)
    }
}
