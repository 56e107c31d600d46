internal import FeatureKit
internal import LiveTiming

/// The session that runs: its time, laps and classification.
@Record @Topic("track.session", retain: .latest, watchable: true) struct Session: Equatable {
    @Record struct Line: Equatable {
        /// From 1; absent before it is known.
        @In(0...9_999) var position: Int?
        /// The car's number.
        @Text(1...3) var number: String
        /// Who drives it.
        @Text(1...64) var name: String?
        /// For which team.
        @Text(1...64) var team: String?
        /// To the leader, as the timing writes it, such as `+1.204` or `1 LAP`.
        @Text(1...64) var gap: String?
        /// To the car in front.
        @Text(1...64) var interval: String?
        /// How many laps it has driven.
        @In(0...9_999) var laps: Int?
        /// The tyre's compound, such as `soft`.
        @Text(1...64) var tyre: String?
        /// For how many laps that tyre is on.
        @In(0...9_999) var tyreLaps: Int?
        /// Whether it has retired.
        var retired: Bool
    }

    /// What the meeting is called.
    @Text(1...64) var meeting: String?
    /// What the session is called, such as `Race`.
    @Text(1...64) var name: String?
    /// The leader's lap.
    @In(0...9_999) var lap: Int?
    /// How many laps there are.
    @In(0...9_999) var laps: Int?
    /// How much time was left at `clockAt`.
    @In(.zero ... .seconds(3_600_000)) var remaining: Duration?
    /// When that was, from which on it runs down while `running`.
    var clockAt: Timestamp?
    /// Whether the session's clock runs.
    var running: Bool
    /// The classification, by position; those without one last.
    @Count(0...100) var classification: [Line]

    init(_ timing: TimingSession) {
        self.init(
            meeting: timing.meeting, name: timing.name, lap: timing.lap, laps: timing.laps, remaining: timing.remaining,
            clockAt: timing.clockAt, running: timing.isRunning,
            classification: timing.lines.map {
                Line(
                    position: $0.position, number: $0.number, name: $0.name, team: $0.team, gap: $0.gap,
                    interval: $0.interval, laps: $0.laps, tyre: $0.tyre, tyreLaps: $0.tyreLaps, retired: $0.isOut)
            })
    }
}
