public import Calendars
public import FeatureKit

/// A piece of work that a person, or a vehicle, is planned for.
public struct PlannedShift: Sendable, Equatable {
    /// What tells it from the others.
    public var id: String
    /// Who does it; nil where nobody does yet.
    public var person: String?
    /// What is driven for it.
    public var vehicle: String?
    /// When it begins and ends.
    public var start: Timestamp, end: Timestamp
    /// When the vehicle is back.
    public var vehicleBack: Timestamp
    /// Whether it was planned by somebody else, so that nothing of it may be told but that it is in the way.
    public var isElsewhere: Bool

    /// Describes a shift.
    public init(
        id: String, person: String?, vehicle: String? = nil, start: Timestamp, end: Timestamp,
        vehicleBack: Timestamp? = nil, isElsewhere: Bool = false
    ) {
        (self.id, self.person, self.vehicle, self.vehicleBack) = (id, person, vehicle, vehicleBack ?? end)
        (self.start, self.end, self.isElsewhere) = (start, end, isElsewhere)
    }

    /// How long it takes, also where clocks are changed meanwhile.
    public var length: Duration { start.duration(to: end) }
}

/// When a person does not work.
public struct RosterAbsence: Sendable {
    /// Who it is.
    public var person: String
    /// When it begins and ends.
    public var start: Timestamp, end: Timestamp

    /// Describes an absence.
    public init(person: String, start: Timestamp, end: Timestamp) {
        (self.person, self.start, self.end) = (person, start, end)
    }

    /// Describes an absence of whole days such as `2026-11-23`; nil where they are none.
    public init?(person: String, _ first: String, _ last: String, in zone: Zone) {
        guard let moments = ClosedRange(first, last)?.moments(in: zone) else { return nil }
        self.init(person: person, start: moments.lowerBound, end: moments.upperBound)
    }
}

/// What a plan breaks, and how much that matters.
@Record public struct RosterBreach: Equatable {
    /// Which rule.
    public enum Rule: String, CaseIterable, Shaped {
        /// Two shifts of one person, or of one vehicle, at once.
        case overlap, vehicleOverlap
        /// Too much work on a day or in a week, too little rest between two days.
        case day, week, rest
        /// It is told too late.
        case notice
        /// The person has time off, or can't work then.
        case timeOff, availability
    }
    /// Whether a plan with it can be published at all, or only for a reason.
    public enum Severity: String, CaseIterable, Shaped { case critical, warning }

    /// Which rule.
    public var rule: Rule
    /// How much it matters.
    public var severity: Severity
    /// The shifts that break it together, the earliest first.
    @Count(1...10_000) public var shifts: [String]
    /// Whose rule it is; absent for that of a vehicle.
    @Text(1...256) public var person: String?
    /// What is wrong, in a sentence.
    public var reason: String
}

/// How people may be planned; a shift belongs to the day on which it begins.
public struct RosterRules: Sendable, Equatable {
    /// The most work on one day, and in one week from Monday on.
    public var mostADay: Duration, mostAWeek: Duration
    /// The least rest between the last shift of a day and the first of a later one.
    public var rest: Duration
    /// How long before it begins a shift has to be told.
    public var notice: Duration

    /// Describes rules; they are those of most contracts where nothing else is said.
    public init(
        mostADay: Duration = .hours(9), mostAWeek: Duration = .hours(40), rest: Duration = .hours(12),
        notice: Duration = .hours(120)
    ) { (self.mostADay, self.mostAWeek, self.rest, self.notice) = (mostADay, mostAWeek, rest, notice) }

