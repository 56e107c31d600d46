internal import Calendars
internal import FeatureKit
internal import TransitContracts
internal import TransitEngine

extension LiveBoard.Said {
    private static let mostEntities = 200_000

    /// Reads a message of GTFS-realtime by the public numbers of its fields; what it has besides is left alone.
    init(_ bytes: [UInt8], of snapshot: Snapshot, prefix: String, at now: Timestamp) throws(TransitRefusal) {
        let reader = RealtimeReader(snapshot: snapshot, prefix: prefix, now: now)
        do throws(WireReader.Damage) {
            let message = try WireMessage(bytes[...])
            guard message.parts[1] != nil else { throw WireReader.Damage() }
            let entities = message.parts[2] ?? []
            (updates, alerts, at) = ([], [], now)
            for bytes in entities.prefix(Self.mostEntities) {
                let entity = try WireMessage(bytes)
                guard entity.numbers[2] != 1 else { continue }
                for update in try entity.messages(3) {
                    if let update = try reader.update(update) { updates.append(update) }
                }
                for alert in try entity.messages(5) {
                    if let alert = try reader.alert(alert, id: entity.text(1) ?? "") { alerts.append(alert) }
                }
            }
        } catch { throw .unreadable(why: "the bytes are no message of GTFS-realtime") }
    }
}

/// Turns messages into changes of trips and alerts of one timetable.
struct RealtimeReader {
    let snapshot: Snapshot
    let prefix: String
    let now: Timestamp

    /// A trip that is late, skips stops or is cancelled; nil where the timetable has no such trip.
    func update(_ message: WireMessage) throws(WireReader.Damage) -> TripUpdate? {
        guard let descriptor = try message.messages(1).first, let id = descriptor.text(1),
            let trip = snapshot.index.trip(prefix + id)
        else { return nil }
        let start = descriptor.text(2).flatMap { Self.seconds($0) }.map { Int32(clamping: $0) }
        let line = snapshot.planned.lines[Int(trip.line)]
        let day = descriptor.text(3).flatMap { Day(compact: $0) }?.daysSince1970 ?? self.day(of: trip)
        let number = trip.number
        // CANCELED and DELETED.
        if let relation = descriptor.numbers[4], relation == 3 || relation == 7 {
            return TripUpdate(trip: number, day: day, start: start, change: .cancelled)
        }
        // ADDED, REPLACEMENT, DUPLICATED and NEW describe trips that no timetable has.
        guard [nil, 0, 2].contains(descriptor.numbers[4]) else { return nil }
        var calls = trip.calls
        let shift = start.flatMap { start in calls.first.map { start - $0.departure } } ?? 0
        if trip.isRepeated { for place in calls.indices { calls[place].move(by: shift) } }
        let origin = snapshot.planned.moment(day: day, seconds: 0, zone: line.zone)
        try apply(message.messages(2), to: &calls, sequences: trip.sequences, origin: origin)
        return TripUpdate(trip: number, day: day, start: trip.isRepeated ? start : nil, change: .retimed(calls))
    }

    /// Applies what is said of calls: a delay holds for all that follow until something else is said.
    private func apply(
        _ updates: [WireMessage], to calls: inout [Network.Call], sequences: [Int], origin: Int
    ) throws(WireReader.Damage) {
        var (next, delay) = (0, Int32(0))
        for update in updates {
            let sequence = update.signed(1)
            let stop = update.text(4).flatMap { snapshot.index.stop(prefix + $0) }
            guard
                let place = calls.indices.first(where: { place in
                    place >= next && (sequence.map { sequences[place] == $0 } ?? (calls[place].stop == stop))
                })
            else { continue }
            for between in next..<place { calls[between].move(by: delay) }
            next = place + 1
            switch update.numbers[5] {
            case 1:
                calls[place].boarding = []
                calls[place].move(by: delay)
                continue
            // NO_DATA: as planned from here on.
            case 2: delay = 0
            default: break
            }
            let planned = calls[place]
            let arrival = try Self.time(update.messages(2).first, planned.arrival, origin)
            let departure = try Self.time(update.messages(3).first, planned.departure, origin)
            calls[place].arrival =
                arrival
                ?? (departure.map { min($0, planned.arrival + ($0 - planned.departure)) }
                    ?? planned.arrival + delay)
            let earliest =
                departure
                ?? (arrival == nil
                    ? planned.departure + delay
                    : planned.departure + (calls[place].arrival - planned.arrival))
            calls[place].departure = max(calls[place].arrival, earliest)
            delay = calls[place].departure - planned.departure
        }
        for place in next..<max(next, calls.count) { calls[place].move(by: delay) }
        // What was said may go back by seconds; a vehicle does not.
        for place in calls.indices.dropFirst() {
            calls[place].arrival = max(calls[place].arrival, calls[place - 1].departure)
            calls[place].departure = max(calls[place].departure, calls[place].arrival)
        }
    }

