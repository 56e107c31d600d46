internal import Calendars
internal import FeatureKit
internal import GTFS
internal import Protobuf
internal import TransitContracts
internal import TransitEngine

/// Finds what entities of GTFS-realtime speak of in one timetable.
struct RealtimeReader {
    /// A trip on a day.
    private struct Run {
        var trip: NetworkIndex.Trip
        var day: Int
        /// When it starts, of a trip that is repeated.
        var start: Int32?
    }

    private let snapshot: Snapshot
    private let prefix: String
    private let now: Int
    private(set) var said = LiveChanges()

    private var index: NetworkIndex { snapshot.index }

    init(snapshot: Snapshot, prefix: String, now: Timestamp) {
        (self.snapshot, self.prefix, self.now) = (snapshot, prefix, Int(now.seconds))
    }

    /// Takes an entity in; what its ids name and the timetable does not have is counted.
    mutating func read(_ entity: WireMessage, id: String) throws(WireMessage.Damage) {
        if let update = try entity.message(3) { try read(update: update, id: id) }
        if let vehicle = try entity.message(4) { read(vehicle: try RealtimeVehicle(vehicle)) }
        if let alert = try entity.message(5) { read(alert: try RealtimeAlert(alert), id: id) }
    }

    private mutating func read(update message: WireMessage, id: String) throws(WireMessage.Damage) {
        guard let descriptor = try message.message(1).map(RealtimeTrip.init) else { return }
        let properties = try message.message(6)
        let updates = try RealtimeCall.all(of: message)
        let moment = moment(updates.first?.departure?.moment ?? updates.first?.arrival?.moment)
        guard let relation = descriptor.relation else { return }
        if relation.isNew { return try add(descriptor, message, updates, near: moment, id: id) }
        guard let run = run(descriptor, near: moment) else { return said.unknownTrips += 1 }
        let trip = run.trip
        // The delay of the trip as a whole counts where nothing is said of its calls.
        let delay = updates.isEmpty ? StopTimes.delay(message.signed(5) ?? 0) : 0
        func origin(_ day: Int) -> Int {
            snapshot.planned.moment(day: day, seconds: 0, zone: snapshot.planned.lines[Int(trip.plan.line)].zone)
        }
        func note(_ change: TripUpdate.Change) {
            said.updates.append(TripUpdate(trip: trip.number, day: run.day, start: run.start, change: change))
        }
        switch relation {
        case .canceled, .deleted: note(.cancelled)
        case .replacement:
            let calls = calls(updates, insteadOf: trip.calls, origin: origin(run.day))
            guard calls.count > 1 else { return said.unknownTrips += 1 }
            note(.replaced(calls))
        case .duplicated:
            let start = properties?.text(3).flatMap { Int32(clock: $0) } ?? descriptor.start
            let day = (properties?.text(2).flatMap { Day(compact: $0) } ?? descriptor.day)?.daysSince1970 ?? run.day
            var (copy, calls) = (trip.plan, trip.calls)
            // Nobody knows which vehicle it is.
            copy.block = Network.none
            copy.id = prefix + (properties?.text(1) ?? "\(descriptor.id ?? "") \(id)")
            calls.start(at: start)
            _ = apply(updates, to: &calls, of: trip, delay: delay, origin: origin(day))
            said.updates.append(TripUpdate(trip: Network.none, day: day, change: .added(copy, calls)))
        default:
            var calls = trip.calls
            calls.start(at: run.start)
            let isMoved = apply(updates, to: &calls, of: trip, delay: delay, origin: origin(run.day))
            note(isMoved ? .replaced(calls) : .retimed(calls))
        }
    }

