/// Decides what the track's status is, from what is heard and from what is not.
///
/// It is pure: time is an argument.
struct TrackState {
    /// So many zones are told; beyond it those that have been stale the longest are left out.
    static let mostZones = Words.most

    private let hold: Duration
    private var words = Words()
    private var zones: [Int: Standing] = [:]
    private var track: Standing
    private var source: String?
    private var presence: Presence?
    /// What was decided last.
    private(set) var status: Status

    /// Begins without having heard anything.
    ///
    /// - Parameters:
    ///   - hold: How much longer than its TTL a word counts.
    ///   - moment: Now.
    init(hold: Duration, at moment: Moment) {
        self.hold = hold
        track = Standing(since: moment)
        status = Status(
            mode: .unknown, stale: true, source: nil, since: moment.wall, validUntil: nil, revision: 1, zones: [])
    }

    /// How many senders' words found no room.
    var displaced: UInt64 { words.displaced }

    /// When the status may change though nothing is heard.
    var nextEnd: Duration? { words.nextEnd }

    /// Takes what a beacon said; true where the status changed.
    mutating func hear(_ sighted: Sighted, from feature: String, at moment: Moment) -> Bool {
        // What was on its way when the source stopped tells of a time before that.
        guard presence != .gone else { return false }
        source = feature
        words.forget(at: moment)
        words.hear(
            Word(mode: Mode(sighted.mode), end: moment.advanced(by: sighted.ttl + hold)),
            from: Words.Key(zone: sighted.zone, address: sighted.address))
        return decide(at: moment)
    }

    /// Takes the state of the feature that everything is heard by; true where the status changed.
    mutating func note(_ presence: Presence, at moment: Moment) -> Bool {
        let isLost = presence == .gone || (presence == .coming && self.presence == .active)
        self.presence = presence
        if isLost { words.forgetAll() }
        return decide(at: moment)
    }

    /// Takes the time; true where the status changed.
    mutating func look(at moment: Moment) -> Bool { decide(at: moment) }

    private mutating func decide(at moment: Moment) -> Bool {
        words.forget(at: moment)
        let worst = words.worst
        for zone in worst.keys where zones[zone] == nil { zones[zone] = Standing(since: moment) }
        for (zone, standing) in zones { zones[zone] = standing.after(worst[zone], at: moment) }
        leaveOutOldestZones()
        let worstOfAll = worst.values.max()
        track = track.after(worstOfAll, at: moment)
        return tell(worstOfAll, worst)
    }

    private mutating func leaveOutOldestZones() {
        while zones.count > Self.mostZones,
            let oldest = zones.filter(\.value.isStale).min(by: { $0.value.since < $1.value.since })
        {
            zones[oldest.key] = nil
        }
    }

    private mutating func tell(_ worstOfAll: Word?, _ worst: [Int: Word]) -> Bool {
        let told = zones.sorted { $0.key < $1.key }.map { zone, standing in
            Status.Zone(
                zone: zone, mode: standing.mode, stale: standing.isStale, since: standing.since.wall,
                validUntil: worst[zone]?.end.wall)
        }
        let next = Status(
            mode: track.mode, stale: track.isStale, source: source, since: track.since.wall,
            validUntil: worstOfAll?.end.wall, revision: status.revision + 1, zones: told)
        guard !next.saysTheSame(as: status) else { return false }
        status = next
        return true
    }
}

/// What a zone or the track was last said to be in.
private struct Standing {
    var mode = Mode.unknown
    var isStale = true
    /// When one of the two last changed.
    var since: Moment

    /// What becomes of it with the worst word that counts, or in silence.
    func after(_ word: Word?, at moment: Moment) -> Standing {
        let mode = word?.mode ?? mode.afterSilence
        let isStale = word == nil
        guard mode != self.mode || isStale != self.isStale else { return self }
        return Standing(mode: mode, isStale: isStale, since: moment)
    }
}
