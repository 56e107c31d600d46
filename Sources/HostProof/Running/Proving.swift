internal import CLinux
@_spi(Hosting) internal import FeatureKit
internal import Glibc
package import HostConfig
package import HostSystem

/// One proof of a module, in child processes that end with it.
package final class Proving: Sendable {
    /// The program that proves modules, which is installed beside this one.
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
    ///   - program: The program that proves the module.
    ///   - environment: Its whole environment, including the secrets to which configurations refer.
    ///   - redaction: Removes secrets from reports.
    ///   - limit: How long the whole proof may take.
    package init(
        _ job: ProofJob, by program: String, environment: [String: String], hiding redaction: Redaction = .none,
        within limit: Duration? = nil
    ) throws(SystemError) {
        self.job = job
        self.program = program
        self.redaction = redaction
        self.limit = limit
        // A trap prints its line anyway; a backtrace takes seconds, so it is made only on request.
        self.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { theirs, _ in theirs }
        wake = try Descriptor { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    /// Ends the proof; cases that have not run yet fail.
    package func stop() {
        isStopped.withLock { $0 = true }
        var one: UInt64 = 1
        _ = unsafe write(wake.number, &one, MemoryLayout.size(ofValue: one))
    }

    /// Runs the proof until it is done, stopped or cancelled.
    ///
    /// - Parameter tell: Called in order with each piece of news, on a thread of its own.
    package func run(
        _ tell: @escaping @Sendable (ProofProgress) -> Void = { _ in }
    ) async throws(SystemError) -> ProofReport {
        let outcome: Result<ProofReport, SystemError> = await withTaskCancellationHandler {
            do throws(SystemError) {
                return .success(try await OwnedThread.run("proof") { [self] in perform(tell) })
            } catch { return .failure(error) }
        } onCancel: {
            stop()
        }
        return try outcome.get()
    }

    private func perform(_ tell: (ProofProgress) -> Void) -> ProofReport {
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

    /// Waits until something happens, and returns the next actions.
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
        // Output first, since it was written before the events that follow it.
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
