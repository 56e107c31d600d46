internal import FeatureKit
internal import LiveTiming

extension TimingSession {
    /// The session that runs.
    static var topic: Topic<TimingSession> { .init("track.session", retain: .latest, watchable: true) }
}

/// Reads what the network says: the circuit's row, or live timing, whose messages build on one another.
struct NetworkReader {
    private var timing = TimingReader()
    /// The last report.
    private(set) var last: NetworkReport?

    /// Reads a message.
    ///
    /// - Parameter name: Its kind, where that was said beside it.
    mutating func read(_ value: Value, named name: String = "") throws -> NetworkNews {
        let isRow = value["global_mode"] != nil || value["data"] != nil
        let report: NetworkReport
        switch isRow && name.isEmpty ? nil : try timing.read(value, named: name) {
        case .session?: return .session(timing.session)
        case .flags?: report = NetworkReport(timing.flags)
        case nil: report = try CircuitRow.report(value)
        }
        last = report
        return .report(report)
    }
}

extension NetworkReport {
    init(_ flags: TimingFlags) {
        func mode(_ flag: TimingFlag) -> Mode { Mode(rawValue: flag.rawValue) ?? .unknown }
        let track = mode(flags.track)
        self.init(
            mode: track, isEnding: flags.isEnding, message: flags.message.flatMap { $0.isEmpty ? nil : $0 },
            sectors: flags.sectors.mapValues(mode), updated: flags.updated, identity: "timing\n\(track.rawValue)")
    }
}
