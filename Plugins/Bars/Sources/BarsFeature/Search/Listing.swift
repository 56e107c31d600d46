internal import Calendars
internal import FeatureKit

/// What a search asks of each bar first, without references to anything: a hundred thousand of them are asked.
struct Listing: Sendable {
    /// The numbers of its type and its zone.
    var type = 0
    var zone = 0
    /// The largest party that fits while nothing is booked.
    var party = 0
}

/// For how large a party there is room in each shift of two days.
struct TwoDayRoom: Sendable {
    /// A bit for each day of the week, Monday's first, on which the bar is open.
    private var weekdays: UInt8 = 0
    /// A bit for each shift for which it is open.
    private var open: UInt16 = 0
    /// The two days, an even one first, and the largest party that fits in each of their 12 shifts.
    private var days: InlineArray<2, Int> = [.min, .min]
    private var fits = InlineArray<24, Int16>(repeating: 0)

    init() {}

    init(_ bar: Bar, _ plan: SeatingPlan, party: Int, _ seats: [ShiftSeats], shifts: [Shift]) {
        let pattern = bar.opening.pattern
        for (index, day) in Weekday.allCases.enumerated() where pattern.contains(day) { weekdays |= 1 << UInt8(index) }
        for (index, shift) in shifts.enumerated() where bar.opening.isOpen(for: shift.id) { open |= 1 << UInt16(index) }
        for index in fits.indices { fits[index] = Int16(clamping: party) }
        for shift in seats {
            let row = shift.day.daysSince1970 & 1
            let free = max(0, plan.limit - shift.taken)
            let fits = plan.tables.isEmpty ? free : min(shift.fits ?? 0, free, party)
            days[row] = shift.day.daysSince1970
            self.fits[row * 12 + shift.shift] = Int16(clamping: fits)
        }
    }

    /// Whether one of some shifts has room for a party on a day, closures apart.
    func fits(_ people: Int, in wanted: UInt16, on day: Day) -> Bool {
        let number = day.daysSince1970
        guard weekdays >> UInt8(((number + 3) % 7 + 7) % 7) & 1 != 0 else { return false }
        var shifts = open & wanted
        guard days[number & 1] == number else { return shifts != 0 }
        while shifts != 0 {
            if Int(fits[(number & 1) * 12 + shifts.trailingZeroBitCount]) >= people { return true }
            shifts &= shifts - 1
        }
        return false
    }
}

/// How much of a shift is taken, as searches know it.
struct ShiftSeats: Sendable {
    let day: Day
    /// The place of the shift in the settings.
    let shift: Int
    let version: Int64
    let taken: Int
    /// The largest party that fits, in a bar with tables.
    let fits: Int?

    /// Nil where the settings have no such shift.
    init?(_ stored: Stored<ShiftDay>, _ shifts: [Shift]) {
        guard let day = Day(stored.document.date),
            let shift = shifts.firstIndex(where: { $0.id == stored.document.shift })
        else { return nil }
        (self.day, self.shift, version) = (day, shift, stored.version)
        (taken, fits) = (stored.document.taken, stored.document.fits)
    }
}

extension [ShiftSeats] {
    /// Takes a shift as it is now and keeps the newest two days; false where it is older than what is known.
    mutating func update(_ new: ShiftSeats) -> Bool {
        if let known = firstIndex(where: { $0.day == new.day && $0.shift == new.shift }) {
            guard self[known].version < new.version else { return false }
            self[known] = new
            return true
        }
        let newest = Swift.max(new.day, map(\.day).max() ?? new.day)
        guard new.day.advanced(by: 1) >= newest else { return false }
        removeAll { $0.day.advanced(by: 1) < newest }
        append(new)
        return true
    }
}
