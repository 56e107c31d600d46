internal import Calendars
internal import FeatureKit
internal import SearchIndex
internal import Seating

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
            bar, document.plan(overbooking: overbooking), zone: zones.firstIndex(of: document.zone) ?? 0,
            shifts: schedule.shifts, taken: taken)
        let number = search.insert(
            bar.id, name: document.name, at: document.location, size: entry.plan.largestParty)
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

/// A bar as searches know it: when it is open, and what is taken of today and tomorrow.
struct IndexedBar: Sendable {
    let bar: Stored<Bar>
    /// The number of its zone.
    let zone: Int
    let plan: SeatingPlan
    private let pattern: WeekPattern
    /// A bit for each shift of the settings for which it is open.
    private let shifts: UInt16
    var taken: [TakenShift]

    init(_ bar: Stored<Bar>, _ plan: SeatingPlan, zone: Int, shifts: [Shift], taken: [TakenShift]) {
        (self.bar, self.plan, self.zone, self.taken) = (bar, plan, zone, taken)
        pattern = bar.document.opening.pattern
        self.shifts = shifts.bits { bar.document.opening.isOpen(for: $0) }
    }

    /// Whether one of some shifts has room for a party on a day, where the bar takes as many at all.
    func fits(_ people: Int, in wanted: UInt16, on day: Day) -> Bool {
        guard pattern.contains(day) else { return false }
        var left = shifts & wanted
        for shift in taken where shift.day == day && left & shift.bit != 0 {
            let free = plan.limit - shift.taken
            if people <= (plan.tables.isEmpty ? free : min(shift.fits ?? 0, free)) { return true }
            left &= ~shift.bit
        }
        return left != 0
    }

    /// How many seats are free on a day in each of all shifts; those for which it is closed are left out.
    func free(on day: Day, in all: [Shift]) -> [String: Int] {
        guard pattern.contains(day) else { return [:] }
        var free: [String: Int] = [:]
        for (index, shift) in all.enumerated() where shifts >> UInt16(index) & 1 != 0 {
            let taken = taken.first { $0.day == day && $0.shift == index }?.taken ?? 0
            free[shift.id] = max(0, plan.limit - taken)
        }
        return free
    }
}

/// How much of a shift is taken, as searches know it.
struct TakenShift: Sendable {
    let day: Day
    /// The place of the shift in the settings.
    let shift: Int
    let version: Int64
    let taken: Int
    /// The largest party that fits, in a bar with tables.
    let fits: Int?

    var bit: UInt16 { 1 << UInt16(shift) }

    /// Nil where the settings have no such shift.
    init?(_ stored: Stored<ShiftDay>, _ shifts: [Shift]) {
        guard let day = Day(stored.document.date),
            let shift = shifts.firstIndex(where: { $0.id == stored.document.shift })
        else { return nil }
        (self.day, self.shift, version) = (day, shift, stored.version)
        (taken, fits) = (stored.document.taken, stored.document.fits)
    }
}

extension [TakenShift] {
    /// Takes a shift as it is now, unless that is older than what is known, and keeps the newest two days.
    mutating func update(_ new: TakenShift) {
        if let known = firstIndex(where: { $0.day == new.day && $0.shift == new.shift }) {
            if self[known].version < new.version { self[known] = new }
            return
        }
        append(new)
        guard let newest = map(\.day).max() else { return }
        removeAll { $0.day.advanced(by: 1) < newest }
    }
}

extension [Shift] {
    /// A bit for each shift whose id is wanted.
    func bits(where isWanted: (String) -> Bool) -> UInt16 {
        enumerated().reduce(0) { isWanted($1.element.id) ? $0 | 1 << UInt16($1.offset) : $0 }
    }
}

extension BarsService {
    /// Reads what searches look through, and what will be due; to be called before anything else is served.
    func readIndex() async throws {
        var all: [(name: String, bar: Stored<Bar>)] = []
        for try await bar in bars.all() { all.append((bar.document.name.folded, bar)) }
        // Neighbours in the order of names lie together then.
        all.sort { $0.name < $1.name }
        index.withLock { index in for one in all { index.update(one.bar) } }
        // Wherever a bar is, its today and tomorrow are among these.
        let days = (-1...2).map { clock.now.day($0) }
        for try await day in shiftDays.all(where: [.among("date", days)]) {
            index.withLock { $0.update(day) }
            setReminder(for: day)
            // By the settings of today there may be more room for a wait list than there was.
            let due = day.document.waiting > 0 ? clock.now : day.document.ends
            if let due { deadlines.set(.shift(day.key), noLaterThan: due) }
        }
    }
}
