@_spi(Hosting) import FeatureKit
import HTTPServer
import HostConfig
import HostProof
import HostRuntime
import HostSystem

/// Runs preflights of modules in child processes of the host: one at a time for each module.
final class Preflights: Sendable {
    /// How many run at a time.
    static let most = 4

    private struct State {
        /// By the module's id; nil while its process does not exist yet.
        var running: [String: Proving?] = [:]
        var isStopped = false
    }

    private let program: String
    private let environment: [String: String]
    private let log: Log
    private let state = Lock(State())

    init(_ host: HostServices) {
        program = Proving.program(beside: host.options.program)
        environment = host.options.environment
        log = Log(feature: "host", sink: host.log)
    }

    /// Runs a preflight of a module.
    func prove(_ ground: ProofGround) async throws(Problem) -> ProofReport {
        let id = ground.feature
        try begin(id)
        defer { state.withLock { _ = $0.running.removeValue(forKey: id) } }
        let report: ProofReport
        do throws(SystemError) {
            // Reading large documents takes a while, which the host's own thread must not.
            let hidden = try await OwnedThread.run("secrets", stackSize: OwnedThread.largeStackSize) {
                Redaction(HostDocument(ground.content.layers, folder: ground.folder).secrets(in: .host))
            }
            let proving = try Proving(
                ProofJob(ground), by: program, environment: environment, hiding: hidden, within: ProofLimits.preflight)
            let isStopped = state.withLock { state in
                state.running[id] = .some(proving)
                return state.isStopped
            }
            // One that is stopped before it runs ends as soon as it does.
            if isStopped { proving.stop() }
            report = try await proving.run()
        } catch {
            throw Problem(503, "unavailable", "\(id) can't be tried: \(error)")
        }
        if state.withLock({ $0.isStopped }) { throw .stopping }
        tell(report)
        return report
    }

    /// Ends all of them, since the host stops.
    func stop() {
        let running = state.withLock { state in
            state.isStopped = true
            return state.running.values.compactMap(\.self)
        }
        for proving in running { proving.stop() }
    }

    private func begin(_ id: String) throws(Problem) {
        let problem: Problem? = state.withLock { state in
            if state.isStopped { return .stopping }
            if state.running[id] != nil { return .preflightRunning(id) }
            if state.running.count == Self.most { return .tooMuchToDo }
            state.running[id] = .some(nil)
            return nil
        }
        if let problem { throw problem }
    }

    private func tell(_ report: ProofReport) {
        let fields = [("id", report.feature), ("took", report.took.inWords)]
        if report.hasPassed {
            log.info("preflight passed", fields)
        } else {
            log.warning("preflight failed", fields + [("because", report.failuresInWords)])
        }
    }
}

extension ProofJob {
    /// What a host tries a feature with.
    fileprivate init(_ ground: ProofGround) {
        let content = ground.content
        self.init(
            feature: ground.feature, folder: ground.unit,
            preflight: Documents(
                layers: content.layers, flags: content.flags, folder: ground.folder, overrides: content.overrides))
    }
}

extension Problem {
    static func preflightRunning(_ id: String) -> Problem {
        Problem(409, "preflight-running", "\(id) is being tried already; wait for that")
    }

    static func preflightFailed(_ report: ProofReport) -> Problem {
        Problem(409, "preflight-failed", "\(report.feature) was not switched on: \(report.failuresInWords)")
    }

    static let preflightWithBody = Problem(400, "invalid", "a preflight takes no body; it tries what counts")
    static let preflightOfOff = Problem(400, "invalid", "preflight goes with \"on\": true alone")
}
