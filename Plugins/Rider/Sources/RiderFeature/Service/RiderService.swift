internal import Calendars
internal import FeatureKit
internal import RiderAcademy
internal import Rostering
internal import Texts

/// What all routes share: collections, days by the franchises' clocks, deadlines.
@Resources struct RiderService: Sendable {
    let store: Store
    let bus: Bus
    let clock: FeatureClock
    let flags: Flags
    let log: Log

    let franchises: StoredCollection<Franchise>
    let members: StoredCollection<FranchiseMember>
    let shifts: StoredCollection<Shift>
    let offers: StoredCollection<Offer>
    let calendars: StoredCollection<CalendarSecret>
    let givenUp: StoredCollection<GivenUp>
    let changes: StoredValue<ShiftChanges>
    let publications: StoredCollection<WeekPublication>
    let motos: StoredCollection<Moto>
    let invitations: StoredCollection<Invitation>
    let templates: StoredCollection<Template>
    let absences: StoredCollection<Absence>

    let texts: TextCatalogue
    let zones: Zones
    let current: Lock<Rider.Settings>
    let academy: AcademyService
    /// What is due of the shifts that are near.
    let deadlines: Deadlines<Due>
    /// The last change of what a franchise's board shows.
    let boards: LiveState<ID<Franchise>, Int64>

    init(_ settings: Rider.Settings, _ context: FeatureContext) throws {
        let current = Lock(settings)
        let facts = FranchiseFacts(members: try context.store.collection(FranchiseMember.documents), current: current)
        try self.init(
            context, texts: TextCatalogue(["es": PackageResources.es_txt, "en": PackageResources.en_txt]),
            zones: Zones(), current: current, academy: AcademyService(context, for: facts),
            deadlines: Deadlines(on: context.clock),
            boards: LiveState(on: context.clock))
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

    /// How long past shifts stay on devices and in calendars.
    static let keptOnDevices = Duration.hours(24 * 31)

    // MARK: - Who asks

    /// As what the caller belongs to a franchise; staff manages all of them.
    func role(in franchise: ID<Franchise>, _ call: Call, _ snapshot: StoreSnapshot) throws -> FranchiseMember.Role? {
        if call.owns(nil, orHas: "staff") { return .manager }
        return try member(try call.user(), of: franchise, snapshot)?.document.role
    }

    /// Somebody who works for a franchise.
    func member(
        _ person: String, of franchise: ID<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> Stored<FranchiseMember>? {
        try snapshot.first(members, where: [.equals("claim", FranchiseMember.claim(franchise, person))])
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

    /// Refuses changes of days that are locked for payroll.
    func checkOpen(_ date: String, of franchise: Franchise) throws {
        guard let until = franchise.lockedUntil, date <= until else { return }
        throw RiderRefusal.locked(until: until)
    }

    func zone(of franchise: Franchise) throws -> Zone {
        do { return try zones.zone(franchise.zone) } catch { throw RiderRefusal.noZone(zone: franchise.zone) }
    }
}
