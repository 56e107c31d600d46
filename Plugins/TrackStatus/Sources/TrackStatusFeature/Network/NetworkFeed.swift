internal import FeatureKit
internal import Files
internal import LiveTiming
internal import Replay
internal import WebClient
internal import WebEvents

/// What comes of the network.
enum NetworkNews: Equatable, Sendable {
    /// What it says, also where nothing has changed.
    case report(NetworkReport)
    case session(TimingSession)
    /// It was not reached or not understood, for a reason that is new since it was last heard.
    case lost(String)
}

/// Listens to the network, to a recording in its place, or to nobody.
struct NetworkFeed: Sendable {
    /// While a recording has nothing new to say, its last word is said again so often.
    private static let heartbeat = Duration.seconds(5)

    private let settings: Track.Settings
    private let recording: [RecordedSession.Entry]
    private let clock: FeatureClock
    private let log: Log

    /// Reads a recording whole, so that what is wrong in it is known before it plays.
    static func open(_ settings: Track.Settings, clock: FeatureClock, log: Log) async throws -> NetworkFeed {
        var reader = NetworkReader()
        let entries = try await RecordedSession.entries(of: settings.recording?.files.map(\.text) ?? []) {
            if $1 { reader = NetworkReader() }
            _ = try reader.read($0)
        }
        return NetworkFeed(settings: settings, recording: entries, clock: clock, log: log)
    }

    /// Hands out what comes, until it has ended or the module is asked to stop.
    func run(_ tell: @Sendable (NetworkNews) async -> Void) async {
        if let recording = settings.recording { return await play(recording, tell) }
        guard let network = settings.network else { return }
        let feed = WebFeed(
            network.url, isStream: network.stream, bearer: network.bearer, every: network.every,
            timeout: network.timeout, stale: network.stale, clock: clock)
        var intake = NetworkIntake(stale: network.stale)
        await feed.follow { news in
            switch news {
            case .content(let bytes, let name): await pass(intake.take(bytes, named: name, at: clock.uptime), tell)
            case .unchanged: await pass(intake.hold(at: clock.uptime), tell)
            case .lost(let problem): await pass(intake.lose(problem), tell)
            }
        }
    }

    /// Hands out news, and tells the log what operators have to know.
    ///
    /// - Returns: Whether it was understood.
    private func pass(_ outcome: NetworkIntake.Outcome, _ tell: (NetworkNews) async -> Void) async -> Bool {
        for news in outcome.news {
            switch news {
            case .lost(let reason):
                let url = ShownAddress.of(settings.network?.url ?? "")
                log.warning("the network is not heard", [("url", url), ("why", reason)])
            case .report(let report):
                for oddity in report.oddities { log.warning("the network's row is odd", [("why", oddity)]) }
            case .session: break
            }
            await tell(news)
        }
        return outcome.isTaken
    }

    private func play(_ recording: RecordingSettings, _ tell: (NetworkNews) async -> Void) async {
        let files = recording.files.map(\.text).joined(separator: ", ")
        log.info("replaying \(files)", [("steps", "\(self.recording.count)")])
        do {
            repeat {
                var reader = NetworkReader()
                let replay = Replay(speed: recording.speed, on: clock)
                for entry in self.recording {
                    try await replay.wait(for: entry.time, every: Self.heartbeat) {
                        if let last = reader.last { await tell(.report(last)) }
                    }
                    // It was fine when the file was read.
                    if let news = try? reader.read(entry.value) { await tell(news) }
                }
                log.info("the recording has ended")
                try await clock.sleep(for: Replay.pause)
            } while recording.repeats
        } catch { return }
    }
}
