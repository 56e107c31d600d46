internal import Breakers
internal import Calendars
internal import FeatureKit
internal import Geography
internal import TransitContracts
internal import TransitEngine

/// Ways from place to place, as the circuit's app reads them; moments are milliseconds since 1970.
@Record struct TransportPlan: Equatable {
    enum Source: String, CaseIterable, Shaped { case otp, local }

    /// The ways, the best one first.
    @Count(0...20) var itineraries: [Itinerary]
    /// Who found them: OpenTripPlanner, or the timetable here.
    var source: Source
}

/// A way from place to place.
@Record struct Itinerary: Equatable {
    /// How many seconds it takes.
    var duration: Int
    /// When it begins.
    var startTime: Int
    /// When it ends.
    var endTime: Int
    /// How many seconds one walks.
    var walkTime: Int
    /// How many seconds one rides.
    var transitTime: Int
    /// Its parts.
    @Count(0...100) var legs: [Leg]

    /// A ride or a walk.
    @Record struct Leg: Equatable {
        /// By what: WALK, RAIL, BUS, SUBWAY, TRAM and so on.
        @Text(1...40) var mode: String
        /// Where it begins.
        var from: End
        /// Where it ends.
        var to: End
        /// When it begins.
        var startTime: Int
        /// When it ends.
        var endTime: Int
        /// How far it is, in metres.
        var distance: Double
        /// The line, or null.
        var route: Value = .null
        /// Where the line goes, or null.
        var headsign: Value = .null
    }

    /// An end of a leg.
    @Record struct End: Equatable {
        /// What the place is called.
        @Text(0...1_000) var name: String
        /// The latitude.
        var lat: Double
        /// The longitude.
        var lon: Double
        /// The id of the stop, or null.
        var stopId: Value = .null
    }
}

/// How the planner is.
@Record struct TransportHealth: Equatable {
    enum Status: String, CaseIterable, Shaped { case ok, unready }
    enum Upstream: String, CaseIterable, Shaped { case none, asked, resting }

    /// Whether journeys are planned.
    var status: Status
    /// Whether OpenTripPlanner is asked, or left alone for a while since it did not answer.
    var upstream: Upstream
    /// The first day of the timetable.
    @Text(10...10) var first: String?
    /// The last day of the timetable.
    @Text(10...10) var last: String?
}

@Routes("transit", as: "transportRoutes") extension TransitService {
    /// Ways from place to place: those of OpenTripPlanner where one is there and answers, else of the timetable here.
    /// - Parameter fromLat: The latitude of the start.
    /// - Parameter fromLon: The longitude of the start.
    /// - Parameter toLat: The latitude of the end.
    /// - Parameter toLon: The longitude of the end.
    /// - Parameter arriveBy: By when one has to be there, as RFC 3339 or in milliseconds since 1970; else now.
    @Get("/v1/transport/plan", .everyone)
    func transport(
        @In(-90.0...90.0) fromLat: Double, @In(-180.0...180.0) fromLon: Double, @In(-90.0...90.0) toLat: Double,
        @In(-180.0...180.0) toLon: Double, @Text(1...40) arriveBy: String?
    ) async throws -> TransportPlan {
        let wish = TransportWish(
            from: GeoPoint(lat: fromLat, lon: fromLon), to: GeoPoint(lat: toLat, lon: toLon),
            arrival: try arriveBy.map { try TransportWish.moment($0) }, now: Int(clock.now.seconds))
        if let plan = await askUpstream(wish) { return plan }
        return TransportPlan(itineraries: try localItineraries(wish), source: .local)
    }

    /// Whether journeys are planned, from when to when, and whether OpenTripPlanner is asked.
    @Get("/v1/transport/health", .everyone)
    func transportHealth() throws -> TransportHealth {
        let snapshot = current.withLock { $0.board?.snapshot }
        let rests = breaker.withLock { $0.isResting(at: clock.uptime) }
        return TransportHealth(
            status: snapshot == nil ? .unready : .ok, upstream: settings.otp == nil ? .none : rests ? .resting : .asked,
            first: snapshot?.days.lowerBound.description, last: snapshot?.days.upperBound.description)
    }
}

