internal import FeatureKit

/// When a bar is open, in numbers: what `Hours.isOpen` says, quick enough to be asked of every bar in one search.
struct OpenDays: Sendable, Equatable {
    /// A bit for each weekday, Monday's first.
    private let weekdays: UInt8
    /// A bit for each shift of the settings.
    private let shifts: ShiftSet
    /// From the first day of any closure to the last of any; nothing where there is none.
    private let from: Int32
    private let to: Int32

    init(_ bar: Bar, _ all: [Shift]) {
        let opening = bar.opening
        weekdays =
            opening.days.isEmpty ? .max : opening.days.reduce(0) { $0 | Self.bit(of: $1) }
        shifts = ShiftSet(all.indices.filter { opening.shifts.isEmpty || opening.shifts.contains(all[$0].id) })
        let closures = Self.closures(of: bar)
        from = closures.map { Int32(clamping: $0.lowerBound) }.min() ?? .max
        to = closures.map { Int32(clamping: $0.upperBound) }.max() ?? .min
    }

    /// The days of each closure, since 1970.
    static func closures(of bar: Bar) -> [ClosedRange<Int>] {
        bar.opening.closures.compactMap { closure in
            guard let from = Day(closure.from), let to = Day(closure.to), from <= to else { return nil }
            return from.daysSince1970...to.daysSince1970
        }
    }

    static func bit(of weekday: Weekday) -> UInt8 { 1 << UInt8(Weekday.allCases.firstIndex(of: weekday) ?? 0) }

    /// For which shifts it is open on a day.
    ///
    /// - Parameter closures: Those of the bar, for the few days where numbers don't tell.
    func shifts(on day: SearchDay, _ closures: @autoclosure () -> [ClosedRange<Int>]) -> ShiftSet {
        guard weekdays & day.weekday != 0 else { return [] }
        guard from <= day.number, day.number <= to else { return shifts }
        return closures().contains { $0.contains(Int(day.number)) } ? [] : shifts
    }
}

/// A day in numbers.
struct SearchDay: Sendable, Equatable {
    /// Since 1970.
    let number: Int32
    /// Its weekday's bit.
    let weekday: UInt8

    init(_ day: Day) {
        number = Int32(clamping: day.daysSince1970)
        weekday = OpenDays.bit(of: day.weekday)
    }
}

/// Some of the settings' shifts, of which there are twelve at most.
struct ShiftSet: OptionSet, Sendable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ indices: some Sequence<Int>) {
        rawValue = indices.reduce(0) { $0 | 1 << UInt16($1) }
    }

    /// The places of the shifts, in order.
    var indices: some Sequence<Int> {
        sequence(state: rawValue) { rest in
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return rest.trailingZeroBitCount
        }
    }
}
