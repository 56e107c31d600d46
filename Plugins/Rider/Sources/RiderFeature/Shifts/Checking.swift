internal import Calendars
internal import FeatureKit
internal import Rostering

// What a plan breaks, with the shifts of the days around and of riders and motorcycles elsewhere.
extension RiderService {
    /// Refuses shifts that are published, or to be, where they break rules together with what is published already;
    /// riders have not heard of `new` as they are now.
    @discardableResult func check(
        _ some: [Stored<Shift>], of franchise: Stored<Franchise>, week: [Stored<Shift>]? = nil, new: Set<String>,
        reason: String?, _ snapshot: StoreSnapshot
    ) throws -> [RosterBreach] {
        let found = try breaches(of: some, week: week, new: new, in: franchise, snapshot)
        let shown = Array(found.prefix(100))
        guard !found.contains(where: { $0.severity == .critical }) else { throw RiderRefusal.breaches(breaches: shown) }
        guard found.isEmpty || reason != nil else { throw RiderRefusal.sayWhy(breaches: shown) }
        return Array(found.prefix(Plan.most))
    }

    /// Refuses a published shift that somebody else is to have where it has begun or breaks rules that nobody may break.
    func check(
        _ shift: Stored<Shift>, for rider: FranchiseMember, of franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws {
        try checkAhead(shift)
        var given = shift
        given.document.assign(rider)
        try check([given], of: franchise, new: [], reason: "Who takes it knows how much it is and when.", snapshot)
    }

    /// What some shifts of a franchise break, together with those of the days around and, if asked, with drafts; `week`
    /// are all shifts of their week, where they were read before.
    func breaches(
        of some: [Stored<Shift>], week: [Stored<Shift>]? = nil, drafts: Bool = false, new: Set<String>,
        in franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> [RosterBreach] {
        let zone = try zone(of: franchise.document)
        let starts = some.map(\.document.startAt)
        guard let first = starts.min(), let last = starts.max() else { return [] }
        let days = zone.day(at: first).monday...zone.day(at: last).week.upperBound
        let before = days.lowerBound.advanced(by: -3)...days.lowerBound.advanced(by: -1)
        let after = days.upperBound.advanced(by: 1)...days.upperBound.advanced(by: 3)
        let own =
            try plan(of: franchise, on: before, snapshot) + (week ?? plan(of: franchise, on: days, snapshot))
            + plan(of: franchise, on: after, snapshot)
        var all = Dictionary(own.filter { drafts || !$0.document.isDraft }.map { ($0.key, $0) }) { $1 }
        // As they are to be, whatever is stored.
        for shift in some { all[shift.key] = shift }
        let time = (before.lowerBound...after.upperBound).moments(in: zone)
        let (from, to) = (time.lowerBound, time.upperBound)
        // Mostly one franchise plans alone.
        if try snapshot.count(shifts, where: [.from("startAt", from), .below("startAt", to)]) > own.count {
            let riders = Set(some.compactMap(\.document.riderId)), vehicles = Set(some.compactMap(\.document.vehicle))
            let elsewhere =
                try riders.flatMap { try find("riderId", $0, from: from, below: to, snapshot) }
                + vehicles.flatMap { try find("vehicle", $0, from: from, below: to, snapshot) }
            // Of another franchise's drafts nobody here may learn.
            for other in elsewhere where other.document.franchiseId != franchise.key && !other.document.isDraft {
                all[other.key] = other
            }
        }
        let people = try snapshot.all(members, where: [.equals("franchise", franchise.key)]).map(\.document)
        let off = try snapshot.all(
            absences, where: [.equals("franchise", franchise.key), .from("last", before.lowerBound.description)])
        let wanted = Set(some.map(\.id))
        return rules.breaches(
            of: all.values.map { stored in
                PlannedShift(
                    stored.document, id: stored.id, vehicle: stored.document.vehicle,
                    isElsewhere: stored.document.franchiseId != franchise.key)
            },
            absences: off.map(\.document).filter { $0.state == .approved }.compactMap {
                RosterAbsence(person: $0.person, $0.first, $0.last, in: zone)
            },
            availability: Dictionary(people.map { ($0.person, $0.availability) }) { $1 }, in: zone, now: clock.now,
            new: new
        ).filter { !wanted.isDisjoint(with: $0.shifts) }
    }
}