/// What somebody wants who goes from place to place.
struct TransportWish: Equatable {
    let from: GeoPoint
    let to: GeoPoint
    /// By when they have to be there, in seconds since 1970.
    let arrival: Int?
    let now: Int

    static func moment(_ text: String) throws(TransitRefusal) -> Int {
        if let stamp = Timestamp(text) { return Int(stamp.seconds) }
        guard let milliseconds = Int(text), (0...9_000_000_000_000).contains(milliseconds) else {
            throw .malformed(field: "arriveBy", value: text, wanted: "time such as 2026-11-27T10:00:00Z")
        }
        return milliseconds / 1_000
    }
}

extension TransitService {
    /// The stops near a point; nil where there are none.
    func place(_ point: GeoPoint, in board: Board) -> TravelPlace? {
        try? place("\(point.lat),\(point.lon)", "from", in: board)
    }

    /// The ways that the timetable here knows; none where no stop is near.
    private func localItineraries(_ wish: TransportWish) throws -> [Itinerary] {
        let board = try board()
        guard let from = place(wish.from, in: board), let to = place(wish.to, in: board) else { return [] }
        var query = self.query(from: from, to: to, at: wish.now)
        query.maxTransfers = 5
        let time = wish.arrival.map { WishedTime.arriving($0) } ?? .departing(wish.now)
        let found = planners.use {
            JourneySearch(planner: $0, timetable: board.timetable, query: query).journeys(time, window: nil, most: 3)
        }
        let writer = JourneyWriter(snapshot: board.snapshot, timetable: board.timetable, from: from, to: to)
        return found.map { writer.itinerary($0) }
    }
}

extension JourneyWriter {
    func itinerary(_ journey: Journey) -> Itinerary {
        let legs = journey.legs.compactMap { leg -> Itinerary.Leg? in
            switch leg {
            case .walk(let walk):
                guard walk.arrival > walk.departure else { return nil }
                let (start, end) = (end(walk.from, or: from), end(walk.to, or: to))
                let metres = GeoLine.distance(
                    GeoPoint(lat: start.lat, lon: start.lon), GeoPoint(lat: end.lat, lon: end.lon))
                return Itinerary.Leg(
                    mode: "WALK", from: start, to: end, startTime: walk.departure * 1_000,
                    endTime: walk.arrival * 1_000, distance: metres.rounded())
            case .ride(let ride):
                let calls = calls(of: ride)
                guard let first = calls.first, let last = calls.last else { return nil }
                let trip = ride.parts.first.flatMap { timetable.trip(of: $0.run) }
                let line = trip.map { timetable.lines[Int($0.line)] }
                let metres = zip(calls, calls.dropFirst()).reduce(0) {
                    $0 + GeoLine.distance(snapshot.index.place(of: $1.0.stop), snapshot.index.place(of: $1.1.stop))
                }
                return Itinerary.Leg(
                    mode: Mode.otpName(of: line?.mode ?? 3), from: end(first.stop, or: from),
                    to: end(last.stop, or: to), startTime: ride.departure * 1_000, endTime: ride.arrival * 1_000,
                    distance: metres.rounded(), route: .text(line?.shownName ?? ""),
                    headsign: .text(timetable.headsign(of: trip, run: ride.parts.first?.run)))
            }
        }
        return Itinerary(
            duration: journey.arrival - journey.departure, startTime: journey.departure * 1_000,
            endTime: journey.arrival * 1_000, walkTime: journey.walking,
            transitTime: journey.rides.reduce(0) { $0 + $1.arrival - $1.departure }, legs: legs)
    }

    private func end(_ number: UInt32?, or place: TravelPlace) -> Itinerary.End {
        guard let number = number ?? place.stop else {
            return Itinerary.End(name: "", lat: place.point.lat, lon: place.point.lon)
        }
        let stop = timetable.stops[Int(number)]
        return Itinerary.End(name: stop.name, lat: stop.latitude, lon: stop.longitude, stopId: .text(stop.id))
    }
}
