internal import Calendars
internal import FeatureKit
internal import Rostering
internal import Texts

/// What all routes share: collections, days by the franchises' clocks, deadlines.
@Resources struct RiderService: Sendable {
    let store: Store
    let clock: FeatureClock
    let flags: Flags
    let log: Log

    let franchises: StoredCollection<Franchise>
    let members: StoredCollection<FranchiseMember>
    let shifts: StoredCollection<Shift>
    let offers: StoredCollection<Offer>
    let calendars: StoredCollection<CalendarSecret>

    let texts: TextCatalogue
    let zones: Zones
    let current: Lock<Rider.Settings>
    /// The active shifts that nobody has ended, by when they end by themselves.
    let deadlines: Deadlines<ID<Shift>>

    init(_ settings: Rider.Settings, _ context: FeatureContext) throws {
        try self.init(
            context, texts: TextCatalogue(["es": PackageResources.es_txt, "en": PackageResources.en_txt]),
            zones: Zones(), current: Lock(settings), deadlines: Deadlines(on: context.clock))
    }

    /// The settings as they are now.
    var settings: Rider.Settings { current.withLock { $0 } }

    /// The rules of the settings.
    var rules: RosterRules {
        let settings = settings
        var rules = RosterRules()
        (rules.mostADay, rules.mostAWeek) = (settings.mostADay, settings.mostAWeek)
        (rules.rest, rules.notice) = (settings.rest, settings.notice)
        return rules
    }

    // MARK: - Who asks

    /// As what the caller belongs to a franchise; staff manages all of them.
    func role(in franchise: ID<Franchise>, _ call: Call, _ snapshot: StoreSnapshot) throws -> FranchiseMember.Role? {
        if call.owns(nil, orHas: "staff") { return .manager }
        let claim = FranchiseMember.claim(franchise, try call.user())
        return try snapshot.first(members, where: [.equals("claim", claim)])?.document.role
    }

    /// A franchise that the caller belongs to; for everybody else there is none.
    func franchise(
        _ id: ID<Franchise>, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (found: Stored<Franchise>, role: FranchiseMember.Role) {
        guard let role = try role(in: id, call, snapshot), let found = try snapshot.get(franchises, id) else {
            throw RiderRefusal.noFranchise
        }
        return (found, role)
    }

    /// A franchise that the caller manages.
    func managed(_ id: ID<Franchise>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Franchise> {
        let (found, role) = try franchise(id, call, snapshot)
        guard role == .manager else { throw RiderRefusal.notManager }
        return found
    }

    // MARK: - Time

    /// Sets the deadlines of shifts that are worked on since before a restart.
    func resume() async throws {
        for try await shift in shifts.all(where: [.equals("status", Shift.Status.active)]) { setEnd(of: shift) }
    }

    /// Has a shift that is worked on end by itself.
    func setEnd(of shift: Stored<Shift>) {
        guard shift.document.status == .active else { return deadlines.cancel(shift.key) }
        deadlines.set(shift.key, at: shift.document.endAt.advanced(by: settings.endAfter))
    }

    /// Ends shifts that nobody ends, until the module is asked to stop.
    func keepTime() async {
        for await id in deadlines {
            do {
                try await store.transaction { tx in
                    guard var shift = try tx.get(shifts, id)?.document, shift.status == .active else { return }
                    // Nobody knows when the rider went; what was planned counts.
                    shift.end(at: shift.endAt, byItself: true)
                    try tx.put(shifts, shift, id: id)
                }
            } catch {
                log.warning("a shift could not be ended; trying again", [("shift", id.text), ("error", "\(error)")])
                deadlines.set(id, after: .seconds(10))
            }
        }
    }
}
