public import FeatureKit

/// What live timing says of a session.
public struct TimingSession: Equatable, Sendable {
    /// A driver's line in the classification.
    public struct Line: Equatable, Sendable {
        /// The car's number.
        public var number: String
        /// From 1; nil before it is known.
        public var position: Int?
        /// Who drives it.
        public var name: String?
        /// For which team.
        public var team: String?
        /// To the leader, as the timing writes it: `+1.204`, `1 LAP`.
        public var gap: String?
        /// To the car in front.
        public var interval: String?
        /// How many laps it has driven.
        public var laps: Int?
        /// The tyre's compound in lower case, such as `soft`.
        public var tyre: String?
        /// For how many laps it is on.
        public var tyreLaps: Int?
        /// Whether it has retired.
        public var isOut = false
        var stint = -1
    }

    /// What the meeting is called.
    public var meeting: String?
    /// What the session is called.
    public var name: String?
    /// The leader's lap.
    public var lap: Int?
    /// How many laps there are.
    public var laps: Int?
    /// How much time was left at `clockAt`; it runs down from there while `isRunning`.
    public var remaining: Duration?
    /// When that was.
    public var clockAt: Timestamp?
    /// Whether the session's clock runs.
    public var isRunning = false
    /// By position; those without one last.
    public var lines: [Line] = []
}

/// Reads what live timing says of the session; what can't be read is left as it was.
struct SessionReader {
    /// So many cars; more are left out.
    private static let mostCars = 100
    private static let longestText = 64

    private var known = TimingSession()
    private var lines: [String: TimingSession.Line] = [:]

    var session: TimingSession {
        var session = known
        session.lines = lines.values.sorted {
            ($0.position ?? .max, Int($0.number) ?? .max, $0.number) < (
                $1.position ?? .max, Int($1.number) ?? .max, $1.number
            )
        }
        return session
    }

    /// Hears laps, the clock, or what the session is called.
    mutating func hear(_ value: Value) {
        if let lap = Self.count(value["CurrentLap"]) { known.lap = lap }
        if let laps = Self.count(value["TotalLaps"]) { known.laps = laps }
        if let remaining = value["Remaining"]?.string.flatMap(Self.time) {
            known.remaining = remaining
            known.clockAt = value["Utc"]?.string.flatMap { Timestamp($0) ?? Timestamp($0 + "Z") }
        }
        if case .boolean(let isRunning)? = value["Extrapolating"] { known.isRunning = isRunning }
        guard value["Meeting"] != nil else { return }
        known.meeting = Self.text(value["Meeting"]?["Name"])
        known.name = Self.text(value["Name"])
    }

    /// Hears who drives.
    mutating func hear(drivers: Members) {
        for (number, value) in drivers {
            change(number) { line in
                if let name = Self.text(value["FullName"]) ?? Self.text(value["BroadcastName"]) { line.name = name }
                if let team = Self.text(value["TeamName"]) { line.team = team }
                if let position = Self.count(value["Line"]) { line.position = position }
            }
        }
    }

    /// Hears positions, gaps and tyres.
    mutating func hear(lines: Members) {
        for (number, value) in lines {
            change(number) { line in
                if let position = Self.count(value["Position"]) { line.position = position }
                if let gap = value["GapToLeader"]?.string { line.gap = gap.isEmpty ? nil : Self.short(gap) }
                if let interval = (value["IntervalToPositionAhead"]?["Value"])?.string {
                    line.interval = interval.isEmpty ? nil : Self.short(interval)
                }
                if let laps = Self.count(value["NumberOfLaps"]) { line.laps = laps }
                if case .boolean(let isOut)? = value["Retired"] { line.isOut = isOut }
                for (stint, value) in Self.stints(value["Stints"]) where stint >= line.stint {
                    // A new stint begins with a new tyre.
                    if stint > line.stint { (line.stint, line.tyre, line.tyreLaps) = (stint, nil, nil) }
                    if let tyre = Self.text(value["Compound"]) { line.tyre = tyre.lowercased() }
                    if let laps = Self.count(value["TotalLaps"]) { line.tyreLaps = laps }
                }
            }
        }
    }

    /// All stints first, as a list, and then each change by its number.
    private static func stints(_ value: Value?) -> [(Int, Value)] {
        switch value {
        case .list(let list)?: list.enumerated().map { ($0, $1) }
        case .object(let members)?:
            members.compactMap { name, value in Int(name).map { ($0, value) } }.sorted { $0.0 < $1.0 }
        default: []
        }
    }

    private mutating func change(_ number: String, _ change: (inout TimingSession.Line) -> Void) {
        // Timing marks its first answers by a member that begins with a line.
        guard (1...3).contains(number.count), number.allSatisfy(\.isWholeNumber),
            lines[number] != nil || lines.count < Self.mostCars
        else { return }
        change(&lines[number, default: TimingSession.Line(number: number)])
    }

    private static func count(_ value: Value?) -> Int? { value?.whole.flatMap { (0...9_999).contains($0) ? $0 : nil } }
    private static func text(_ value: Value?) -> String? { value?.string.flatMap { $0.isEmpty ? nil : Self.short($0) } }
    private static func short(_ text: String) -> String { String(text.prefix(Self.longestText)) }

    /// `H:MM:SS`.
    private static func time(_ text: String) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard parts.count == 3, parts.allSatisfy({ (0...999).contains($0) }), parts[1] < 60, parts[2] < 60 else {
            return nil
        }
        return .seconds((parts[0] * 60 + parts[1]) * 60 + parts[2])
    }
}