    /// Seconds of a time such as 25:10:00.
    private static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 3, parts.allSatisfy({ (0..<1_000).contains($0) }) else { return nil }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }

    /// The time of an event, as a moment or as a delay; a moment that is days away is none.
    private static func time(_ event: WireMessage?, _ planned: Int32, _ origin: Int) -> Int32? {
        guard let event else { return nil }
        if let moment = event.signed(2), moment > 0 {
            let seconds = moment - origin
            return abs(seconds) <= 7 * 86_400 ? Int32(clamping: seconds) : nil
        }
        return event.signed(1).map { planned + Int32(clamping: min(max($0, -86_400), 86_400)) }
    }

    /// The service day on which a trip runs next to now, where nobody says which.
    private func day(of trip: NetworkIndex.Trip) -> Int {
        let today = snapshot.planned.day(at: Int(now.seconds))
        let start = trip.calls.first.map { Int($0.departure) } ?? 0
        // A trip that began before midnight is yesterday's until it has arrived.
        let end = trip.calls.last.map { Int($0.arrival) } ?? start
        let yesterday = snapshot.planned.moment(day: today - 1, seconds: Int32(clamping: end), zone: 0)
        return end > 86_400 && yesterday + 3_600 > Int(now.seconds) ? today - 1 : today
    }

    /// An alert about lines, stops or trips of this timetable; nil where it is about nothing here.
    func alert(_ message: WireMessage, id: String) throws(WireReader.Damage) -> LiveAlert? {
        var (lines, stops) = (Set<UInt32>(), Set<UInt32>())
        for entity in try message.messages(5) {
            if let line = entity.text(2).flatMap({ snapshot.index.line(prefix + $0) }) { lines.insert(line) }
            if let stop = entity.text(5).flatMap({ snapshot.index.stop(prefix + $0) }) { stops.insert(stop) }
            if let trip = try entity.messages(4).first?.text(1).flatMap({ snapshot.index.trip(prefix + $0) }) {
                lines.insert(trip.line)
            }
            if let agency = entity.text(1), entity.text(2) == nil, entity.text(5) == nil, entity.parts[4] == nil {
                for (number, line) in snapshot.planned.lines.enumerated() where line.agency == prefix + agency {
                    lines.insert(UInt32(number))
                }
            }
        }
        guard !id.isEmpty, !lines.isEmpty || !stops.isEmpty else { return nil }
        var texts: [String: String] = [:]
        for field in [11, 10] {
            for translation in try message.messages(field).compactMap({ try? $0.messages(1) }).joined() {
                let language = (translation.text(2) ?? "").lowercased()
                if let text = translation.text(1) { texts[language] = text }
            }
        }
        let periods = try message.messages(1).map { period in
            let start = period.signed(1) ?? 0
            let end = period.signed(2) ?? 0
            return start...(end == 0 ? .max : max(start, end))
        }
        return LiveAlert(
            id: String((prefix + id).prefix(300)), lines: lines, stops: stops, texts: texts,
            severity: Self.severity(level: message.numbers[14], effect: message.numbers[7]), periods: periods)
    }

    /// How bad an alert is: as it says itself, else by what it does to the service.
    static func severity(level: UInt64?, effect: UInt64?) -> AlertSeverity {
        switch (level, effect) {
        case (2, _): .info
        case (3, _): .warning
        case (4, _): .severe
        // NO_SERVICE.
        case (_, 1): .severe
        // REDUCED_SERVICE, SIGNIFICANT_DELAYS, DETOUR, MODIFIED_SERVICE, STOP_MOVED.
        case (_, 2), (_, 3), (_, 4), (_, 6), (_, 9): .warning
        default: .info
        }
    }
}

extension Network.Call {
    fileprivate mutating func move(by seconds: Int32) {
        arrival += seconds
        departure += seconds
    }
}
