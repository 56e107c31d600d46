internal import Calendars
internal import FeatureKit
internal import Texts
internal import TransitContracts
internal import TransitEngine

/// The next departures of a stop, in few bytes, for widgets and spoken answers.
@Record struct Departures: Equatable {
    /// Which stop.
    @Name("stop_id") @Text(0...300) var stop: String
    /// What it is called.
    @Name("stop_name") @Text(0...1_000) var name: String
    /// What departs, the first one first.
    @Count(0...100) var departures: [Item]
    /// Why there are none; absent where there are some.
    @Text(1...1_000) var message: String?
    /// When this was so, in the time of the place.
    @Name("updated_at") @Text(19...19) var updated: String

    /// One departure, with short names.
    @Record struct Item: Equatable {
        /// The line.
        @Text(0...500) var line: String
        /// Its colour, or null.
        var color: Value = .null
        /// Where it goes.
        @Text(0...1_000) var dest: String
        /// In how many minutes.
        @In(0...20_000) var mins: Int
        /// The platform, or null.
        var plat: Value = .null
        /// How many minutes it is late, or null where nothing is known.
        var delay: Value = .null
        /// How full it is, from 0 to 8 as GTFS-realtime counts, or null.
        var occ: Value = .null
        /// Whether it is an express, which no timetable says.
        var exp = false
        /// The colour of the express, or null.
        @Name("exp_color") var expressColor: Value = .null
        /// What the long form has besides; absent in the short one.
        var details: Details?
    }

    /// What else is known of a departure.
    @Record struct Details: Equatable {
        /// The trip.
        @Name("trip_id") @Text(0...500) var trip: String
        /// The line's id.
        @Name("line_id") @Text(0...300) var line: String
        /// What runs, such as metro.
        @Text(1...40) var mode: String
        /// When it departs, in the time of the place.
        @Text(19...19) var departure: String
        /// When it was planned to.
        @Text(19...19) var planned: String
        /// The stop or platform that it departs from.
        @Name("stop_id") @Text(0...300) var stop: String
        /// Where the vehicle was last; absent where nobody says.
        var vehicle: VehiclePosition?
    }
}

@Routes("transit", as: "stopRoutes") extension TransitService {
    /// The next departures of a stop, or of all platforms of a station.
    /// - Parameter stop: Which stop.
    /// - Parameter compact: Whether only what a widget shows is told.
    /// - Parameter limit: How many at most; 3 of the short ones, else 10.
    /// - Parameter date: On which day, as YYYY-MM-DD; from now on where neither day nor time is given.
    /// - Parameter time: From when on, as HH:MM.
    /// - Parameter language: In which language messages are: es or en.
    @Get("/api/v1/gtfs/stops/{stop}/departures", .everyone)
    func departures(
        @Text(1...300) stop: String, compact: Bool = false, @In(1...100) limit: Int?, @Text(1...10) date: String?,
        @Text(1...8) time: String?, @Text(2...10) language: String = "es"
    ) async throws -> Departures {
        let board = try board()
        let number = try self.stop(stop, in: board)
        let now = try WishedTime.moment(
            date, time, "time", now: clock.now, in: board.snapshot.zone(board.timetable.stops[Int(number)].zone))
        return departures(of: number, from: now, limit: limit ?? (compact ? 3 : 10), isShort: compact, board, language)
    }

    /// The next departures of a stop in sentences that can be read aloud.
    /// - Parameter stop: Which stop.
    /// - Parameter limit: How many at most.
    /// - Parameter language: In which language: es or en.
    @Get("/api/v1/gtfs/stops/{stop}/departures/spoken", .everyone)
    func departuresSpoken(
        @Text(1...300) stop: String, @In(1...10) limit: Int = 3, @Text(2...10) language: String = "es"
    ) async throws -> Spoken {
        let board = try board()
        let language = texts.language(near: language)
        let number = try self.stop(stop, in: board)
        let now = Int(clock.now.seconds)
        let found = departures(of: number, from: now, limit: limit, isShort: true, board, language)
        let sentences = found.departures.filter { $0.mins < 600 }.map { item in
            say(
                "next", in: language,
                ["line": .text(item.line), "headsign": .text(item.dest), "minutes": .number(item.mins)])
        }
        let text =
            sentences.isEmpty
            ? found.message ?? say("nothing", in: language, ["stop": .text(found.name)])
            : sentences.joined(separator: " ")
        return Spoken(text: text, language: language)
    }

    /// The number of a stop; one that is unknown is refused.
    private func stop(_ id: String, in board: Board) throws -> UInt32 {
        let index = board.snapshot.index
        if let number = index.stop(id) { return number }
        throw refusal(.unknown(id, suggestion: index.suggestion(for: id)))
    }

    private func departures(
        of number: UInt32, from now: Int, limit: Int, isShort: Bool, _ board: Board, _ language: String
    ) -> Departures {
        let (timetable, index) = (board.timetable, board.snapshot.index)
        let stop = timetable.stops[Int(number)]
        let platforms = index.platforms(of: number)
        let found = timetable.departures(of: platforms, from: now, limit: limit)
        let items = found.compactMap { departure -> Departures.Item? in
            guard let trip = timetable.trip(of: departure.run) else { return nil }
            let (line, at) = (timetable.lines[Int(trip.line)], timetable.stops[Int(departure.stop)])
            let late = (departure.moment - departure.planned) / 60
            let vehicle = board.vehicle(of: departure)
            let details = Departures.Details(
                trip: trip.id, line: line.id, mode: Mode.name(of: line.mode),
                departure: board.snapshot.local(departure.moment, zone: at.zone),
                planned: board.snapshot.local(departure.planned, zone: at.zone), stop: at.id,
                vehicle: vehicle?.position)
            return Departures.Item(
                line: line.shownName, color: line.shownColor,
                dest: timetable.headsign(of: trip, run: departure.run), mins: max(0, (departure.moment - now) / 60),
                plat: at.platform.isEmpty ? .null : .text(at.platform),
                delay: departure.moment == departure.planned ? .null : .integer(Int64(late)),
                occ: vehicle?.occupancy.map { .integer(Int64($0)) } ?? .null, details: isShort ? nil : details)
        }
        return Departures(
            stop: stop.id, name: stop.name, departures: items,
            message: items.isEmpty ? dayProblem(now, platforms, board.snapshot, in: language) : nil,
            updated: board.snapshot.local(now, zone: stop.zone))
    }
}