    /// Everything that a plan breaks, in the order of when it does.
    ///
    /// - Parameters:
    ///   - absences: When people have time off.
    ///   - availability: When people can work, by their names; at any time where nothing is said.
    ///   - zone: By whose clock days are told apart.
    ///   - now: When it is told; nil where it was told before.
    ///   - new: The shifts of which nobody has been notified; only these can be published too late.
    public func breaches(
        of shifts: [PlannedShift], absences: [RosterAbsence] = [], availability: [String: [WeekHours]] = [:],
        in zone: Zone, now: Timestamp? = nil, new: Set<String> = []
    ) -> [RosterBreach] {
        var found = Findings()
        let off = Dictionary(grouping: absences, by: \.person)
        for (person, own) in Dictionary(grouping: shifts.filter { $0.person != nil }, by: { $0.person ?? "" }) {
            let own = own.sorted { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
            for pair in overlaps(own, until: \.end) {
                found.add(.overlap, .critical, pair, person, "two shifts at once", elsewhere: "works elsewhere then")
            }
            checkDays(own, of: person, in: zone, &found)
            for absence in off[person] ?? [] {
                for shift in own where shift.start < absence.end && absence.start < shift.end {
                    found.add(.timeOff, .critical, [shift], person, "the person has time off")
                }
            }
            guard let hours = availability[person], !hours.isEmpty else { continue }
            for shift in own where !hours.cover(shift.start, shift.end, in: zone) {
                found.add(.availability, .warning, [shift], person, "outside of when the person can work")
            }
        }
        for (vehicle, own) in Dictionary(grouping: shifts.filter { $0.vehicle != nil }, by: { $0.vehicle ?? "" }) {
            let own = own.sorted { ($0.start, $0.vehicleBack, $0.id) < ($1.start, $1.vehicleBack, $1.id) }
            for pair in overlaps(own, until: \.vehicleBack) {
                found.add(
                    .vehicleOverlap, .critical, pair, nil, "\(vehicle) is driven twice at once",
                    elsewhere: "\(vehicle) is driven elsewhere then")
            }
        }
        if let now {
            for shift in shifts
            where new.contains(shift.id) && shift.person != nil && now.duration(to: shift.start) < notice {
                found.add(
                    .notice, .warning, [shift], shift.person, "told less than \(notice.inHours) before it begins")
            }
        }
        return found.sorted
    }

    /// Each shift that begins before another one has ended, with the one of these that ends last; of some in the order of
    /// their beginnings.
    private func overlaps(
        _ sorted: [PlannedShift], until end: (PlannedShift) -> Timestamp
    ) -> [[PlannedShift]] {
        var (pairs, last): ([[PlannedShift]], PlannedShift?) = ([], nil)
        for shift in sorted {
            if let last, shift.start < end(last) { pairs.append([last, shift]) }
            if last.map({ end($0) < end(shift) }) ?? true { last = shift }
        }
        return pairs
    }

    private func checkDays(_ sorted: [PlannedShift], of person: String, in zone: Zone, _ found: inout Findings) {
        // They are sorted, so that those of a day follow one another.
        var days: [(day: Day, shifts: [PlannedShift])] = []
        for shift in sorted {
            let day = zone.day(at: shift.start)
            if days.last?.day != day { days.append((day, [])) }
            days[days.count - 1].shifts.append(shift)
        }
        for (day, shifts) in days { checkSum(.day, .critical, shifts, mostADay, "on \(day)", person, &found) }
        for (monday, days) in Dictionary(grouping: days, by: \.day.monday) {
            checkSum(.week, .warning, days.flatMap(\.shifts), mostAWeek, "in the week of \(monday)", person, &found)
        }
        for (one, next) in zip(days, days.dropFirst()) {
            guard let last = one.shifts.max(by: { $0.end < $1.end }), let first = next.shifts.first,
                last.end <= first.start, last.end.duration(to: first.start) < rest
            else { continue }
            let free = last.end.duration(to: first.start).inHours
            found.add(
                .rest, .critical, [last, first], person, "\(free) of rest before \(next.day), at least \(rest.inHours)",
                elsewhere: "less than \(rest.inHours) of rest before \(next.day), with work elsewhere")
        }
    }

    private func checkSum(
        _ rule: RosterBreach.Rule, _ severity: RosterBreach.Severity, _ shifts: [PlannedShift], _ most: Duration,
        _ when: String, _ person: String, _ found: inout Findings
    ) {
        let sum = shifts.reduce(.zero) { $0 + $1.length }
        guard sum > most else { return }
        found.add(
            rule, severity, shifts, person, "\(sum.inHours) \(when), at most \(most.inHours)",
            elsewhere: "more than \(most.inHours) \(when), with work elsewhere")
    }
}

/// What was found so far, and when it matters.
private struct Findings {
    private var all: [(at: Timestamp, breach: RosterBreach)] = []

    /// Adds what some shifts break, the last of which breaks it; what was planned elsewhere is not named.
    mutating func add(
        _ rule: RosterBreach.Rule, _ severity: RosterBreach.Severity, _ shifts: [PlannedShift], _ person: String?,
        _ reason: String, elsewhere: String = ""
    ) {
        let own = shifts.filter { !$0.isElsewhere }
        guard let last = own.last else { return }
        let breach = RosterBreach(
            rule: rule, severity: severity, shifts: own.map(\.id), person: person,
            reason: own.count == shifts.count ? reason : elsewhere)
        all.append((last.start, breach))
    }

    var sorted: [RosterBreach] {
        all.sorted {
            ($0.at, $0.breach.rule.rawValue, $0.breach.shifts.joined()) < (
                $1.at, $1.breach.rule.rawValue, $1.breach.shifts.joined()
            )
        }.map(\.breach)
    }
}

extension Duration {
    /// Hours and minutes, as in `7 h 30 min`.
    public var inHours: String {
        let minutes = components.seconds / 60
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return rest == 0 ? "\(hours) h" : hours == 0 ? "\(rest) min" : "\(hours) h \(rest) min"
    }
}
