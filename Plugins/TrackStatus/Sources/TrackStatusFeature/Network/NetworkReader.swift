internal import FeatureKit
internal import LiveTiming

typealias Session = TimingSession

extension TimingSession {
    /// The session that runs.
    static var topic: Topic<Session> { .init("track.session", retain: .latest, watchable: true) }
}

/// Reads what the network says: the circuit's row, or live timing, whose messages build on one another.
struct NetworkReader {
    /// What a message says.
    struct Reading {
        var report: NetworkReport?
        var session: Session?
        /// What was odd in a row, and left out.
        var oddities: [String] = []
        /// Whether it says all by itself, so that an older one of its kind says nothing.
        var isWhole = false

        var news: [NetworkNews] {
            [session.map(NetworkNews.session), report.map(NetworkNews.report)].compactMap(\.self)
        }
    }

    private var timing = TimingReader()
    /// The last report.
    private(set) var last: NetworkReport?

    /// Reads a message.
    ///
    /// - Parameter name: Its kind, where that was said beside it.
    mutating func read(_ value: Value, named name: String = "") throws -> Reading {
        let isRow = value["global_mode"] != nil || value["data"] != nil
        switch isRow && name.isEmpty ? nil : try timing.read(value, named: name) {
        case .session?: return Reading(session: timing.session)
        case .flags?:
            last = NetworkReport(timing.flags)
            return Reading(report: last)
        case nil:
            let row = try CircuitRow(value)
            last = row.report
            return Reading(report: row.report, oddities: row.oddities, isWhole: true)
        }
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
