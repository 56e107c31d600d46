internal import FeatureKit
internal import GTFS
internal import TransitContracts
internal import TransitEngine

/// What the servers of live changes said last, by their names.
struct LiveBoard: Sendable {
    /// How many there are at most.
    private static let mostSources = 1_000

    private(set) var sources: [String: LiveSource] = [:]

    private var said: [LiveChanges] { sources.sorted { $0.key < $1.key }.map(\.value.said) }

    /// All changes, in the order of the servers' names; of one trip on one day the first server counts.
    var updates: [TripUpdate] {
        var known: Set<[String]> = []
        return said.flatMap(\.updates).filter { update in
            let key = if case .added(let trip, _) = update.change { trip.id } else { "\(update.trip)" }
            return known.insert([key, "\(update.day)", "\(update.start ?? -1)"]).inserted
        }
    }

    /// All alerts, the worst ones first; those of one id once.
    var alerts: [LiveAlert] {
        var known: Set<String> = []
        return said.flatMap(\.alerts).filter { known.insert($0.id).inserted }.sorted(by: LiveAlert.isWorse)
    }

    /// The vehicles of each trip.
    var vehicles: [String: [LiveVehicle]] { Dictionary(grouping: said.flatMap(\.vehicles), by: \.trip) }

    /// Takes a message over; false where it is older than what is held.
    mutating func take(
        _ message: RealtimeMessage, from name: String, prefix: String, of snapshot: Snapshot, at now: Timestamp,
        until end: Duration
    ) throws(TransitRefusal) -> Bool {
        var source = sources[name] ?? LiveSource(prefix: prefix, at: now)
        if source.prefix != prefix { source = LiveSource(prefix: prefix, at: now) }
        guard sources[name] != nil || sources.count < Self.mostSources else {
            throw .unreadable(why: "they come from more than \(Self.mostSources) sources")
        }
        defer { sources[name] = source }
        return try source.take(message, of: snapshot, at: now, until: end)
    }

    /// Forgets what a server said where it is too old; false where it is not.
    mutating func forget(_ name: String, at uptime: Duration) -> Bool {
        guard let source = sources[name], source.end <= uptime else { return false }
        sources[name] = nil
        return true
    }

    /// Forgets what some servers said; false where none of them said anything.
    mutating func forget(_ names: Set<String>) -> Bool {
        let before = sources.count
        for name in names { sources[name] = nil }
        return sources.count < before
    }

    /// Finds what was said in another timetable.
    mutating func read(for snapshot: Snapshot) {
        for name in sources.keys {
            // It could be read when it came.
            do { try sources[name]?.read(for: snapshot) } catch { sources[name] = nil }
        }
    }
}

/// A timetable with what is live, as one request sees it.
struct Board: Sendable {
    let snapshot: Snapshot
    let timetable: Timetable
    let alerts: [LiveAlert]
    private let vehicles: [String: [LiveVehicle]]

    init(_ snapshot: Snapshot, _ live: LiveBoard) {
        (self.snapshot, alerts, vehicles) = (snapshot, live.alerts, live.vehicles)
        timetable = snapshot.planned.applying(live.updates)
    }

    /// The vehicle that comes to a departure; nil where nobody said.
    func vehicle(of departure: Departure) -> LiveVehicle? {
        vehicle(of: departure.run, on: departure.day) { trip in
            let calls = snapshot.index.trip(trip.id)?.calls ?? []
            guard calls.indices.contains(departure.call) else { return nil }
            let origin = timetable.moment(day: departure.day, seconds: 0, zone: timetable.lines[Int(trip.line)].zone)
            return departure.planned - origin - Int(calls[departure.call].departure - calls[0].departure)
        }
    }

    /// A journey with the vehicles of its rides, as far as somebody said where they are.
    func located(_ planned: PlannedJourney, of journey: Journey) -> PlannedJourney {
        guard !vehicles.isEmpty else { return planned }
        var (planned, parts) = (planned, journey.rides.flatMap(\.parts)[...])
        for place in planned.segments.indices where planned.segments[place].type == .transit {
            guard let part = parts.popFirst() else { break }
            planned.segments[place].vehicle =
                vehicle(of: part.run, on: part.day) { _ in
                    timetable.calls(of: part.run).first.map { Int($0.departure) }
                }?.position
        }
        return planned
    }

    /// The vehicle of a run, where `start` says when one of a trip that is repeated begins.
    private func vehicle(of run: UInt32, on day: Int, start: (Network.Trip) -> Int?) -> LiveVehicle? {
        guard !vehicles.isEmpty, let trip = timetable.trip(of: run) else { return nil }
        return vehicles[trip.id]?.first { vehicle in
            (vehicle.day ?? day) == day && (vehicle.start.map { Int($0) == start(trip) } ?? true)
        }
    }

    /// The alerts that concern journeys while they last, as apps read them; the worst ones first.
    func alerts(for journeys: [Journey], by writer: JourneyWriter, in language: String) -> [JourneyAlert] {
        guard !alerts.isEmpty, let first = journeys.map(\.departure).min(), let last = journeys.map(\.arrival).max()
        else { return [] }
        // What each ride is of: its trips, and the stops and stations that it calls at.
        let rides = journeys.flatMap(\.rides).map { ride in
            let stops = writer.calls(of: ride).flatMap { [$0.stop, timetable.stops[Int($0.stop)].parent] }
            return (trips: ride.parts.compactMap { timetable.trip(of: $0.run) }, stops: Set(stops))
        }
        let lines = rides.flatMap(\.trips).map(\.line)
        let shown = alerts.filter { alert in
            alert.holds(first...max(first, last))
                && alert.matters.contains { matter in
                    rides.contains { ride in
                        (matter.stop.map { ride.stops.contains($0) } ?? true)
                            && ride.trips.contains {
                                (matter.line ?? $0.line) == $0.line && (matter.trip ?? $0.id) == $0.id
                            }
                    }
                }
        }
        return shown.prefix(500).map { alert in
            let line = lines.first(where: alert.lines.contains).map { timetable.lines[Int($0)] }
            return JourneyAlert(
                id: alert.id, line: line.map { .text($0.id) } ?? .null,
                lineName: line.map { .text($0.shownName) } ?? .null,
                message: String(alert.text(in: language).prefix(4_000)), severity: alert.severity)
        }
    }
}
