internal import Calendars
internal import FeatureKit

/// How much of one shift of a bar is taken today; the latest of each shift is kept, for so many shifts.
@Record
@Topic(
    "bars.occupancy", retain: .latest(per: "bar", "shift", until: "isLast", most: 10_000), watchable: true)
struct Occupancy: Equatable {
    var bar: ID<Bar>
    /// The name of the bar.
    var name: String
    /// Today by the clock of the bar.
    var date: String
    /// Which shift.
    var shift: String
    /// When the shift starts.
    var starts: Timestamp
    /// How many people the bar takes; 0 once it is removed.
    var capacity: Int
    /// How many people are booked.
    var taken: Int
    /// How many parties are on the wait list.
    var waiting: Int
    /// Whether nothing more comes of this shift until it is booked again.
    var isLast: Bool?
}

/// How much of a bar is taken today.
@Record struct OccupancyView: Equatable {
    var bar: ID<Bar>
    /// The name of the bar.
    var name: String
    /// Today by the clock of the bar.
    var date: String
    /// How many people the bar takes in each shift.
    var capacity: Int
    /// The shifts for which it is open or booked.
    var shifts: [Occupancy]
}

@Routes("bars", as: "occupancyRoutes") extension BarsService {
    /// How much of a bar is taken today, shift by shift.
    @Get("/{bar}/occupancy", .everyone)
    func occupancyToday(bar: ID<Bar>) async throws -> OccupancyView {
        guard let today = try await occupancy(of: bar) else { throw BarRefusal.noBar }
        return today.view
    }

    /// How much of a bar is taken today, and again whenever that changes, until the bar is removed.
    @Stream("/{bar}/occupancy/live", .everyone)
    func occupancyLive(bar: ID<Bar>, _ out: ReplyStream<OccupancyView>) async throws {
        let views = try live.values(of: bar)
        guard try await bars.get(bar) != nil else { throw BarRefusal.noBar }
        if live[bar] == nil { deadlines.set(.occupancy(bar), after: .zero) }
        for await view in views { try await out.send(view) }
    }

    /// Looks at a bar again, shows it to its followers and publishes what is booked.
    ///
    /// One loop calls it, so that what it shows comes in order.
    func showOccupancy(of bar: ID<Bar>) async throws {
        let today = try await occupancy(of: bar)
        if today == nil { live.remove(bar) }
        if let view = today?.view, view != live[bar] { live.set(view, for: bar) }
        let booked = today?.booked ?? []
        let published = shown.withLock { shown in
            defer { shown[bar] = today?.booked }
            return shown[bar] ?? []
        }
        for shift in booked where !published.contains(shift) { occupied(shift) }
        // What was published of another day, or of a shift for which it is closed today, ends.
        for shift in published where !booked.contains(where: { $0.shift == shift.shift }) {
            var last = today?.view.shifts.first { $0.shift == shift.shift } ?? shift
            (last.taken, last.waiting, last.isLast) = (0, 0, true)
            if today == nil { last.capacity = 0 }
            occupied(last)
        }
    }

    /// A bar today, and those of its shifts of which something is booked; nil where there is no such bar.
    private func occupancy(of id: ID<Bar>) async throws -> (view: OccupancyView, booked: [Occupancy])? {
        let now = clock.now
        return try await store.read { snapshot in
            guard let bar = try snapshot.get(bars, id)?.document else { return nil }
            let day = try schedule.today(bar, now)
            let date = day.description
            var (shifts, booked) = ([Occupancy](), [Occupancy]())
            for shift in schedule.shifts {
                let kept = try snapshot.get(shiftDays, ShiftDay.id(id, date, shift.id))?.document
                // Who has booked comes, also where the bar is closed by now.
                guard kept != nil || schedule.isOpen(bar, shift, day) else { continue }
                let occupancy = Occupancy(
                    bar: id, name: bar.name, date: date, shift: shift.id,
                    starts: try schedule.span(shift, day, bar).lowerBound, capacity: bar.capacity,
                    taken: kept?.taken ?? 0, waiting: kept?.waiting ?? 0)
                shifts.append(occupancy)
                if kept != nil { booked.append(occupancy) }
            }
            let view = OccupancyView(
                bar: id, name: bar.name, date: date, capacity: bar.capacity, shifts: shifts)
            return (view, booked)
        }
    }
}
