internal import Calendars
internal import FeatureKit
internal import Files
internal import TransitEngine

/// Why timetables can't be read.
struct LoadingProblem: Error, Equatable, CustomStringConvertible {
    /// Which file it is about, and what is wrong.
    let description: String

    init(_ path: String, _ what: String) { description = "\(path): \(what)" }
}

/// Timetables as they were read, ready to be searched.
struct LoadedFeeds: Sendable {
    let snapshot: Snapshot
    let report: LoadingReport

    /// Reads all feeds that the settings name, and the invented one where they say so.
    init(_ settings: Transit.Settings, today: Day, zones: Zones) throws(LoadingProblem) {
        var feeds: [FeedTables] = []
        for feed in settings.feeds { feeds.append(try FeedTables(path: feed.path.text, prefix: feed.prefix)) }
        if settings.demo { feeds.append(FeedTables(DemoFeed.tables(for: today), name: "demo", prefix: "")) }
        guard !feeds.isEmpty else { throw LoadingProblem("settings", "they name no feed") }
        let reader = try FeedReader(feeds, today: today, zones: zones, walk: settings.walk, pace: settings.pace)
        do {
            snapshot = try Snapshot(reader, zones: zones)
        } catch {
            throw LoadingProblem(feeds.map(\.name).joined(separator: ", "), "\(error)")
        }
        var report = reader.report
        (report.first, report.last) = (snapshot.days.lowerBound.description, snapshot.days.upperBound.description)
        self.report = report
    }
}
