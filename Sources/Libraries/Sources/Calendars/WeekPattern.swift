/// Days of the week, and spans of days that are taken out: when a shop, a bar or a line is open.
public struct WeekPattern: Hashable, Sendable {
    /// A bit for each weekday, Monday's first.
    private let weekdays: UInt8
    /// The spans that are taken out.
    public let closures: [ClosedRange<Day>]

    /// Makes a pattern.
    ///
    /// - Parameters:
    ///   - weekdays: The days of the week; every day where there is none.
    ///   - closures: The days that are taken out.
    public init(_ weekdays: some Sequence<Weekday> = [], without closures: [ClosedRange<Day>] = []) {
        let bits = weekdays.reduce(UInt8(0)) { $0 | Self.bit(of: $1) }
        self.weekdays = bits == 0 ? .max : bits
        self.closures = closures
    }

    /// Whether a day of the week belongs to the pattern, as far as it is not taken out.
    public func contains(_ weekday: Weekday) -> Bool { weekdays & Self.bit(of: weekday) != 0 }

    /// Whether a day belongs to the pattern.
    public func contains(_ day: Day) -> Bool {
        contains(day.weekday) && !closures.contains { $0.contains(day) }
    }

    private static func bit(of weekday: Weekday) -> UInt8 {
        switch weekday {
        case .monday: 1
        case .tuesday: 2
        case .wednesday: 4
        case .thursday: 8
        case .friday: 16
        case .saturday: 32
        case .sunday: 64
        }
    }
}
