internal import FeatureKit
internal import Geography
internal import TourFiles

/// That somebody came to a stop.
@Record struct Visit: Equatable {
    enum Manner: String, CaseIterable, Shaped { case reached, late, skipped }

    var stop: ID<Stop>
    /// When the fix was taken that told it.
    var at: Timestamp
    /// Whether they came to it, told so too late to speak, or skipped it.
    var manner: Manner
    /// Whether nothing of it is to be spoken any more.
    var isHeard: Bool
}

/// Somebody's walk along a route.
@Record
@Collection("walks", .on(\.person, \.startedAt), .on(\.person, \.route), .on(\.route), person: .deletes(\.person))
struct Walk: Equatable {
    enum State: String, CaseIterable, Shaped { case active, paused, stopped, completed }

    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) var person: String
    @Public var route: ID<TourRoute>
    /// The language in which it is told.
    @Public var language: TourLanguage
    /// Whether only the first stop is told.
    @Public var isPreview: Bool
    /// The time zone that decides what a day is for the person.
    @Text(1...64) var zone: String
    /// How far it has come.
    @Public var state: State = .active
    /// When it was started.
    @Public var startedAt: Timestamp
    /// When it was stopped or completed.
    @Public var endedAt: Timestamp?
    /// The stops that count as visited, in the order in which they were.
    @Public @Count(0...1_000) var visits: [Visit] = []
    /// Within which fences the person is.
    var fences: FenceState = FenceState()
    /// How often it was started again; what is spoken then is another item.
    @In(0...1_000_000) var round = 0

    /// Whether it goes on.
    var isOpen: Bool { state == .active || state == .paused }
    /// The stop that was reached last.
    var lastReached: ID<Stop>? { visits.last { $0.manner != .skipped }?.stop }

    func hasVisited(_ stop: ID<Stop>) -> Bool { visits.contains { $0.stop == stop } }
}

/// Where a phone was at a moment.
@Record struct WalkFix: Equatable {
    /// Where it was.
    var point: GeoPoint
    /// When it was there, by its own clock.
    var time: Timestamp
    /// How far off that may be, in metres.
    @In(0.0...100_000.0) var accuracy: Double = 0
}

/// What became of fixes.
@Record struct FixCount: Equatable {
    /// How many were not exact enough to trigger anything.
    var poor = 0
    /// How many were older than what was known, or had come before.
    var late = 0
    /// How many were of the future, and are left out.
    var future = 0
}

/// What a walk makes of fixes; pure.
struct WalkRules {
    /// A stop whose fix is older than this is not spoken.
    var speakWithin: Duration
    /// A fix that may be further off than so many metres triggers nothing.
    var accuracy: Double
    /// A fix that is later than now by this is of no use.
    static let mostAhead = Duration.seconds(60)

    /// Takes fixes over, in the order of their times.
    ///
    /// - Returns: The new visits, in the order in which they happened and then of the stops.
    func take(_ fixes: [WalkFix], into walk: inout Walk, on trail: Trail, at now: Timestamp) -> (FixCount, [Visit]) {
        var (count, visits): (FixCount, [Visit]) = (FixCount(), [])
        guard walk.state == .active else { return (count, visits) }
        var rules = FenceRules()
        rules.mostAccuracy = accuracy
        let fences = walk.isPreview ? trail.preview : trail.fences
        let (late, poor) = (walk.fences.late, walk.fences.poor)
        for fix in fixes.sorted(by: { $0.time < $1.time }) {
            guard fix.time <= now.advanced(by: Self.mostAhead) else {
                count.future += 1
                continue
            }
            let events = walk.fences.take(
                FenceFix(fix.point, at: fix.time, accuracy: fix.accuracy), in: fences, rules)
            for event in events where event.kind == .enter || event.kind == .cross {
                let stop = ID<Stop>(event.fence)
                guard !walk.hasVisited(stop) else { continue }
                let isLate = fix.time.advanced(by: speakWithin) < now
                let visit = Visit(stop: stop, at: fix.time, manner: isLate ? .late : .reached, isHeard: isLate)
                walk.visits.append(visit)
                visits.append(visit)
            }
        }
        (count.late, count.poor) = (walk.fences.late - late, walk.fences.poor - poor)
        complete(&walk, on: trail, at: now)
        return (count, visits)
    }

    /// Ends a walk whose stops are all visited.
    func complete(_ walk: inout Walk, on trail: Trail, at now: Timestamp) {
        let stops = walk.isPreview ? trail.stops.prefix(1) : trail.stops[...]
        guard walk.isOpen, !stops.isEmpty, stops.allSatisfy({ walk.hasVisited($0.key) }) else { return }
        (walk.state, walk.endedAt) = (.completed, now)
    }
}
