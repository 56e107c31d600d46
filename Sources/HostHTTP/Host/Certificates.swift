@_spi(Hosting) import FeatureKit
import HTTPServer
import HostConfig
import HostRuntime
import HostSystem

/// Keeps what a host's addresses are served with: reads the certificate again when its files change, and says what is
/// wrong with them.
final class Certificates: Sendable {
    /// Before its end a certificate is warned of.
    static let warnsBefore = Duration.seconds(14 * 86_400)
    /// Between two looks at how long a certificate has left.
    static let pause = Duration.seconds(43_200)
    /// Between the exchange of a certificate and that of its key there is a moment at which they do not fit.
    static let patience = Duration.seconds(2)

    private struct State {
        var keeper: TLSKeeper?
        var files: CertificateFiles?
        /// What is wrong with the files as they lie there.
        var problem: CertificateFiles.Problem?
    }

    private let state = Lock(State())
    private let clock: any ClockSource
    private let log: Log
    /// The files that are to be followed; whoever is slow gets the newest only.
    private let wanted: AsyncStream<CertificateFiles>
    private let want: AsyncStream<CertificateFiles>.Continuation

    init(clock: any ClockSource, log: Log) {
        self.clock = clock
        self.log = log
        (wanted, want) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes the first certificate.
    ///
    /// - Throws: Why a host can't start with it.
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

    /// Serves with the certificate of other files from now on, where those are others.
    func follow(_ settings: HTTPSettings.TLS) {
        let files = CertificateFiles(settings: settings)
        let isNews = state.withLock { state in
            guard state.keeper != nil, state.files?.settings != settings else { return false }
            state.files = files
            return true
        }
        if isNews { want.yield(files) }
    }

    /// How it stands; nil where nothing is served with a certificate.
    var standing: CertificateStanding? {
        let (keeper, problem) = state.withLock { ($0.keeper, $0.problem) }
        guard let identity = keeper?.identity else { return nil }
        let now = clock.now
        if now >= identity.ends {
            return CertificateStanding(
                isOK: false,
                reason: problem?.description ?? "the certificate was good until \(identity.ends.toTheSecond)")
        }
        if let problem { return CertificateStanding(isOK: false, reason: "the certificate before goes on: \(problem)") }
        return CertificateStanding(
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
            var former: Signal?
            for await files in wanted {
                former?.raise()
                let stop = Signal()
                former = stop
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
            // It may have been written between its reading and its watching.
            changed()
            for await _ in watcher.events { changed() }
        } catch { log.warning("a certificate is not watched", [("file", path), ("error", "\(error)")]) }
    }

    /// Says again and again that a certificate ends soon.
    private func watchTime() async {
        while true {
            do { try await clock.sleep(until: clock.uptime + Self.pause) } catch { return }
            if let identity = state.withLock({ $0.keeper })?.identity { warn(of: identity) }
        }
    }

    /// Takes what lies in the files, if that is something else and can be served with.
    private func take(_ files: CertificateFiles) async {
        guard attempt(files) != nil else { return }
        // The other file may be on its way.
        do { try await clock.sleep(until: clock.uptime + Self.patience) } catch { return }
        guard let problem = attempt(files) else { return }
        let isNews = state.withLock { state in
            defer { state.problem = problem }
            return state.problem != problem
        }
        if isNews { log.error("the certificate before goes on", [("because", "\(problem)")]) }
    }

    /// Takes what lies in the files; why it can't.
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

    /// What should be known of a certificate that is served with all the same.
    static func remarks(of identity: TLSIdentity, at now: Timestamp) -> [String] {
        if now < identity.begins { return ["the certificate is not good before \(identity.begins.toTheSecond)"] }
        return isAboutToEnd(identity, at: now) ? [remark(identity)] : []
    }
}

/// How that stands which addresses are served with.
package struct CertificateStanding: Sendable, Equatable {
    /// Whether clients can still believe what they are shown, and the files are as they should be.
    let isOK: Bool
    let reason: String?
}
