internal import Calendars
internal import FeatureKit

/// A bar as searches know it: when it is open, and what is taken of today and tomorrow.
struct IndexedBar: Sendable {
    let bar: Stored<Bar>
    /// The number of its zone.
    let zone: Int
    /// The largest party that fits while nothing is booked.
    let largestParty: Int
    private let plan: SeatingPlan
    private let pattern: WeekPattern
    /// A bit for each shift of the settings for which it is open.
    private let shifts: UInt16
    var taken: [TakenShift]

    init(_ bar: Stored<Bar>, _ plan: SeatingPlan, zone: Int, shifts: [Shift], taken: [TakenShift]) {
        (self.bar, self.plan, self.zone, self.taken) = (bar, plan, zone, taken)
        (largestParty, pattern) = (plan.largestParty, bar.document.opening.pattern)
        self.shifts = shifts.bits { bar.document.opening.isOpen(for: $0) }
    }

    /// Whether one of some shifts has room for a party on a day.
    func fits(_ people: Int, in wanted: UInt16, on day: Day) -> Bool {
        guard people <= largestParty, pattern.contains(day) else { return false }
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
