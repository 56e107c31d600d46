internal import Calendars
internal import FeatureKit
internal import Rostering

// What a plan breaks, with the shifts of the days around and of riders elsewhere.
extension RiderService {
    /// Refuses shifts that are published, or to be, where they break rules together with what is published already.
    func check(
        _ new: [Stored<Shift>], of franchise: Stored<Franchise>, reason: String?, _ snapshot: StoreSnapshot
    ) throws {
        let ids = Set(new.map(\.key))
        try refuse(
            breaches(
                of: new, isPublished: { !$0.document.isDraft || ids.contains($0.key) }, in: franchise, snapshot),
            reason: reason)
    }

    /// Refuses a published shift that somebody else is to have where that breaks rules.
    func check(
        _ shift: Stored<Shift>, for rider: FranchiseMember, of franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws {
        let found = try breaches(
            of: [shift], isPublished: { !$0.document.isDraft }, for: rider, in: franchise, snapshot)
        // Who takes a shift knows how much it is and when.
        try refuse(found.filter { $0.severity == .critical }, reason: nil)
    }

    private func refuse(_ found: [RosterBreach], reason: String?) throws {
        let shown = try Value(encoding: Array(found.prefix(100)))
        guard !found.contains(where: { $0.severity == .critical }) else { throw RiderRefusal.breaches(breaches: shown) }
        guard found.isEmpty || reason != nil else { throw RiderRefusal.sayWhy(breaches: shown) }
    }

    /// What some shifts break.
    ///
    /// - Parameter rider: Who has them all, as far as this is about.
    func breaches(
        of some: [Stored<Shift>], isPublished: (Stored<Shift>) -> Bool, for rider: FranchiseMember? = nil,
        in franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> [RosterBreach] {
        guard let first = some.map(\.document.startAt).min(), let last = some.map(\.document.startAt).max() else {
            return []
        }
        let zone = try zone(of: franchise.document)
        let (from, to) = (zone.day(at: first).monday.advanced(by: -1), zone.day(at: last).monday.advanced(by: 7))
        var all = Dictionary(try plan(of: franchise, from: from, to: to, snapshot).map { ($0.key, $0) }) { $1 }
        let (begin, end) = (zone.moment(from, .midnight), zone.moment(to.advanced(by: 1), .midnight))
        // Riders may work for several franchises.
        for rider in Set(some.compactMap(\.document.riderId) + [rider?.person].compactMap(\.self)) {
            for other in try snapshot.all(
                shifts, where: [.equals("riderId", rider), .from("startAt", begin), .below("startAt", end)])
            { all[other.key] = other }
        }
        let wanted = Set(some.map(\.id))
        let planned = all.values.filter(isPublished).map { stored in
            var planned = stored.document.planned(stored.id)
            if let rider, wanted.contains(stored.id) { planned.person = rider.person }
            return planned
        }
        return rules.breaches(
            of: planned, in: zone, now: clock.now, new: Set(some.filter(\.document.isDraft).map(\.id))
        ).filter { !wanted.isDisjoint(with: $0.shifts) }
    }
}
