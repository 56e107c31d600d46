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

    private let schedule: Schedule
    private let overbooking: Int
    private var search = SearchIndex()
    /// By the numbers that the search gives them; those of removed bars stay until the number is used again.
    private var entries: [IndexedBar] = []
    private var zones: [String?] = []
    /// Bars that are not listed: shifts that were committed before their bar came here, or nil where the bar was removed.
    private var unlisted = BoundedCache<String, [TakenShift]?>(limit: mostUnlisted)
    /// How many bars there are of each type.
    private(set) var counts: [String: Int] = [:]

    init(_ settings: Bars.Settings, _ schedule: Schedule) {
        (self.schedule, overbooking) = (schedule, settings.overbooking)
    }

    // MARK: - Following

    /// Takes a bar as it is now.
    mutating func update(_ bar: Stored<Bar>) {
        var taken: [TakenShift] = []
        if let number = search.number(of: bar.id) {
            guard entries[number].bar.version < bar.version else { return }
            taken = entries[number].taken
            counts[entries[number].bar.document.type, default: 1] -= 1
        } else if let early = unlisted[bar.id] {
            guard let early else { return }
            taken = early
            unlisted[bar.id] = nil
        }
        let document = bar.document
        if !zones.contains(document.zone) { zones.append(document.zone) }
        let entry = IndexedBar(
            bar, SeatingPlan(document, overbooking: overbooking), zone: zones.firstIndex(of: document.zone) ?? 0,
            shifts: schedule.shifts, taken: taken)
        let number = search.insert(bar.id, name: document.name, at: document.location)
        if number == entries.count { entries.append(entry) } else { entries[number] = entry }
        counts[document.type, default: 0] += 1
    }

    /// Takes a bar out that was removed.
    mutating func remove(_ bar: ID<Bar>) {
        unlisted[bar.text] = .some(nil)
        guard let number = search.remove(bar.text) else { return }
        counts[entries[number].bar.document.type, default: 1] -= 1
    }

    /// Takes a shift as it is now.
    mutating func update(_ stored: Stored<ShiftDay>) {
        let id = stored.document.bar.text
        guard let new = TakenShift(stored, schedule.shifts) else { return }
        if let number = search.number(of: id) {
            entries[number].taken.update(new)
        } else if var early = unlisted[id] ?? [] {
            early.update(new)
            unlisted[id] = early
        }
    }

    // MARK: - Searching

    func search(_ question: SearchQuestion, at now: Timestamp) -> Page<FoundBar> {
        // Where a zone can't be read just now nobody knows which day it is there.
        let days = zones.map { (try? schedule.zone(named: $0))?.day(at: now).advanced(by: 1) }
        let page = search.search(question.query) { number in
            guard question.types.isEmpty || question.types.contains(entries[number].bar.document.type) else {
                return false
            }
            guard question.people > 0 else { return true }
            guard let day = days[entries[number].zone] else { return false }
            return entries[number].fits(question.people, in: question.shifts, on: day)
        }
        let found = page.hits.map { hit in
            let (entry, bar) = (entries[hit.number], entries[hit.number].bar.document)
            return FoundBar(
                id: entry.bar.key, name: bar.name, type: bar.type, location: bar.location, capacity: bar.capacity,
                distance: hit.distance, free: days[entry.zone].map { entry.free(on: $0, in: schedule.shifts) } ?? [:])
        }
        return Page(items: found, next: page.next.map { PageCursor($0) })
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
