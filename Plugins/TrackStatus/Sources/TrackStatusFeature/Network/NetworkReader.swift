internal import FeatureKit
internal import LiveTiming

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
        /// The weather of a row: where it changed, that explains why the row was written again.
        var weather: [String?] = []

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
        case .session?: return Reading(session: Session(timing.session))
        case .flags?:
            last = NetworkReport(timing.flags)
            return Reading(report: last)
        case nil:
            let row = try CircuitRow(value)
            last = row.report
            return Reading(
                report: row.report, oddities: row.oddities, isWhole: true,
                weather: [row.report.temperature, row.report.humidity, row.report.wind].map { $0.map { "\($0)" } }
                    + [row.report.forecast])
        }
    }
}

extension NetworkReport {
    init(_ flags: TimingFlags) {
        let mode = Mode(rawValue: flags.track.rawValue) ?? .unknown
        self.init(mode: mode, identity: "timing\n\(mode.rawValue)")
        (isEnding, message, updated) = (flags.isEnding, flags.message, flags.updated)
        sectors = flags.sectors.mapValues { Mode(rawValue: $0.rawValue) ?? .unknown }
    }
}
