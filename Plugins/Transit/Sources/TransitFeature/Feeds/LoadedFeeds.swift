internal import Calendars
internal import FeatureKit
internal import Files
internal import Footways
internal import Geography
internal import TransitEngine
internal import WebJSON

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
        var network = reader.network
        if let file = settings.footways?.text {
            do {
                let graph = FootwayGraph(try GeoJSON.features(JSONText.value(of: try FeedTables.bytes(of: file) ?? [])))
                network.walk(along: graph, most: settings.walk, pace: settings.pace)
            } catch { throw LoadingProblem(file, "\(error)") }
        }
        do {
            snapshot = try Snapshot(network, sequences: reader.sequences, shapes: reader.shapes, zones: zones)
        } catch {
            throw LoadingProblem(feeds.map(\.name).joined(separator: ", "), "\(error)")
        }
        var report = reader.report
        (report.stops, report.lines) = (network.stops.count, network.lines.count)
        (report.trips, report.calls) = (network.trips.count, network.calls.count)
        report.footpaths = network.footpaths.count
        report.first = snapshot.days.lowerBound.description
        report.last = snapshot.days.upperBound.description
        self.report = report
    }
}
