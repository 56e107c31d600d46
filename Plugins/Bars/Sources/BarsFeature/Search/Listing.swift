internal import Calendars
internal import FeatureKit

/// What a search asks of each bar: for how large a party there is room on two days, without references to anything.
struct Listing: Sendable {
    private static let shifts = 12

    /// The numbers of its type and its zone.
    private(set) var type = 0
    private(set) var zone = 0
    /// A bit for each day of the week, Monday's first, on which it is open.
    private var weekdays: UInt8 = 0
    /// Whether it is closed on some days besides.
    private(set) var hasClosures = false
    /// The largest party that fits while nothing is booked.
    private var party: Int16 = 0
    /// A bit for each shift for which it is open.
    private var open: UInt16 = 0
    /// The two days, an even one first, and the largest party that fits in each of their shifts.
    private var days: InlineArray<2, Int> = [.min, .min]
    private var fits = InlineArray<24, Int16>(repeating: 0)

    init() {}

    init(_ bar: Bar, _ plan: SeatingPlan, type: Int, zone: Int, shifts: [String]) {
        (self.type, self.zone, party) = (type, zone, Int16(clamping: plan.largestParty))
        let pattern = bar.opening.pattern
        hasClosures = !pattern.closures.isEmpty
        for (index, day) in Weekday.allCases.enumerated() where pattern.contains(day) { weekdays |= 1 << UInt8(index) }
        for (index, shift) in shifts.enumerated() where bar.opening.isOpen(for: shift) { open |= 1 << UInt16(index) }
    }

    /// The listing with what is booked.
    func with(_ seats: [ShiftSeats], _ plan: SeatingPlan) -> Listing {
        var listing = self
        for index in listing.fits.indices { listing.fits[index] = party }
        for shift in seats {
            let row = shift.day.daysSince1970 & 1
            listing.days[row] = shift.day.daysSince1970
            let free = Int16(clamping: max(0, plan.limit - shift.taken))
            let fits = plan.tables.isEmpty ? free : min(Int16(clamping: shift.fits ?? 0), free, party)
            listing.fits[row * Self.shifts + shift.shift] = fits
        }
        return listing
    }

    /// Whether one of the shifts of a question has room on a day, closures apart.
    func hasRoom(_ question: SearchQuestion, on day: Day) -> Bool {
        guard question.people <= Int(party), weekdays >> UInt8(((day.daysSince1970 + 3) % 7 + 7) % 7) & 1 != 0 else {
            return false
        }
        let row = day.daysSince1970 & 1
        let isBooked = days[row] == day.daysSince1970
        var shifts = open & question.shifts
        guard isBooked else { return shifts != 0 }
        while shifts != 0 {
            if Int(fits[row * Self.shifts + shifts.trailingZeroBitCount]) >= question.people { return true }
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
