@_spi(Hosting) import FeatureKit
import HTTPServer
import HostConfig
import HostRuntime
import HostSystem

/// Keeps the certificate of a host's addresses: reads it again when its files change, and reports problems with them.
final class Certificates: Sendable {
    /// How long before a certificate's end the host warns.
    static let warnsBefore = Duration.seconds(14 * 86_400)
    /// The time between two checks of how long a certificate is still valid.
    static let pause = Duration.seconds(43_200)
    /// How long to wait after a failed reading: while the certificate and its key are being replaced, they don't match.
    static let patience = Duration.seconds(2)

    private struct State {
        var keeper: TLSKeeper?
        var files: CertificateFiles?
        /// The problem with the current files, if any.
        var problem: CertificateFiles.Problem?
    }

    private let state = Lock(State())
    private let clock: any ClockSource
    private let log: Log
    /// The files to follow; a slow reader gets only the newest.
    private let wanted: AsyncStream<CertificateFiles>
    private let want: AsyncStream<CertificateFiles>.Continuation

    init(clock: any ClockSource, log: Log) {
        self.clock = clock
        self.log = log
        (wanted, want) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Reads the first certificate.
    ///
    /// - Throws: The reason for which a host can't start with it.
    func open(_ settings: HTTPSettings.TLS) throws(CertificateFiles.Problem) -> TLSKeeper {
        let files = CertificateFiles(settings: settings)
        let identity = try files.read(at: clock.now)
        let keeper: TLSKeeper
        do throws(TLSProblem) { keeper = try TLSKeeper(identity) } catch {
            throw CertificateFiles.Problem(path: settings.certificate, reason: .tls(error))
        }
        state.withLock { $0 = State(keeper: keeper, files: files) }
        tell(identity, of: settings)
        want.yield(files)
        return keeper
    }

    /// Follows other files from now on, if they differ from the current ones.
    func follow(_ settings: HTTPSettings.TLS) {
        let files = CertificateFiles(settings: settings)
        let isNews = state.withLock { state in
            guard state.keeper != nil, state.files?.settings != settings else { return false }
            state.files = files
            return true
        }
        if isNews { want.yield(files) }
    }

    /// The state of the certificate; nil without TLS.
    var status: CertificateStatus? {
        let (keeper, problem) = state.withLock { ($0.keeper, $0.problem) }
        guard let identity = keeper?.identity else { return nil }
        let now = clock.now
        if now >= identity.ends {
            return CertificateStatus(
                isOK: false,
                reason: problem?.description ?? "the certificate was good until \(identity.ends.toTheSecond)")
        }
        if let problem { return CertificateStatus(isOK: false, reason: "the certificate before goes on: \(problem)") }
        return CertificateStatus(
            isOK: true, reason: Self.isAboutToEnd(identity, at: now) ? Self.remark(identity) : nil)
    }

    private static func isAboutToEnd(_ identity: TLSIdentity, at now: Timestamp) -> Bool {
        now.advanced(by: warnsBefore) >= identity.ends
    }

    private static func remark(_ identity: TLSIdentity) -> String {
        "the certificate is good until \(identity.ends.toTheSecond) only"
    }

    /// Follows the files until it is cancelled.
    func run(watching loop: DescriptorLoop) async {
        await withDiscardingTaskGroup { group in
            var previous: Signal?
            for await files in wanted {
                previous?.raise()
                let stop = Signal()
                previous = stop
                group.addTask { await self.follow(files, on: loop, until: stop) }
            }
            group.cancelAll()
        }
    }

    private func follow(_ files: CertificateFiles, on loop: DescriptorLoop, until stop: Signal) async {
        let (changes, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            for path in [files.settings.certificate, files.settings.key] {
                group.addTask { await self.watch(path, on: loop) { tell.yield() } }
            }
            group.addTask { for await _ in changes { await self.take(files) } }
            group.addTask { await self.watchTime() }
            await stop.wait()
            group.cancelAll()
        }
    }

    private func watch(_ path: String, on loop: DescriptorLoop, _ changed: () -> Void) async {
        do throws(SystemError) {
            let watcher = try FileWatcher(path: path, on: loop)
            for spot in watcher.blindSpots { log.warning("\(spot)") }
            // The file may have changed after it was read and before it was watched.
            changed()
            for await _ in watcher.events { changed() }
        } catch { log.warning("a certificate is not watched", [("file", path), ("error", "\(error)")]) }
    }

    /// Warns repeatedly while the certificate is about to expire.
    private func watchTime() async {
        while true {
            do { try await clock.sleep(until: clock.uptime + Self.pause) } catch { return }
            if let identity = state.withLock({ $0.keeper })?.identity { warn(of: identity) }
        }
    }

    /// Serves with the files' certificate if it has changed; logs the problem if that fails twice.
    private func take(_ files: CertificateFiles) async {
        guard attempt(files) != nil else { return }
        // The other file may be replaced in a moment.
        do { try await clock.sleep(until: clock.uptime + Self.patience) } catch { return }
        guard let problem = attempt(files) else { return }
        let isNews = state.withLock { state in
            defer { state.problem = problem }
            return state.problem != problem
        }
        if isNews { log.error("the certificate before goes on", [("because", "\(problem)")]) }
    }

    /// Serves with the files' certificate; returns the problem if that fails.
    private func attempt(_ files: CertificateFiles) -> CertificateFiles.Problem? {
        guard let keeper = state.withLock({ $0.files?.settings == files.settings ? $0.keeper : nil }) else {
            return nil
        }
        do throws(CertificateFiles.Problem) {
            let identity = try files.read(at: clock.now)
            let isNews = !identity.isSame(as: keeper.identity)
            if isNews {
                do throws(TLSProblem) { try keeper.exchange(identity) } catch {
                    throw CertificateFiles.Problem(path: files.settings.certificate, reason: .tls(error))
                }
            }
            state.withLock { $0.problem = nil }
            if isNews { tell(identity, of: files.settings) }
            return nil
        } catch { return error }
    }

    private func tell(_ identity: TLSIdentity, of settings: HTTPSettings.TLS) {
        log.info(
            "certificate taken",
            [
                ("file", settings.certificate), ("subject", identity.subject),
                ("until", "\(identity.ends.toTheSecond)"),
            ])
        warn(of: identity)
    }

    private func warn(of identity: TLSIdentity) {
        for remark in Self.remarks(of: identity, at: clock.now) { log.warning(remark) }
    }

    /// Warnings about a certificate that is served nevertheless.
    static func remarks(of identity: TLSIdentity, at now: Timestamp) -> [String] {
        if now < identity.begins { return ["the certificate is not good before \(identity.begins.toTheSecond)"] }
        return isAboutToEnd(identity, at: now) ? [remark(identity)] : []
    }
}

/// The state of the certificate in use.
package struct CertificateStatus: Sendable, Equatable {
    /// Whether the certificate is valid and its files are in order.
    let isOK: Bool
    let reason: String?
}
