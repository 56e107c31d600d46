internal import Calendars
internal import FeatureKit

/// How much of one shift of a bar is taken today; the latest of each shift is kept, for so many shifts.
@Record
@Topic(
    "bars.occupancy", retain: .latest(per: "bar", "shift", until: "isLast", most: 10_000), watchable: true)
struct Occupancy: Equatable {
    /// Which bar.
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

    /// The same once nothing of it is booked any more.
    var ended: Occupancy {
        var ended = self
        (ended.taken, ended.waiting, ended.isLast) = (0, 0, true)
        return ended
    }
}

/// How much of a bar is taken today.
@Record struct OccupancyView: Equatable {
    /// Which bar.
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
    /// - Parameter bar: Which bar.
    @Get("/{bar}/occupancy", .everyone)
    func occupancyToday(bar: ID<Bar>) async throws -> OccupancyView {
        guard let today = try await occupancy(of: bar) else { throw BarRefusal.noBar }
        return today.view
    }

    /// How much of a bar is taken today, and again whenever that changes, until the bar is removed.
    /// - Parameter bar: Which bar.
    @Stream("/{bar}/occupancy/live", .everyone)
    func occupancyLive(bar: ID<Bar>, _ out: ReplyStream<OccupancyView>) async throws {
        // Who is slow sees what is newest.
        let (views, subscriber) = AsyncStream<OccupancyView>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = feed.subscribe(subscriber, to: bar)
        defer { feed.unsubscribe(number, from: bar) }
        var hasSent = false
        for await view in views {
            try await out.send(view)
            hasSent = true
        }
        try Task.checkCancellation()
        guard hasSent || feed.isClosed else { throw BarRefusal.noBar }
    }

    /// A bar today, with the shifts of which something is booked; nil where there is no such bar.
    func occupancy(of id: ID<Bar>) async throws -> (view: OccupancyView, booked: Set<String>)? {
        let now = clock.now
        return try await store.read { snapshot in
            guard let bar = try snapshot.get(bars, id)?.document else { return nil }
            let day = try schedule.today(bar, now)
            var booked: Set<String> = []
            let shifts = try schedule.shifts.compactMap { shift -> Occupancy? in
                let kept = try snapshot.get(shiftDays, ShiftDay.id(id, day.description, shift.id))?.document
                if kept != nil { booked.insert(shift.id) }
                // Who has booked comes, also where the bar is closed by now.
                guard kept != nil || schedule.isOpen(bar, shift, day) else { return nil }
                return Occupancy(
                    bar: id, name: bar.name, date: day.description, shift: shift.id,
                    starts: try schedule.span(shift, day, bar).lowerBound, capacity: bar.capacity,
                    taken: kept?.taken ?? 0, waiting: kept?.waiting ?? 0)
            }
            let view = OccupancyView(
                bar: id, name: bar.name, date: day.description, capacity: bar.capacity, shifts: shifts)
            return (view, booked)
        }
    }
}
