internal import Calendars
internal import FeatureKit
internal import Files
internal import TransitEngine

extension TransitService {
    /// Reads the timetables before anybody asks; what is wrong with them is in the log and in the report.
    func loadAtStart() async {
        guard settings.demo || !settings.feeds.isEmpty else { return }
        await load()
    }

    /// Reads the timetables; the new one replaces the one before as a whole, or not at all.
    func load() async {
        let (began, day) = (clock.uptime, zones.demoDay(at: clock.now))
        let read: Result<LoadingReport, LoadingProblem>
        do {
            read = try await loading.run { [self] in
                Result { () throws(LoadingProblem) in
                    let feeds = try LoadedFeeds(settings, today: day, zones: zones)
                    var live = current.withLock { $0.live }
                    live.read(for: feeds.snapshot)
                    put(Board(feeds.snapshot, live), live)
                    return feeds.report
                }
            }
        } catch { return }
        current.withLock { current in
            switch read {
            case .success(let report):
                current.report = report
                current.report.seconds = (clock.uptime - began) / .seconds(1)
            case .failure(let problem): current.report.problem = problem.description
            }
            (current.report.at, current.report.isInUse) = (clock.now, current.board != nil)
        }
        switch read {
        case .success(let report):
            log.info(
                "the timetable is read",
                [("stops", "\(report.stops)"), ("trips", "\(report.trips)"), ("errors", "\(report.errors)")])
            for feed in report.feeds where feed.expired {
                log.warning("a timetable has expired", [("feed", feed.feed), ("last", feed.last ?? "")])
            }
        case .failure(let problem):
            log.error("the timetables can't be read; the one before stays", [("why", problem.description)])
        }
    }

    /// Reads the timetables again where a file has changed, or where the invented one is for another day.
    func watchFiles() async {
        guard settings.demo || !settings.feeds.isEmpty else { return }
        var (marks, day) = (settings.feeds.map { FileMark($0.path.text) }, zones.demoDay(at: clock.now))
        while (try? await clock.sleep(for: pause)) != nil {
            let (now, today) = (settings.feeds.map { FileMark($0.path.text) }, zones.demoDay(at: clock.now))
            guard now != marks || (settings.demo && today != day) else { continue }
            (marks, day) = (now, today)
            await load()
        }
    }

    /// How long to wait before files are looked at again; where there are none, until the day is over.
    private var pause: Duration {
        guard settings.feeds.isEmpty else { return settings.watch }
        let midnight = zones.nextMidnight(after: clock.now)
        return .seconds(min(max(midnight.seconds - clock.now.seconds, 0), 3_600) + 1)
    }
}

extension Zones {
    /// The day that the invented timetable is made for.
    func demoDay(at now: Timestamp) -> Day { (try? zone("Europe/Madrid").day(at: now)) ?? Day(utc: now) }
}