    /// A trip that was not planned, along the stops that are named.
    private mutating func add(
        _ descriptor: RealtimeTrip, _ message: WireMessage, _ updates: [RealtimeCall], near moment: Int, id: String
    ) throws(WireMessage.Damage) {
        let stops = updates.compactMap { $0.stop.flatMap { index.stop(prefix + $0) } }
        let line = descriptor.route.map { index.line(prefix + $0) } ?? index.line(along: stops)
        guard let number = line, stops.count > 1 else { return said.unknownTrips += 1 }
        let zone = snapshot.planned.lines[Int(number)].zone
        let day = descriptor.day?.daysSince1970 ?? snapshot.planned.day(at: moment, zone: zone)
        let calls = calls(
            updates, insteadOf: [], origin: snapshot.planned.moment(day: day, seconds: 0, zone: zone))
        guard calls.count > 1 else { return said.unknownTrips += 1 }
        var trip = Network.Trip(
            id: prefix + (descriptor.id ?? id), line: number, service: 0, firstCall: 0, callCount: UInt32(calls.count))
        trip.direction = descriptor.direction == 1 ? 1 : 0
        if let sign = try message.message(6)?.text(5), let place = snapshot.planned.headsigns.firstIndex(of: sign) {
            trip.headsign = UInt32(place)
        }
        switch try message.message(3)?.number(4) {
        case 2: trip.wheelchair = .possible
        case 3: trip.wheelchair = .impossible
        default: break
        }
        said.updates.append(TripUpdate(trip: Network.none, day: day, change: .added(trip, calls)))
    }

    private mutating func read(vehicle said: RealtimeVehicle) {
        guard let descriptor = said.trip else { return }
        let moment = moment(said.moment)
        var vehicle: LiveVehicle
        if let run = run(descriptor, near: moment) {
            vehicle = LiveVehicle(trip: run.trip.plan.id, day: run.day, start: run.start)
        } else {
            let isAdded = [.added, .new, .duplicated].contains(descriptor.relation)
            guard isAdded, let id = descriptor.id else { return self.said.unknownTrips += 1 }
            vehicle = LiveVehicle(trip: prefix + id)
        }
        vehicle.occupancy = said.occupancy
        vehicle.position = said.place.map { place in
            VehiclePosition(
                lat: place.lat, lon: place.lon, heading: said.bearing.map { .number($0) } ?? .null,
                occ: said.occupancy.map { .integer(Int64($0)) } ?? .null,
                at: Timestamp(nanoseconds: 0).advanced(by: .seconds(moment)))
        }
        self.said.vehicles.append(vehicle)
    }

    /// A moment that is said, as far as it lies within some days; else now.
    private func moment(_ said: Int?) -> Int {
        said.flatMap { ((now - 7 * 86_400)...(now + 7 * 86_400)).contains($0) ? $0 : nil } ?? now
    }

    /// The trip that a descriptor names by its id or, without one, by its line, direction and start.
    private func run(_ descriptor: RealtimeTrip, near moment: Int) -> Run? {
        let (start, day) = (descriptor.start, descriptor.day?.daysSince1970)
        if let id = descriptor.id, !id.isEmpty {
            guard let trip = index.trip(prefix + id), !trip.isRepeated || start != nil else { return nil }
            return Run(
                trip: trip, day: index.day(of: trip, said: day, near: moment, in: snapshot.planned),
                start: trip.isRepeated ? start : nil)
        }
        guard let line = descriptor.route.flatMap({ index.line(prefix + $0) }), let start else { return nil }
        let wanted = day ?? snapshot.planned.day(at: moment, zone: snapshot.planned.lines[Int(line)].zone)
        return index.trip(of: line, direction: descriptor.direction, start: start, on: wanted).map {
            Run(trip: $0, day: wanted, start: $0.isRepeated ? start : nil)
        }
    }
}

extension RealtimeReader {
    /// The calls of a trip that is described as a whole.
    private mutating func calls(
        _ updates: [RealtimeCall], insteadOf planned: [Network.Call], origin: Int
    ) -> [Network.Call] {
        var (calls, next, last) = ([FeedReader.RawCall](), 0, Int32.min)
        for update in updates where update.relation != .skipped {
            guard let stop = (update.assigned ?? update.stop).flatMap({ index.stop(prefix + $0) }) else {
                said.unknownStops += 1
                continue
            }
            let place = planned.indices.first { $0 >= next && planned[$0].stop == stop }
            if let place { next = place + 1 }
            var boarding: Network.Boarding = []
            if update.boards { boarding.insert(.pickup) }
            if update.alights { boarding.insert(.dropOff) }
            // What was said may go back by seconds; a vehicle does not.
            let arrival = update.arrival?.seconds(planned: place.map { planned[$0].arrival }, origin: origin)
                .map { max($0, last) }
            let departure = update.departure?.seconds(planned: place.map { planned[$0].departure }, origin: origin)
                .map { max($0, arrival ?? last) }
            last = departure ?? arrival ?? last
            calls.append(
                FeedReader.RawCall(
                    trip: 0, sequence: 0, stop: stop, arrival: arrival, departure: departure, boarding: boarding))
        }
        return FeedReader.timed(calls[...]) ?? []
    }

