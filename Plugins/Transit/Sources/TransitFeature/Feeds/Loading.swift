internal import Calendars
internal import FeatureKit
internal import Files
internal import GTFS
internal import TransitEngine

extension TransitService {
    /// Reads the timetables before anybody asks; what is wrong with them is in the log and in the report.
    func loadAtStart() async {
        guard settings.demo || !settings.feeds.isEmpty else { return }
        _ = try? await load()
    }

    /// Reads the timetables; the new one replaces the one before as a whole, or not at all.
    func load() async throws -> LoadingReport {
        let report = try await loading.run { [self] in read() }
        if let problem = report.problem {
            log.error("the timetables can't be read; the one before stays", [("why", problem)])
            return report
        }
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
        var (report, live) = current.withLock { ($0.report, $0.live) }
        do throws(FeedProblem) {
            let feeds = try LoadedFeeds(settings, today: zones.demoDay(at: clock.now), zones: zones)
            live.read(for: feeds.snapshot)
            put(Board(feeds.snapshot, live), live)
            report = feeds.report
            report.seconds = (clock.uptime - began) / .seconds(1)
        } catch { report.problem = error.description }
        report.at = clock.now
        return current.withLock { [report] current in
            (current.report, current.origin) = (report, origin)
            current.report.isInUse = current.board != nil
            return current.report
        }
    }

    /// Timetables and the ways for people on foot as they are now.
    private var origin: Origin {
        let files = settings.feeds.map(\.path) + [settings.footways].compactMap(\.self)
        return Origin(
            files: files.map { FileMark($0.text) }, day: settings.demo ? zones.demoDay(at: clock.now) : nil)
    }

    /// Reads the timetables again where a file has changed, or where the invented one is for another day.
    func watchFiles() async {
        guard settings.demo || !settings.feeds.isEmpty else { return }
        while (try? await clock.sleep(for: pause)) != nil {
            if origin != current.withLock(\.origin) { _ = try? await load() }
        }
    }

    /// How long to wait before files are looked at again; where there are none, until the day is over.
    private var pause: Duration {
        guard settings.feeds.isEmpty, settings.footways == nil else { return settings.watch }
        let midnight = zones.nextMidnight(after: clock.now)
        return .seconds(min(max(midnight.seconds - clock.now.seconds, 0), 3_600) + 1)
    }
}

extension Zones {
    /// The day that the invented timetable is made for.
    func demoDay(at now: Timestamp) -> Day { (try? zone("Europe/Madrid").day(at: now)) ?? Day(utc: now) }
}
