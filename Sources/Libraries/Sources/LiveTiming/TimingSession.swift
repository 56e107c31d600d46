public import FeatureKit

/// The session that runs, as live timing says it: its time, laps and classification.
@Record public struct TimingSession: Equatable {
    /// A driver's line in the classification.
    @Record public struct Line: Equatable {
        /// From 1; absent before it is known.
        @In(0...9_999) public var position: Int?
        /// The car's number.
        @Text(1...3) public var number: String
        /// Who drives it.
        @Text(1...64) public var name: String?
        /// For which team.
        @Text(1...64) public var team: String?
        /// To the leader, as the timing writes it, such as `+1.204` or `1 LAP`.
        @Text(1...64) public var gap: String?
        /// To the car in front.
        @Text(1...64) public var interval: String?
        /// How many laps it has driven.
        @In(0...9_999) public var laps: Int?
        /// The tyre's compound, such as `soft`.
        @Text(1...64) public var tyre: String?
        /// For how many laps that tyre is on.
        @In(0...9_999) public var tyreLaps: Int?
        /// Whether it has retired.
        public var retired: Bool
    }

    /// What the meeting is called.
    @Text(1...64) public var meeting: String?
    /// What the session is called, such as `Race`.
    @Text(1...64) public var name: String?
    /// The leader's lap.
    @In(0...9_999) public var lap: Int?
    /// How many laps there are.
    @In(0...9_999) public var laps: Int?
    /// How much time was left at `clockAt`.
    @In(.zero ... .seconds(3_600_000)) public var remaining: Duration?
    /// When that was, from which on it runs down while `running`.
    public var clockAt: Timestamp?
    /// Whether the session's clock runs.
    public var running: Bool
    /// The classification, by position; those without one last.
    @Count(0...100) public var classification: [Line]
}

/// Reads what live timing says of the session; what can't be read is left as it was.
struct SessionReader {
    /// So many cars; more are left out.
    private static let mostCars = 100
    private static let longestText = 64

    private var known = TimingSession(running: false, classification: [])
    private var lines: [String: TimingSession.Line] = [:]
    /// The number of each car's last stint.
    private var stints: [String: Int] = [:]

    var session: TimingSession {
        var session = known
        session.classification = lines.values.sorted {
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
        if case .boolean(let isRunning)? = value["Extrapolating"] { known.running = isRunning }
        guard value["Meeting"] != nil else { return }
        known.meeting = Self.text(value["Meeting"]?["Name"])
        known.name = Self.text(value["Name"])
    }

    /// Hears who drives.
    mutating func hear(drivers: Members) {
        for (number, value) in drivers {
            change(number) { line, _ in
                if let name = Self.text(value["FullName"]) ?? Self.text(value["BroadcastName"]) { line.name = name }
                if let team = Self.text(value["TeamName"]) { line.team = team }
                if let position = Self.count(value["Line"]) { line.position = position }
            }
        }
    }

    /// Hears positions, gaps and tyres.
    mutating func hear(lines: Members) {
        for (number, value) in lines {
            change(number) { line, last in
                if let position = Self.count(value["Position"]) { line.position = position }
                if let gap = value["GapToLeader"]?.string { line.gap = gap.isEmpty ? nil : Self.short(gap) }
                if let interval = (value["IntervalToPositionAhead"]?["Value"])?.string {
                    line.interval = interval.isEmpty ? nil : Self.short(interval)
                }
                if let laps = Self.count(value["NumberOfLaps"]) { line.laps = laps }
                if case .boolean(let isOut)? = value["Retired"] { line.retired = isOut }
                for (stint, value) in Self.stints(value["Stints"]) where stint >= last {
                    // A new stint begins with a new tyre.
                    if stint > last { (last, line.tyre, line.tyreLaps) = (stint, nil, nil) }
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

    private mutating func change(_ number: String, _ change: (inout TimingSession.Line, inout Int) -> Void) {
        // Timing marks its first answers by a member that begins with a line.
        guard (1...3).contains(number.count), number.allSatisfy(\.isWholeNumber),
            lines[number] != nil || lines.count < Self.mostCars
        else { return }
        change(
            &lines[number, default: TimingSession.Line(number: number, retired: false)], &stints[number, default: -1])
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
