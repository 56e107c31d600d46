internal import Calendars
internal import FeatureKit
internal import SearchIndex

/// What searches look through: every bar, and what is free of it tomorrow.
///
/// It lies in memory and follows what is committed, so that a search touches no disk. Updates come from many threads: one that
/// comes late is known by its version, and a bar that was removed stays so.
struct BarIndex: Sendable {
    /// How many bars are remembered that are not listed.
    private static let mostUnlisted = 10_000

    private struct Entry: Sendable {
        let bar: Stored<Bar>
        let plan: SeatingPlan
        let pattern: WeekPattern
        var seats: [ShiftSeats]
    }

    private enum Unlisted {
        case removed
        /// A shift was committed before its bar came here.
        case early([ShiftSeats])
    }

    private let schedule: Schedule
    private let overbooking: Int
    private var search = SearchIndex()
    /// By the numbers of the bars.
    private var entries: [Entry?] = []
    private var listings: [Listing] = []
    private var rooms: [TwoDayRoom] = []
    private var types: [String] = []
    private var zones: [String?] = []
    private var unlisted = BoundedCache<String, Unlisted>(limit: mostUnlisted)
    /// How many bars there are of each type.
    private(set) var counts: [String: Int] = [:]

    init(_ settings: Bars.Settings, _ schedule: Schedule) {
        (self.schedule, overbooking) = (schedule, settings.overbooking)
    }

    // MARK: - Following

    /// Takes a bar as it is now.
    mutating func update(_ bar: Stored<Bar>) {
        var seats: [ShiftSeats] = []
        if let entry = entry(of: bar.id) {
            guard entry.bar.version < bar.version else { return }
            seats = entry.seats
            counts[entry.bar.document.type, default: 1] -= 1
        } else {
            switch unlisted[bar.id] {
            case .removed: return
            case .early(let early): seats = early
            case nil: break
            }
            unlisted[bar.id] = nil
        }
        let document = bar.document
        let number = search.insert(bar.id, name: document.name, at: document.location)
        if number == entries.count {
            entries.append(nil)
            listings.append(Listing())
            rooms.append(TwoDayRoom())
        }
        let plan = SeatingPlan(document, overbooking: overbooking)
        listings[number] = Listing(
            type: Self.number(of: document.type, in: &types), zone: Self.number(of: document.zone, in: &zones),
            party: plan.largestParty)
        show(Entry(bar: bar, plan: plan, pattern: document.opening.pattern, seats: seats), number)
        counts[document.type, default: 0] += 1
    }

    /// Takes a bar out that was removed.
    mutating func remove(_ bar: ID<Bar>) {
        unlisted[bar.text] = .removed
        guard let number = search.remove(bar.text), let entry = entries[number] else { return }
        counts[entry.bar.document.type, default: 1] -= 1
        entries[number] = nil
    }

    /// Takes a shift as it is now.
    mutating func update(_ stored: Stored<ShiftDay>) {
        let id = stored.document.bar.text
        guard let new = ShiftSeats(stored, schedule.shifts) else { return }
        if let number = search.number(of: id), var entry = entries[number] {
            guard entry.seats.update(new) else { return }
            show(entry, number)
        } else {
            var early: [ShiftSeats] = []
            switch unlisted[id] {
            case .removed: return
            case .early(let known): early = known
            case nil: break
            }
            if early.update(new) { unlisted[id] = .early(early) }
        }
    }

    private mutating func show(_ entry: Entry, _ number: Int) {
        entries[number] = entry
        rooms[number] = TwoDayRoom(
            entry.bar.document, entry.plan, party: listings[number].party, entry.seats, shifts: schedule.shifts)
    }

    private func entry(of id: String) -> Entry? { search.number(of: id).flatMap { entries[$0] } }

    private static func number<Name: Equatable>(of name: Name, in names: inout [Name]) -> Int {
        if let known = names.firstIndex(of: name) { return known }
        names.append(name)
        return names.count - 1
    }

    // MARK: - Searching

    func search(_ question: SearchQuestion, at now: Timestamp) -> Page<FoundBar> {
        // Where a zone can't be read just now nobody knows which day it is there.
        let days = zones.map { (try? schedule.zone(named: $0))?.day(at: now).advanced(by: 1) }
        let types = types.map { question.types.isEmpty || question.types.contains($0) }
        let (listings, people) = (listings, question.people)
        let page = search.search(question.query) { number in
            guard people <= listings[number].party, types[listings[number].type] else { return false }
            guard people > 0 else { return true }
            guard let day = days[listings[number].zone], rooms[number].fits(people, in: question.shifts, on: day) else {
                return false
            }
            return entries[number]?.pattern.contains(day) == true
        }
        return Page(
            items: page.hits.compactMap { hit in
                entries[hit.number].map { bar($0, distance: hit.distance, on: days[listings[hit.number].zone]) }
            },
            next: page.next.map { PageCursor($0) })
    }

    private func bar(_ entry: Entry, distance: Double?, on day: Day?) -> FoundBar {
        let bar = entry.bar.document
        var free: [String: Int] = [:]
        for (index, shift) in schedule.shifts.enumerated() {
            guard let day, entry.pattern.contains(day), bar.opening.isOpen(for: shift.id) else { continue }
            let taken = entry.seats.first { $0.day == day && $0.shift == index }?.taken ?? 0
            free[shift.id] = max(0, entry.plan.limit - taken)
        }
        return FoundBar(
            id: entry.bar.key, name: bar.name, type: bar.type, location: bar.location, capacity: bar.capacity,
            distance: distance, free: free)
    }
}

extension BarsService {
    /// Reads what searches look through; to be called before anything else is served.
    func readIndex() async throws {
        var all: [(name: String, bar: Stored<Bar>)] = []
        for try await bar in bars.all() { all.append((bar.document.name.folded, bar)) }
        // Neighbours in the order of names lie together then.
        all.sort { $0.name < $1.name }
        index.withLock { index in for one in all { index.update(one.bar) } }
        // Wherever a bar is, its today and tomorrow are among these.
        let days = (-1...2).map { Day(utc: clock.now).advanced(by: $0).description }
        for try await day in shiftDays.all(where: [.among("date", days)]) { index.withLock { $0.update(day) } }
    }
}
