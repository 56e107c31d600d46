internal import FeatureKit

/// The shifts and the zones: what a day is, and when a shift of it starts.
struct Hours: Sendable {
    let shifts: [Shift]
    let zone: Zone

    init(_ settings: Bars.Settings) throws(ZoneProblem) {
        shifts = settings.shifts
        zone = try Zone(named: settings.zone)
    }

    /// The zone of a bar.
    func zone(of bar: Bar) -> Zone { zone }

    func today(_ bar: Bar, _ now: Timestamp) -> Day { zone(of: bar).day(at: now) }

    func tomorrow(_ bar: Bar, _ now: Timestamp) -> Day { today(bar, now).advanced(by: 1) }

    /// A shift by its id.
    func shift(_ id: String) -> Shift? { shifts.first { $0.id == id } }

    /// When a shift of a bar starts on a day, and when it ends.
    func span(_ shift: Shift, _ day: Day, _ bar: Bar) -> Range<Timestamp> {
        let start = zone(of: bar).moment(day, secondOfDay: 0)
        return start..<start.advanced(by: shift.lasts)
    }

    /// Whether a bar is open for a shift on a day.
    func isOpen(_ bar: Bar, _ shift: Shift, _ day: Day) -> Bool { true }
}
