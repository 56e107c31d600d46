public import FeatureKit

/// Where somebody was at a moment, as far as fences ask.
public struct FenceFix: Sendable, Equatable {
    /// Where it was.
    public var point: GeoPoint
    /// When it was there.
    public var time: Timestamp
    /// How far off that may be, in metres.
    public var accuracy: Double

    /// Describes a fix.
    public init(_ point: GeoPoint, at time: Timestamp, accuracy: Double = 0) {
        (self.point, self.time, self.accuracy) = (point, time, accuracy)
    }
}

/// When somebody counts as within a fence.
public struct FenceRules: Sendable, Equatable {
    /// A fix that may be further off than so many metres neither enters nor leaves.
    public var mostAccuracy = 50.0
    /// So many metres beyond the edge, or as far as a fix may be off, somebody has left.
    public var exitMargin = 10.0
    /// After so long within a fence somebody dwells in it; never by default.
    public var dwell: Duration?
    /// Between two fixes that are not further apart than this, the straight way counts.
    public var mostStep = 1_000.0
    /// Nor longer apart than this.
    public var mostPause = Duration.seconds(60)

    /// The usual rules.
    public init() {}
}

/// What happened between somebody and a fence.
public struct FenceEvent: Sendable, Equatable {
    /// What happened.
    public enum Kind: String, Sendable { case enter, exit, dwell, cross }

    /// What happened.
    public let kind: Kind
    /// The fence's id.
    public let fence: String
    /// The time of the fix that told it.
    public let time: Timestamp
}

/// Within which fences somebody is: a value that can be stored.
@Record public struct FenceState: Equatable {
    /// A fence that somebody is within.
    @Record public struct Stay: Equatable {
        /// The fence's id.
        @Text(1...200) public var fence: String
        /// Since when.
        public var since: Timestamp
        /// Whether it was told that they dwell there.
        public var dwells = false
    }

    /// Where they are now.
    @Count(0...1_000) public private(set) var stays: [Stay] = []
    /// The last fix that was good enough.
    public private(set) var point: GeoPoint?
    /// When that was.
    public private(set) var time: Timestamp?
    /// How many fixes were older than the last one, or the same.
    @In(0...9_007_199_254_740_991) public private(set) var late = 0
    /// How many were not exact enough.
    @In(0...9_007_199_254_740_991) public private(set) var poor = 0

    /// Nowhere yet.
    public init() { self.init(stays: []) }

    /// Takes a fix over.
    ///
    /// - Returns: What happened by it, in the order of the fences; a fix that is late, or not exact enough, changes nothing.
    public mutating func take(_ fix: FenceFix, in fences: Geofences, _ rules: FenceRules = FenceRules()) -> [FenceEvent]
    {
        if let time, fix.time <= time {
            late += 1
            return []
        }
        guard (0...min(rules.mostAccuracy, Geofences.reach)).contains(fix.accuracy) else {
            poor += 1
            return []
        }
        let here = Plane(around: fix.point)
        var events = leave(fix, here, fences, rules)
        let way = way(to: fix, here, rules)
        let step = way.map(here.distance(to:)) ?? 0
        let isShort = step <= Geofences.reach
        let known = stays.count
        // A fence that a short way meets is near its end.
        fences.forEachNear(here, within: max(fix.accuracy, isShort ? step : 0)) { number in
            if fences.reaches(number, here, within: fix.accuracy) {
                let id = fences.fences[number].id
                // Who was within it before has not come.
                guard !stays.prefix(known).contains(where: { $0.fence == id }) else { return }
                stays.append(Stay(fence: id, since: fix.time))
                events.append((number, .enter, id))
            } else if isShort, let way, let id = crossed(number, here, way, fences, events) {
                events.append((number, .cross, id))
            }
        }
        if let way, let point, !isShort {
            fences.forEachNear(point, fix.point) { number in
                guard let id = crossed(number, here, way, fences, events) else { return }
                events.append((number, .cross, id))
            }
        }
        (point, time) = (fix.point, fix.time)
        guard !events.isEmpty else { return [] }
        return events.sorted { ($0.number, $0.fence) < ($1.number, $1.fence) }.map {
            FenceEvent(kind: $0.kind, fence: $0.fence, time: fix.time)
        }
    }

    private typealias Found = (number: Int, kind: FenceEvent.Kind, fence: String)

    /// Ends the stays that are over, also in fences that are gone.
    private mutating func leave(
        _ fix: FenceFix, _ here: Plane, _ fences: Geofences, _ rules: FenceRules
    ) -> [Found] {
        var events: [Found] = []
        let margin = max(fix.accuracy, rules.exitMargin)
        for index in stays.indices.reversed() {
            let stay = stays[index]
            let number = fences.number(of: stay.fence)
            guard let number, fences.reaches(number, here, within: margin) else {
                stays.remove(at: index)
                events.append((number ?? .max, .exit, stay.fence))
                continue
            }
            if let dwell = rules.dwell, !stay.dwells, stay.since.duration(to: fix.time) >= dwell {
                stays[index].dwells = true
                events.append((number, .dwell, stay.fence))
            }
        }
        return events
    }

    /// Where the last fix was, where the way from it counts.
    private func way(to fix: FenceFix, _ here: Plane, _ rules: FenceRules) -> Plane.Place? {
        guard let point, let time, time.duration(to: fix.time) <= rules.mostPause,
            case let start = here.place(Outline.Corner(point)), case let step = here.distance(to: start), step > 0,
            step <= rules.mostStep
        else { return nil }
        return start
    }

    /// The id of a fence that a way to a place meets, and that somebody is not within, nor has just left.
    private func crossed(
        _ number: Int, _ here: Plane, _ start: Plane.Place, _ fences: Geofences, _ events: [Found]
    ) -> String? {
        guard fences.fences[number].outline.meets(here, start) else { return nil }
        let id = fences.fences[number].id
        return stays.contains { $0.fence == id } || events.contains { $0.fence == id } ? nil : id
    }
}
