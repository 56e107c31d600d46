internal import Calendars
internal import FeatureKit
internal import Files
internal import GTFS
internal import TransitEngine

extension TransitService {
    /// Goes on by other settings; what was read before is answered from until what they name has been read.
    func reconfigure(_ settings: Transit.Settings) async {
        let gone = Set(self.settings.servers).subtracting(settings.servers)
        configured.set(settings, for: 0)
        if !gone.isEmpty { _ = try? await change { live, _ in live.forget(gone) } }
        await loadIfChanged()
    }

    /// Reads the timetables where files or settings are others than those that were read; what is wrong with them is in
    /// the log and in the report.
    func loadIfChanged() async {
        if origin != current.withLock(\.origin) { _ = try? await load() }
    }

    /// Reads the timetables; the new one replaces the one before as a whole, or not at all.
    @discardableResult func load() async throws -> LoadingReport {
        let report = try await loading.run { [self] in read() }
        if let problem = report.problem {
            log.error(
                report.isInUse ? "some timetables are left out" : "the timetables can't be read; nothing has changed",
                [("why", problem)])
        }
        guard report.isInUse else { return report }
        log.info(
            "the timetable is read",
            [("stops", "\(report.stops)"), ("trips", "\(report.trips)"), ("errors", "\(report.errors)")])
        for feed in report.feeds where feed.expired {
            log.warning("a timetable has expired", [("feed", feed.feed), ("last", feed.last ?? "")])
        }
        return report
    }

    /// Reads them where timetables are built, one at a time, so that nothing comes between reading and writing.
    private func read() -> LoadingReport {
        let (began, origin) = (clock.uptime, origin)
        var (report, live, board) = current.withLock { ($0.report, $0.live, $0.board) }
        do throws(FeedProblem) {
            if origin.settings.feeds.isEmpty, !origin.settings.demo {
                (board, report) = (nil, LoadingReport())
            } else {
                let feeds = try LoadedFeeds(
                    origin.settings, today: zones.demoDay(at: clock.now), zones: zones, leavesOut: board == nil)
                live.read(for: feeds.snapshot)
                (board, report) = (Board(feeds.snapshot, live), feeds.report)
            }
            put(board, live)
            report.isInUse = true
            report.seconds = (clock.uptime - began) / .seconds(1)
        } catch { (report.isInUse, report.problem) = (false, error.description) }
        report.at = clock.now
        current.withLock { [report] in ($0.report, $0.origin) = (report, origin) }
        return report
    }

    /// What timetables are made of now.
    private var origin: Origin {
        let made = settings.ofTimetables
        let files = made.feeds.map(\.path) + [made.footways].compactMap(\.self)
        return Origin(
            settings: made, files: files.map { FileMark($0.text) },
            day: made.demo ? zones.demoDay(at: clock.now) : nil)
    }

    /// Reads the timetables again once a file has changed and stays as it is, or where the invented one is for another day.
    func watchFiles() async {
        var seen = origin
        while (try? await clock.sleep(for: pause(after: seen))) != nil {
            let now = origin
            if now == seen { await loadIfChanged() }
            seen = now
        }
    }

    /// How long to wait before files are looked at again; where there are none, until the day is over.
    private func pause(after seen: Origin) -> Duration {
        guard seen.files.isEmpty, seen == current.withLock(\.origin) else { return settings.watch }
        let midnight = zones.nextMidnight(after: clock.now)
        return .seconds(min(max(midnight.seconds - clock.now.seconds, 0), 3_600) + 1)
    }
}

extension Transit.Settings {
    /// Those that timetables are made of.
    fileprivate var ofTimetables: Transit.Settings {
        Transit.Settings(
            feeds: feeds.map { .init(path: $0.path, prefix: $0.prefix) }, walk: walk, footways: footways, pace: pace,
            demo: demo)
    }

    /// The names of the servers of live changes.
    fileprivate var servers: [String] { feeds.flatMap { feed in feed.realtime.map(feed.name(of:)) } }
}

extension Zones {
    /// The day that the invented timetable is made for.
    func demoDay(at now: Timestamp) -> Day { (try? zone("Europe/Madrid").day(at: now)) ?? Day(utc: now) }
}
