internal import FeatureKit
internal import Geography
internal import TransitContracts
internal import TransitEngine

/// A stop or station that was found.
@Record struct FoundStop: Equatable {
    /// Its id.
    @Text(0...300) var id: String
    /// What it is called.
    @Text(0...1_000) var name: String
    /// The latitude.
    var lat: Double
    /// The longitude.
    var lon: Double
    /// The station that it belongs to, or null.
    var station: Value = .null
    /// The platform, or null.
    var platform: Value = .null
    /// How far it is from the place that was asked for, in metres, or null.
    @Name("distance_meters") var metres: Value = .null
}

/// Where one can be by when.
@Record struct Reachable: Equatable {
    /// When one sets out, in the time of the place.
    @Text(19...19) var departure: String
    /// Each stop, the one that is reached first coming first.
    @Count(0...20_000) var stops: [Stop]
    /// Why one gets nowhere; absent where one does.
    @Text(1...1_000) var message: String?

    /// A stop that is reached.
    @Record struct Stop: Equatable {
        /// The stop.
        var stop: JourneyStop
        /// When one is there at the earliest.
        @Text(19...19) var arrival: String
        /// How long it takes.
        @In(0...20_000) var minutes: Int
        /// With how many changes.
        @In(0...64) var transfers: Int
    }
}

@Routes("transit", as: "placeRoutes") extension TransitService {
    /// Stops by name or id, the best one first, or the nearest to a place.
    /// - Parameter q: A part of the name, without accents and case.
    /// - Parameter lat: The latitude of a place; only stops that something calls at are found then.
    /// - Parameter lon: The longitude of the place.
    /// - Parameter within: How many metres away at most.
    /// - Parameter limit: How many at most.
    @Get("/api/v1/gtfs/stops", .everyone)
    func stops(
        @Text(1...100) q: String?, @In(-90.0...90.0) lat: Double?, @In(-180.0...180.0) lon: Double?,
        @In(1.0...50_000.0) within: Double = 2_000, @In(1...100) limit: Int = 20
    ) async throws -> [FoundStop] {
        let index = try board().snapshot.index
        func found(_ number: UInt32, metres: Double? = nil) -> FoundStop {
            let stop = index.stops[Int(number)]
            return FoundStop(
                id: stop.id, name: stop.name, lat: stop.latitude, lon: stop.longitude,
                station: stop.parent == Network.none ? .null : .text(index.stops[Int(stop.parent)].id),
                platform: stop.platform.isEmpty ? .null : .text(stop.platform),
                metres: metres.map { .integer(Int64($0.rounded())) } ?? .null)
        }
        if let lat, let lon {
            let near = index.near(GeoPoint(lat: lat, lon: lon), within: within, limit: q == nil ? limit : 100)
            let wanted = q?.folded ?? ""
            return near.filter { wanted.isEmpty || index.stops[$0.number].name.folded.contains(wanted) }
                .prefix(limit).map { found(UInt32($0.number), metres: $0.distance) }
        }
        guard let q else { throw TransitRefusal.noName }
        return index.search(q, limit: limit).map { found($0) }
    }

    /// Where one can be by when from a stop, station or place: all stops within so many minutes.
    /// - Parameter from: The id of a stop or station, or a place as `lat,lon`.
    /// - Parameter departure_time: When one sets out, as HH:MM; now where it is not given.
    /// - Parameter date: On which day, as YYYY-MM-DD.
    /// - Parameter max_minutes: How long one travels at most.
    /// - Parameter max_transfers: How often one may change.
    /// - Parameter language: In which language messages are: es or en.
    @Get("/api/v1/gtfs/isochrone", .everyone)
    func isochrone(
        @Text(1...300) from: String, @Text(1...8) departure_time: String?, @Text(1...10) date: String?,
        @In(1...600) max_minutes: Int = 60, @In(0...5) max_transfers: Int = 3, @Text(2...10) language: String = "es"
    ) async throws -> Reachable {
        let board = try board()
        let place: TravelPlace
        do { place = try self.place(from, "from", in: board) } catch let problem as TravelPlace.Problem {
            throw refusal(problem)
        }
        let start = try WishedTime.moment(
            date, departure_time, "departure_time", now: clock.now, in: board.snapshot.zone(place.zone))
        var query = self.query(from: place, to: nil, at: start)
        query.maxTransfers = max_transfers
        query.longest = Int32(max_minutes * 60)
        let found = planners.use { $0.reach(query, in: board.timetable) }
            .filter { $0.arrival - start <= max_minutes * 60 }
            .sorted { ($0.arrival, $0.stop) < ($1.arrival, $1.stop) }
        let isStuck = found.allSatisfy { $0.rides == 0 }
        return Reachable(
            departure: board.snapshot.local(start, zone: place.zone),
            stops: found.prefix(20_000).map { reach in
                let stop = board.timetable.stops[Int(reach.stop)]
                return Reachable.Stop(
                    stop: stop.shown, arrival: board.snapshot.local(reach.arrival, zone: stop.zone),
                    minutes: JourneyWriter.minutes(reach.arrival - start), transfers: max(0, reach.rides - 1))
            },
            message: isStuck ? dayProblem(start, place.places.map(\.stop), board.snapshot, in: language) : nil)
    }
}
