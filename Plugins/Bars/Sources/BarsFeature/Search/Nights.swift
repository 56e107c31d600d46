/// What is taken of a bar's shifts on two days, one behind the other: whoever asks for tomorrow finds it on either side of midnight.
struct Nights: Sendable, Equatable {
    /// Which days these are, since 1970; an even one stands first.
    var days = SIMD2<Int32>(repeating: .min)
    /// The largest party that still fits, for each shift of the even day and then of the odd one.
    var fits: [Int16]
    /// How many are taken.
    var taken: [Int16]

    static func row(of day: Int32) -> Int { Int(day & 1) }
}

/// Every sitting of a bar that was shown, for the newest two days.
struct SittingsSeen: Sendable {
    struct One: Sendable {
        let day: Int32
        let shift: Int
        let version: Int64
        let taken: Int16
        /// The largest party that fits, as whoever books left it; for bars with tables.
        let fits: Int16?
    }

    private var all: [One] = []

    /// Takes a sitting as it is now; false where it is older than what is known.
    mutating func take(_ new: One) -> Bool {
        if let known = all.firstIndex(where: { $0.day == new.day && $0.shift == new.shift }) {
            guard all[known].version < new.version else { return false }
            all[known] = new
            return true
        }
        // Of the days on one side only the newest counts.
        guard !all.contains(where: { Nights.row(of: $0.day) == Nights.row(of: new.day) && $0.day > new.day })
        else { return false }
        all.removeAll { Nights.row(of: $0.day) == Nights.row(of: new.day) && $0.day < new.day }
        all.append(new)
        return true
    }

    /// What is left by the terms of the bar.
    func nights(_ terms: Listing.Terms, shifts: Int) -> Nights {
        var nights = Nights(
            fits: Array(repeating: terms.party, count: 2 * shifts), taken: Array(repeating: 0, count: 2 * shifts))
        for one in all {
            let row = Nights.row(of: one.day)
            nights.days[row] = one.day
            let left = max(0, terms.seats - one.taken)
            nights.fits[row * shifts + one.shift] = terms.hasTables ? min(one.fits ?? 0, left, terms.party) : left
            nights.taken[row * shifts + one.shift] = one.taken
        }
        return nights
    }
}
