internal import Days

extension Network {
    /// The most runs that one trip may be repeated as.
    private static let mostRepeats = 100_000
    /// The most calls of a trip.
    private static let mostCalls = 65_000
    /// The times that a call may have.
    static let times: ClosedRange<Int32> = -43_200...345_600

    /// Finds out whether everything that is named exists and times go on.
    func check() throws(TimetableProblem) {
        guard stops.count < 1 << 28 else { throw .tooMany("stops") }
        guard zones.count < 1 << 15 else { throw .tooMany("time zones") }
        for zone in zones where zone.starts.count != days.count || zone.starts.isEmpty {
            throw .unknown(what: "day", of: "time zone \(zone.name)")
        }
        for stop in stops where stop.parent != Network.none && stop.parent >= stops.count {
            throw .unknown(what: "station", of: "stop \(stop.id)")
        }
        for line in lines where Int(line.zone) >= zones.count {
            throw .unknown(what: "time zone", of: "line \(line.id)")
        }
        for path in footpaths where path.from >= stops.count || path.to >= stops.count {
            throw .unknown(what: "stop", of: "a footpath")
        }
        for trip in trips {
            guard trip.line < lines.count else { throw .unknown(what: "line", of: "trip \(trip.id)") }
            guard trip.service < services.count else { throw .unknown(what: "service", of: "trip \(trip.id)") }
            guard Int(trip.firstCall) + Int(trip.callCount) <= calls.count else {
                throw .unknown(what: "call", of: "trip \(trip.id)")
            }
            guard trip.callCount < Self.mostCalls else { throw .tooManyCalls(trip: trip.id) }
            let own = calls[Int(trip.firstCall)..<Int(trip.firstCall + trip.callCount)]
            if let problem = Self.problem(of: own, trip: trip.id, stops: stops.count) { throw problem }
        }
    }

    /// What is wrong with a trip's calls.
    static func problem(of calls: ArraySlice<Call>, trip: String, stops: Int) -> TimetableProblem? {
        var before = times.lowerBound
        for (place, call) in calls.enumerated() {
            guard call.stop < stops else { return .unknown(what: "stop", of: "trip \(trip)") }
            guard times.contains(call.arrival), times.contains(call.departure) else {
                return .timeOutOfRange(trip: trip, call: place)
            }
            guard before <= call.arrival, call.arrival <= call.departure else {
                return .timesGoBack(trip: trip, call: place)
            }
            before = call.departure
        }
        return nil
    }

    /// The trips that passengers can ride, with their starts where they are repeated.
    func members() throws(TimetableProblem) -> [PatternBuilder.Member] {
        var starts: [UInt32: [Int32]] = [:]
        for frequency in frequencies {
            guard frequency.trip < trips.count else { throw .unknown(what: "trip", of: "a frequency") }
            let name = trips[Int(frequency.trip)].id
            let span = Int(frequency.end) - Int(frequency.start)
            guard frequency.headway > 0, span / Int(frequency.headway) < Self.mostRepeats else {
                throw .badFrequency(trip: name)
            }
            guard Self.times.contains(frequency.start), Self.times.contains(frequency.end) else {
                throw .timeOutOfRange(trip: name, call: 0)
            }
            starts[frequency.trip, default: []] += stride(
                from: frequency.start, to: frequency.end, by: Int(frequency.headway))
        }
        var members: [PatternBuilder.Member] = []
        for (number, trip) in trips.enumerated() where trip.callCount > 1 {
            let own = starts[UInt32(number)].map { Array(Set($0)).sorted() }
            members.append(
                PatternBuilder.Member(
                    trip: UInt32(number), line: trip.line, zone: lines[Int(trip.line)].zone, service: trip.service,
                    calls: Int(trip.firstCall)..<Int(trip.firstCall + trip.callCount),
                    isAccessible: trip.wheelchair == .possible, starts: own))
        }
        return members
    }
}
