internal import Calendars
internal import FeatureKit
internal import Files
internal import Footways
internal import GTFS
internal import Geography
internal import TransitEngine
internal import WebJSON

/// Timetables as they were read, ready to be searched.
struct LoadedFeeds: Sendable {
    let snapshot: Snapshot
    private(set) var report: LoadingReport

    /// Reads all feeds that the settings name.
    ///
    /// - Parameter leavesOut: Whether those that can't be read are left out, and named in the report.
    init(
        _ settings: Transit.Settings, today: Day, zones: Zones, leavesOut: Bool
    ) throws(FeedProblem) {
        do { try self.init(settings, today: today, zones: zones) } catch {
            guard leavesOut else { throw error }
            var rest = settings
            rest.feeds = settings.feeds.filter { feed in
                (try? LoadedFeeds(Transit.Settings(feeds: [feed]), today: today, zones: zones)) != nil
            }
            let isAny = rest.demo || !rest.feeds.isEmpty
            guard isAny, rest != settings else { throw error }
            try self.init(rest, today: today, zones: zones)
            report.problem = error.description
        }
    }

    /// Reads all feeds that the settings name, and the invented one where they say so.
    private init(_ settings: Transit.Settings, today: Day, zones: Zones) throws(FeedProblem) {
        var feeds: [FeedTables] = []
        for feed in settings.feeds { feeds.append(try FeedTables(path: feed.path.text, prefix: feed.prefix)) }
        if settings.demo { feeds.append(FeedTables(DemoFeed.tables(for: today), name: "demo", prefix: "")) }
        guard !feeds.isEmpty else { throw FeedProblem("settings", "they name no feed") }
        var reader = try FeedReader(feeds, today: today, zones: zones, walk: settings.walk, pace: settings.pace)
        if let file = settings.footways?.text {
            do {
                let graph = FootwayGraph(
                    try GeoJSON.features(JSONText.value(of: try WholeFile.bytes(of: file, mostBytes: 64 << 20) ?? [])))
                reader.network.walk(along: graph, most: settings.walk, pace: settings.pace)
            } catch { throw FeedProblem(file, "\(error)") }
        }
        do {
            snapshot = try Snapshot(reader, zones: zones)
        } catch {
            throw FeedProblem(feeds.map(\.name).joined(separator: ", "), "\(error)")
        }
        var report = reader.report
        report.footpaths = reader.network.footpaths.count
        (report.first, report.last) = (snapshot.days.lowerBound.description, snapshot.days.upperBound.description)
        self.report = report
    }
}
