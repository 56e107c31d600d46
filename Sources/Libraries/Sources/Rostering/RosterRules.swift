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

    /// Describes a shift.
    public init(id: String, person: String?, vehicle: String? = nil, start: Timestamp, end: Timestamp) {
        (self.id, self.person, self.vehicle, self.start, self.end) = (id, person, vehicle, start, end)
    }

    /// How long it takes, also where clocks are changed meanwhile.
    public var length: Duration { start.duration(to: end) }
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
    }
    /// Whether a plan with it can be published at all, or only for a reason.
    public enum Severity: String, CaseIterable, Shaped { case critical, warning }

    /// Which rule.
    public var rule: Rule
    /// How much it matters.
    public var severity: Severity
    /// The shifts that break it together, the earliest first.
    @Count(1...100) public var shifts: [String]
    /// Whose rule it is; absent for that of a vehicle.
    @Text(1...256) public var person: String?
    /// What is wrong, in a sentence.
    public var reason: String
}

/// How people may be planned; a shift belongs to the day on which it begins.
public struct RosterRules: Sendable, Equatable {
    /// The most work on one day, and in one week from Monday on.
    public var mostADay: Duration = .hours(9), mostAWeek: Duration = .hours(40)
    /// The least rest between the last shift of a day and the first of a later one.
    public var rest: Duration = .hours(12)
    /// How long before it begins a shift has to be told.
    public var notice: Duration = .hours(120)

    /// The rules of most contracts.
    public init() {}

    /// Everything that a plan breaks, in the order of when it does.
    ///
    /// - Parameters:
    ///   - zone: By whose clock days are told apart.
    ///   - now: When it is told; nil where it was told before.
    ///   - new: The shifts of which nobody has been notified; only these can be published too late.
    public func breaches(
        of shifts: [PlannedShift], in zone: Zone, now: Timestamp? = nil, new: Set<String> = []
    ) -> [RosterBreach] {
        var breaches: [(at: Timestamp, breach: RosterBreach)] = []
        for (person, own) in Dictionary(grouping: shifts.filter { $0.person != nil }, by: { $0.person ?? "" }) {
            let own = own.sorted { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
            breaches += overlaps(own).map { pair in
                (pair.1.start, breach(.overlap, .critical, pair, person, "two shifts at once"))
            }
            breaches += days(own, of: person, in: zone)
        }
        for (vehicle, own) in Dictionary(grouping: shifts.filter { $0.vehicle != nil }, by: { $0.vehicle ?? "" }) {
            let own = own.sorted { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
            breaches += overlaps(own).map { pair in
                (pair.1.start, breach(.vehicleOverlap, .critical, pair, nil, "\(vehicle) is driven twice at once"))
            }
        }
        if let now {
            for shift in shifts
            where new.contains(shift.id) && shift.person != nil && now.duration(to: shift.start) < notice {
                let reason = "told less than \(notice.inHours) before it begins"
                breaches.append(
                    (
                        shift.start,
                        RosterBreach(
                            rule: .notice, severity: .warning, shifts: [shift.id], person: shift.person, reason: reason)
                    ))
            }
        }
        return breaches.sorted {
            ($0.at, $0.breach.rule.rawValue, $0.breach.shifts.joined()) < (
                $1.at, $1.breach.rule.rawValue, $1.breach.shifts.joined()
            )
        }.map(\.breach)
    }

    /// The pairs of shifts that lie upon one another, of some in the order of their beginnings.
    private func overlaps(_ sorted: [PlannedShift]) -> [(PlannedShift, PlannedShift)] {
        var (pairs, open): ([(PlannedShift, PlannedShift)], [PlannedShift]) = ([], [])
        for shift in sorted {
            open.removeAll { $0.end <= shift.start }
            pairs += open.map { ($0, shift) }
            open.append(shift)
        }
        return pairs
    }

    private func days(
        _ sorted: [PlannedShift], of person: String, in zone: Zone
    ) -> [(at: Timestamp, breach: RosterBreach)] {
        var breaches: [(at: Timestamp, breach: RosterBreach)] = []
        func tooMuch(_ rule: RosterBreach.Rule, _ shifts: [PlannedShift], _ most: Duration, _ when: String) {
            let sum = shifts.reduce(.zero) { $0 + $1.length }
            guard sum > most, let last = shifts.last else { return }
            breaches.append(
                (
                    last.start,
                    RosterBreach(
                        rule: rule, severity: rule == .day ? .critical : .warning, shifts: shifts.map(\.id),
                        person: person, reason: "\(sum.inHours) \(when), at most \(most.inHours)")
                ))
        }
        let byDay = Dictionary(grouping: sorted) { zone.day(at: $0.start) }
        for (day, shifts) in byDay { tooMuch(.day, shifts, mostADay, "on \(day)") }
        for (monday, shifts) in Dictionary(grouping: sorted, by: { zone.day(at: $0.start).monday }) {
            tooMuch(.week, shifts, mostAWeek, "in the week of \(monday)")
        }
        for (day, later) in zip(byDay.keys.sorted(), byDay.keys.sorted().dropFirst()) {
            guard let last = byDay[day]?.max(by: { $0.end < $1.end }), let first = byDay[later]?.first,
                last.end <= first.start, last.end.duration(to: first.start) < rest
            else { continue }
            let free = last.end.duration(to: first.start)
            breaches.append(
                (
                    first.start,
                    breach(
                        .rest, .critical, (last, first), person,
                        "\(free.inHours) of rest before \(later), at least \(rest.inHours)")
                ))
        }
        return breaches
    }

    private func breach(
        _ rule: RosterBreach.Rule, _ severity: RosterBreach.Severity, _ pair: (PlannedShift, PlannedShift),
        _ person: String?, _ reason: String
    ) -> RosterBreach {
        RosterBreach(
            rule: rule, severity: severity, shifts: [pair.0.id, pair.1.id], person: person, reason: reason)
    }
}

extension Day {
    /// The Monday of its week.
    public var monday: Day { advanced(by: -((daysSince1970 + 3) % 7 + 7) % 7) }
}

extension Duration {
    /// Hours and minutes, as in `7 h 30 min`.
    public var inHours: String {
        let minutes = components.seconds / 60
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return rest == 0 ? "\(hours) h" : hours == 0 ? "\(rest) min" : "\(hours) h \(rest) min"
    }
}
