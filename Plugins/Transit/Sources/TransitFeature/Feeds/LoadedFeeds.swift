internal import Calendars
internal import FeatureKit
internal import TransitEngine
internal import TransitFeeds

/// Why timetables can't be read.
struct LoadingProblem: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// Timetables as they were read, ready to be searched.
struct LoadedFeeds: Sendable {
    let snapshot: Snapshot
    let report: LoadingReport

    init(_ settings: Transit.Settings, demoDay: Day, zones: Zones) throws(LoadingProblem) {
        throw LoadingProblem(description: "no reader yet")
    }
}
