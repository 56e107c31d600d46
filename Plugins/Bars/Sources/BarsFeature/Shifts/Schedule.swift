internal import Calendars
internal import FeatureKit

/// A part of the day that tables are booked for.
@Record struct Shift: Equatable {
    static let idLength = 1...32
    static let longest = Duration.seconds(12 * 3_600)

    /// The name of the shift in requests and replies.
    @Text(Shift.idLength) var id: String
    /// When it starts by the clock of the bar, such as 14:00.
    @Text(5...5) var starts: String
    /// How long it lasts.
    @In(.seconds(900) ... .seconds(43_200)) var lasts: Duration = .seconds(4_500)

    static let usual = [
        Shift(id: "lunch-1", starts: "14:00"), Shift(id: "lunch-2", starts: "15:15"),
        Shift(id: "dinner-1", starts: "21:00"), Shift(id: "dinner-2", starts: "22:30"),
    ]

    /// When it starts; a schedule has no shift whose time can't be read.
    var time: TimeOfDay { TimeOfDay(starts) ?? .midnight }
}

/// When shifts are, by the clock of each bar.
struct Schedule: Sendable {
    let shifts: [Shift]
    /// The zone of bars that don't name one.
    private let home: Zone
    let zones: Zones

    /// - Parameter settings: Settings that were checked.
    init(_ settings: Bars.Settings, zones: Zones = Zones()) throws(ZoneProblem) {
        (shifts, home, self.zones) = (settings.shifts, try zones.zone(settings.zone), zones)
    }

    /// A shift by its id.
    func shift(_ id: String) -> Shift? { shifts.first { $0.id == id } }

    /// A shift that a request names.
    func known(_ id: String) throws(RouteError) -> Shift {
        if let shift = shift(id) { return shift }
        throw .invalid(shifts.map(\.id).problems(of: id, at: ValuePath([.member("shift")])))
    }

    /// A day that a request names.
    func day(_ text: String) throws(BarRefusal) -> Day {
        guard let day = Day(text) else { throw .noDay(date: text) }
        return day
    }

    /// The zone of a bar; that of the settings where the machine does not know the bar's any more.
    ///
    /// - Throws: A refusal where the zone can't be read just now.
    func zone(named name: String?) throws(BarRefusal) -> Zone {
        guard let name else { return home }
        do throws(ZoneProblem) { return try zones.zone(name) } catch {
            guard !error.isTemporary else { throw .zoneUnreadable(zone: name) }
            return home
        }
    }

    func today(_ bar: Bar, _ now: Timestamp) throws(BarRefusal) -> Day { try zone(named: bar.zone).day(at: now) }

    func tomorrow(_ bar: Bar, _ now: Timestamp) throws(BarRefusal) -> Day { try today(bar, now).advanced(by: 1) }

    /// When a shift of a bar starts and ends on a day; it lasts as long where clocks are set meanwhile.
    func span(_ shift: Shift, _ day: Day, _ bar: Bar) throws(BarRefusal) -> Range<Timestamp> {
        let start = try zone(named: bar.zone).moment(day, shift.time)
        return start..<start.advanced(by: shift.lasts)
    }

    /// Whether a bar is open for a shift on a day.
    func isOpen(_ bar: Bar, _ shift: Shift, _ day: Day) -> Bool {
        bar.opening.isOpen(for: shift.id) && bar.opening.pattern.contains(day)
    }
}
