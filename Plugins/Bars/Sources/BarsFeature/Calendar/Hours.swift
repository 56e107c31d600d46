internal import FeatureKit

/// The shifts and the zones: what a day is, and when a shift of it starts.
struct Hours: Sendable {
    /// There are about six hundred zones, and some have several names.
    static let mostZones = 2_000

    let shifts: [Shift]
    /// Where bars are that don't say it.
    let zone: Zone
    /// Those that bars named so far.
    private let zones: Lock<[String: Zone]>

    /// - Throws: Everything that is wrong with the shifts and the zone.
    init(_ settings: Bars.Settings) throws(HoursProblem) {
        var problems = HoursProblem.Kind.all(of: settings.shifts)
        var zone: Zone?
        do throws(ZoneProblem) { zone = try Zone(named: settings.zone) } catch { problems.append(.zone(error)) }
        guard let zone, problems.isEmpty else { throw HoursProblem(problems: problems) }
        shifts = settings.shifts
        self.zone = zone
        zones = Lock([zone.name: zone])
    }

    /// A shift by its id.
    func shift(_ id: String) -> Shift? { shifts.first { $0.id == id } }

    // MARK: - Zones

    /// The zone of a bar; that of the settings where the machine no longer knows the one it has.
    func zone(of bar: Bar) -> Zone {
        guard let name = bar.zone else { return zone }
        if let known = zones.withLock({ $0[name] }) { return known }
        let read = (try? Zone(named: name)) ?? zone
        remember(read, as: name)
        return read
    }

    /// Refuses a zone that this machine doesn't know.
    func check(zone name: String) throws(RouteError) {
        guard zones.withLock({ $0[name] }) == nil else { return }
        do throws(ZoneProblem) { remember(try Zone(named: name), as: name) } catch { throw .badZone(error) }
    }

    private func remember(_ zone: Zone, as name: String) {
        zones.withLock { zones in
            if zones.count >= Self.mostZones { zones.removeAll() }
            zones[name] = zone
        }
    }

    // MARK: - Days

    func today(_ bar: Bar, _ now: Timestamp) -> Day { zone(of: bar).day(at: now) }

    func tomorrow(_ bar: Bar, _ now: Timestamp) -> Day { today(bar, now).advanced(by: 1) }

    /// When the next day begins in any zone that bars have named.
    func nextMidnight(after now: Timestamp) -> Timestamp {
        let next = known.map { zone in zone.moment(zone.day(at: now).advanced(by: 1), secondOfDay: 0) }
        // Where the clock is set back over midnight a day begins twice; the second time nothing is new.
        return next.filter { $0 > now }.min() ?? now.advanced(by: .seconds(86_400))
    }

    /// Whether it is another day at one moment than at the other in any zone that bars have named.
    func differ(_ one: Timestamp, _ other: Timestamp) -> Bool {
        known.contains { $0.day(at: one) != $0.day(at: other) }
    }

    private var known: [Zone] { zones.withLock { Array($0.values) } }

    /// When a shift of a bar starts on a day, and when it ends: it lasts as long where the clock is moved meanwhile.
    func span(_ shift: Shift, _ day: Day, _ bar: Bar) -> Range<Timestamp> {
        // That it starts at a time of the day was checked above.
        let start = zone(of: bar).moment(day, secondOfDay: shift.secondOfDay ?? 0)
        return start..<start.advanced(by: shift.lasts)
    }

    /// Whether a bar is open for a shift on a day.
    func isOpen(_ bar: Bar, _ shift: Shift, _ day: Day) -> Bool {
        let opening = bar.opening
        guard opening.days.isEmpty || opening.days.contains(day.weekday),
            opening.shifts.isEmpty || opening.shifts.contains(shift.id)
        else { return false }
        guard !opening.closures.isEmpty else { return true }
        // Texts of days are in the order of the days.
        let date = day.description
        return !opening.closures.contains { $0.from <= date && date <= $0.to }
    }
}
