internal import Calendars
internal import FeatureKit
internal import Rostering

// What a plan breaks, with the shifts of the days around and of riders and motorcycles elsewhere.
extension RiderService {
    /// Refuses shifts that are published, or to be, where they break rules together with what is published already.
    ///
    /// - Parameter new: Those of which their riders have not heard, as they are now.
    @discardableResult func check(
        _ some: [Stored<Shift>], of franchise: Stored<Franchise>, week: [Stored<Shift>]? = nil, new: Set<String>,
        reason: String?, _ snapshot: StoreSnapshot
    ) throws -> [RosterBreach] {
        let ids = Set(some.map(\.key))
        let isPublished = { (shift: Stored<Shift>) in !shift.document.isDraft || ids.contains(shift.key) }
        let found = try breaches(of: some, week: week, isPublished: isPublished, new: new, in: franchise, snapshot)
        try refuse(found, reason: reason)
        return Array(found.prefix(5_000))
    }

    /// Refuses a published shift that somebody else is to have where that breaks rules.
    func check(
        _ shift: Stored<Shift>, for rider: FranchiseMember, of franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws {
        var given = shift
        given.document.assign(rider)
        let isPublished = { (shift: Stored<Shift>) in !shift.document.isDraft }
        let found = try breaches(of: [given], isPublished: isPublished, new: [], in: franchise, snapshot)
        // Who takes a shift knows how much it is and when.
        try refuse(found.filter { $0.severity == .critical }, reason: nil)
    }

    private func refuse(_ found: [RosterBreach], reason: String?) throws {
        let shown = try Value(encoding: Array(found.prefix(100)))
        guard !found.contains(where: { $0.severity == .critical }) else { throw RiderRefusal.breaches(breaches: shown) }
        guard found.isEmpty || reason != nil else { throw RiderRefusal.sayWhy(breaches: shown) }
    }

    /// What some shifts of a franchise break.
    ///
    /// - Parameter week: All shifts of their week, where they were read before.
    func breaches(
        of some: [Stored<Shift>], week: [Stored<Shift>]? = nil, isPublished: (Stored<Shift>) -> Bool, new: Set<String>,
        in franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> [RosterBreach] {
        guard let first = some.map(\.document.startAt).min(), let last = some.map(\.document.startAt).max() else {
            return []
        }
        let zone = try zone(of: franchise.document)
        let (monday, sunday) = (zone.day(at: first).monday, zone.day(at: last).monday.advanced(by: 6))
        let (from, to) = (monday.advanced(by: -3), sunday.advanced(by: 3))
        let (begin, end) = (zone.moment(from, .midnight), zone.moment(to.advanced(by: 1), .midnight))
        let own =
            try plan(of: franchise, from: from, to: monday.advanced(by: -1), snapshot)
            + (week ?? plan(of: franchise, from: monday, to: sunday, snapshot))
            + plan(of: franchise, from: sunday.advanced(by: 1), to: to, snapshot)
        var all = Dictionary(own.filter(isPublished).map { ($0.key, $0) }) { $1 }
        // As they are to be, whatever is stored.
        for shift in some { all[shift.key] = shift }
        let riders = Set(some.compactMap(\.document.riderId))
        func addElsewhere(_ field: FieldKey, _ value: String) throws {
            let theirs: [StoreCondition] = [.equals(field, value), .from("startAt", begin), .below("startAt", end)]
            for other in try find(theirs, snapshot) {
                // Of another franchise's drafts nobody here may learn.
                guard other.document.franchiseId != franchise.key, !other.document.isDraft else { continue }
                all[other.key] = other
            }
        }
        // Mostly one franchise plans alone.
        let planned = try snapshot.count(shifts, where: [.from("startAt", begin), .below("startAt", end)])
        if planned > own.count {
            for rider in riders { try addElsewhere("riderId", rider) }
            for vehicle in Set(some.compactMap(\.document.vehicle)) { try addElsewhere("vehicle", vehicle) }
        }
        let wanted = Set(some.map(\.id))
        return rules.breaches(
            of: all.values.map { $0.document.planned($0.id, isElsewhere: $0.document.franchiseId != franchise.key) },
            absences: try timeOff(of: riders, in: franchise, from: from, to: to, snapshot),
            unavailable: try unavailable(some, in: franchise, zone, snapshot), in: zone, now: clock.now, new: new
        ).filter { !wanted.isDisjoint(with: $0.shifts) }
    }
}
