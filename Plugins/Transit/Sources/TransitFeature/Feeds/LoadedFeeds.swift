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
    let report: LoadingReport

    /// Reads all feeds that the settings name, and the invented one where they say so.
    init(_ settings: Transit.Settings, today: Day, zones: Zones) throws(FeedProblem) {
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
