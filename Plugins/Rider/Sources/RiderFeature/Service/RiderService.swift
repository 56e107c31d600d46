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
        return RosterRules(
            mostADay: settings.mostADay, mostAWeek: settings.mostAWeek, rest: settings.rest, notice: settings.notice)
    }

    /// How long past shifts stay on devices and in calendars.
    static let keptOnDevices = Duration.hours(24 * 31)

    /// Refuses changes of days that are locked for payroll.
    func checkOpen(_ date: String, of franchise: Franchise) throws {
        guard let until = franchise.lockedUntil, date <= until else { return }
        throw RiderRefusal.locked(until: until)
    }

    func zone(of franchise: Franchise) throws -> Zone {
        do { return try zones.zone(franchise.zone) } catch { throw RiderRefusal.noZone(zone: franchise.zone) }
    }

    /// The day that it is now by the clock of a franchise.
    func today(in franchise: Franchise) throws -> Day { try zone(of: franchise).day(at: clock.now) }

    /// Two days and those between them.
    func days(_ first: String, _ last: String, most: Int) throws -> ClosedRange<Day> {
        guard let days = ClosedRange(first, last), days.count <= most else { throw RiderRefusal.badRange(most: most) }
        return days
    }

    /// The week of a day.
    func week(of day: String) throws -> ClosedRange<Day> { try days(day, day, most: 7).lowerBound.week }
}

/// What the academy has to know about those who work for franchises.
struct FranchiseFacts: RiderFacts {
    let members: StoredCollection<FranchiseMember>
    let current: Lock<Rider.Settings>

    var webLink: String { current.withLock(\.webLink) }

    func isRider(_ person: String, ofManager manager: String, _ snapshot: StoreSnapshot) throws -> Bool {
        func places(_ person: String, _ role: FranchiseMember.Role) throws -> [ID<Franchise>] {
            try snapshot.all(members, where: [.equals("person", person)]).map(\.document).filter { $0.role == role }
                .map(\.franchise)
        }
        return try !Set(places(person, .rider)).isDisjoint(with: places(manager, .manager))
    }

    func name(of person: String, _ snapshot: StoreSnapshot) throws -> String? {
        try snapshot.all(members, where: [.equals("person", person)]).map(\.document).min { $0.claim < $1.claim }?.name
    }
}
