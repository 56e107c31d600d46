public import Calendars
public import Protobuf

/// Which trip a message speaks of.
public struct RealtimeTrip: Sendable {
    /// What a message says of a trip.
    public enum Relation: UInt64, Sendable {
        case scheduled, added, unscheduled, canceled
        case replacement = 5
        case duplicated, deleted, new

        /// Whether the timetable does not have it.
        public var isNew: Bool { self == .added || self == .new }
    }

    /// Its id; nil where it is told by line, direction and start.
    public let id: String?
    /// The id of its line.
    public let route: String?
    /// 0 or 1.
    public let direction: UInt64?
    /// When it starts, in seconds of its day.
    public let start: Int32?
    /// Its day of service.
    public let day: Day?
    /// What is said of it; nil where that is something unknown.
    public let relation: Relation?

    /// Reads the public numbers of the fields.
    public init(_ message: WireMessage) {
        (id, route, direction) = (message.text(1), message.text(5), message.number(6))
        start = message.text(2).flatMap { Int32(clock: $0) }
        day = message.text(3).flatMap { Day(compact: $0) }
        relation = Relation(rawValue: message.number(4) ?? 0)
    }
}

/// What a message says of one call of a trip.
public struct RealtimeCall: Sendable {
    /// Whether the vehicle calls.
    public enum Relation: UInt64, Sendable {
        case scheduled, skipped
        /// As planned from here on, as far as anybody knows.
        case noData
    }

    /// The number of the call in the timetable.
    public let sequence: Int?
    /// The id of the stop.
    public let stop: String?
    /// The id of the stop, often another platform, where the vehicle calls instead.
    public let assigned: String?
    /// Whether the vehicle calls.
    public let relation: Relation
    /// Whether people get on and off.
    public let (boards, alights): (Bool, Bool)
    /// When it arrives.
    public let arrival: RealtimeTime?
    /// When it departs.
    public let departure: RealtimeTime?

    /// Reads the public numbers of the fields.
    public init(_ message: WireMessage) throws(WireMessage.Damage) {
        let properties = try message.message(6)
        (sequence, stop, assigned) = (message.signed(1), message.text(4), properties?.text(1))
        relation = Relation(rawValue: message.number(5) ?? 0) ?? .scheduled
        (boards, alights) = (properties?.number(3) != 1, properties?.number(4) != 1)
        (arrival, departure) = (
            try message.message(2).map(RealtimeTime.init), try message.message(3).map(RealtimeTime.init)
        )
    }

    /// The calls that an update of a trip names, by their numbers: some servers send them in no order.
    public static func all(of update: WireMessage) throws(WireMessage.Damage) -> [RealtimeCall] {
        var calls: [RealtimeCall] = []
        for message in try update.messages(2) { calls.append(try RealtimeCall(message)) }
        guard calls.allSatisfy({ $0.sequence != nil }) else { return calls }
        return calls.sorted { $0.sequence ?? 0 < $1.sequence ?? 0 }
    }
}

/// When a vehicle arrives or departs, as a moment or as a delay.
public struct RealtimeTime: Sendable {
    /// The moment, in seconds since 1970.
    public let moment: Int?
    /// How many seconds later than planned.
    public let delay: Int?
    /// When it was planned, of a trip that the timetable does not have.
    public let planned: Int?

    init(_ message: WireMessage) {
        (moment, delay, planned) = (message.signed(2), message.signed(1), message.signed(4))
    }

    /// In seconds from when the day starts; nil where nothing is said, or a moment that is days away.
    ///
    /// - Parameters:
    ///   - plan: When it is planned.
    ///   - origin: When the day starts.
    public func seconds(planned plan: Int32?, origin: Int) -> Int32? {
        func seconds(_ moment: Int) -> Int32? {
            let (seconds, isTooFar) = moment.subtractingReportingOverflow(origin)
            return !isTooFar && abs(seconds) <= 7 * 86_400 ? Int32(clamping: seconds) : nil
        }
        if let moment, moment > 0 { return seconds(moment) }
        let base = plan ?? planned.flatMap { $0 > 0 ? seconds($0) : nil }
        return base.flatMap { base in delay.map { base + StopTimes.delay($0) } ?? (plan == nil ? base : nil) }
    }
}

extension StopTimes {
    /// A delay within a day.
    public static func delay(_ seconds: Int) -> Int32 { Int32(clamping: min(max(seconds, -86_400), 86_400)) }

    /// The times of a trip's calls with what is said of some of them; a delay holds until something else is said.
    ///
    /// - Parameters:
    ///   - changes: Which call is meant, in their order.
    ///   - delay: That of the first calls.
    ///   - origin: When the day of service starts, in seconds since 1970.
    public static func changed(
        _ planned: [(arrival: Int32, departure: Int32)], by changes: [(place: Int, call: RealtimeCall)],
        delay: Int32, origin: Int
    ) -> [(arrival: Int32, departure: Int32)] {
        var (times, next, delay) = (planned, 0, delay)
        func move(_ place: Int) { times[place] = (planned[place].arrival + delay, planned[place].departure + delay) }
        for (place, call) in changes {
            for between in next..<place { move(between) }
            next = place + 1
            if call.relation == .noData { delay = 0 }
            if call.relation == .skipped {
                move(place)
                continue
            }
            let plan = planned[place]
            let arrival = call.arrival?.seconds(planned: plan.arrival, origin: origin)
            let departure = call.departure?.seconds(planned: plan.departure, origin: origin)
            let early = departure.map { min($0, plan.arrival + ($0 - plan.departure)) }
            times[place].arrival = arrival ?? early ?? plan.arrival + delay
            let late = arrival == nil ? delay : times[place].arrival - plan.arrival
            times[place].departure = max(times[place].arrival, departure ?? plan.departure + late)
            delay = times[place].departure - plan.departure
        }
        for place in next..<max(next, times.count) { move(place) }
        // What was said may go back by seconds; a vehicle does not.
        for place in times.indices.dropFirst() {
            times[place].arrival = max(times[place].arrival, times[place - 1].departure)
            times[place].departure = max(times[place].departure, times[place].arrival)
        }
        return times
    }
}

/// Where a vehicle is, and how full.
public struct RealtimeVehicle: Sendable {
    /// The trip that it is on.
    public let trip: RealtimeTrip?
    /// Where it is, to a metre; nil where that is nowhere on earth.
    public let place: (lat: Double, lon: Double)?
    /// Where it heads, in degrees from north.
    public let bearing: Double?
    /// From 0 to 8, as GTFS-realtime counts.
    public let occupancy: Int?
    /// When this was so, in seconds since 1970.
    public let moment: Int?

    /// Reads the public numbers of the fields.
    public init(_ message: WireMessage) throws(WireMessage.Damage) {
        trip = try message.message(1).map(RealtimeTrip.init)
        (moment, occupancy) = (message.signed(5), message.number(9).flatMap { $0 <= 8 ? Int($0) : nil })
        let position = try message.message(2)
        if let lat = position?.float(1), let lon = position?.float(2), (-90...90).contains(lat),
            (-180...180).contains(lon)
        {
            place = ((lat * 1e5).rounded() / 1e5, (lon * 1e5).rounded() / 1e5)
        } else {
            place = nil
        }
        bearing = place == nil ? nil : position?.float(3)
    }
}