    /// Applies what is said of the calls of a planned trip; true where one is at another platform.
    private mutating func apply(
        _ updates: [RealtimeCall], to calls: inout [Network.Call], of trip: NetworkIndex.Trip, delay: Int32, origin: Int
    ) -> Bool {
        var (next, isMoved) = (0, false)
        var changes: [(place: Int, call: RealtimeCall)] = []
        for update in updates {
            guard let place = place(of: update, in: calls[next...], trip.sequences) else {
                said.unknownStops += 1
                continue
            }
            next = place + 1
            let other = (update.assigned ?? update.stop).flatMap { index.stop(prefix + $0) }
            if let other, other != calls[place].stop { (calls[place].stop, isMoved) = (other, true) }
            if update.relation == .skipped { calls[place].boarding = [] }
            changes.append((place, update))
        }
        let planned = calls.map { (arrival: $0.arrival, departure: $0.departure) }
        for (place, time) in StopTimes.changed(planned, by: changes, delay: delay, origin: origin).enumerated() {
            (calls[place].arrival, calls[place].departure) = time
        }
        return isMoved
    }

    /// Which call is meant: that of the number and the stop, else that of the stop, else that of the number where no stop is
    /// named or it is another platform of the same station.
    private func place(of update: RealtimeCall, in calls: ArraySlice<Network.Call>, _ sequences: [Int]) -> Int? {
        let numbered = calls.indices.first { sequences[$0] == update.sequence }
        guard let named = update.stop else { return numbered }
        guard let stop = index.stop(prefix + named) else { return nil }
        if let numbered, calls[numbered].stop == stop { return numbered }
        if let found = calls.indices.first(where: { calls[$0].stop == stop }) { return found }
        let parent = index.stops[Int(stop)].parent
        return numbered.flatMap {
            parent != Network.none && index.stops[Int(calls[$0].stop)].parent == parent ? $0 : nil
        }
    }

    private mutating func read(alert: RealtimeAlert, id: String) {
        var matters: Set<LiveAlert.Matter> = []
        for subject in alert.subjects {
            var matter = LiveAlert.Matter(
                line: subject.route.flatMap { index.line(prefix + $0) },
                stop: subject.stop.flatMap { index.stop(prefix + $0) })
            // What it names is about nothing here where the timetable does not have all of it.
            guard (subject.route == nil) == (matter.line == nil), (subject.stop == nil) == (matter.stop == nil) else {
                continue
            }
            if let id = subject.trip {
                guard let found = index.trip(prefix + id)?.plan else { continue }
                (matter.trip, matter.line) = (found.id, found.line)
            }
            if matter.line != nil || matter.stop != nil {
                matters.insert(matter)
            } else if let agency = subject.agency {
                for (number, line) in snapshot.planned.lines.enumerated() where line.agency == prefix + agency {
                    matters.insert(LiveAlert.Matter(line: UInt32(number)))
                }
            }
        }
        guard !id.isEmpty, !matters.isEmpty else { return }
        said.alerts.append(
            LiveAlert(
                id: String((prefix + id).prefix(300)), matters: matters, texts: alert.texts,
                severity: AlertSeverity(rawValue: alert.severity.rawValue) ?? .info, periods: alert.periods))
    }
}

extension [Network.Call] {
    /// Moves all of them, so that the first one departs at a time.
    fileprivate mutating func start(at time: Int32?) {
        guard let time, let first = first?.departure else { return }
        for place in indices {
            self[place].arrival += time - first
            self[place].departure += time - first
        }
    }
}
