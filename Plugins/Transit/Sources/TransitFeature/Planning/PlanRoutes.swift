internal import Calendars
internal import FeatureKit
internal import Geography
internal import Texts
internal import TransitContracts
internal import TransitEngine

/// What somebody is told in words.
@Record struct Spoken: Equatable {
    /// The sentences.
    @Text(0...5_000) var text: String
    /// In which language they are.
    var language: String
}

@Routes("transit", as: "planRoutes") extension TransitService {
    /// The journeys from one stop, station or place to another.
    @Get("/api/v1/gtfs/route-planner", .everyone)
    func planner(_ request: PlanRequest, _ call: Call) async throws -> RoutePlan { try plan(request, for: call.caller) }

    /// The first journey in sentences that can be read aloud.
    @Get("/api/v1/gtfs/route-planner/spoken", .everyone)
    func spoken(_ request: PlanRequest, _ call: Call) async throws -> Spoken {
        let plan = try plan(request, for: call.caller)
        let language = texts.language(near: request.language)
        let text: String =
            if let journey = plan.journeys.first {
                Sentences(say: say).text(of: journey, in: language)
            } else if case .text(let message) = plan.message { message } else { say("none", in: language) }
        return Spoken(text: text, language: language)
    }
}

extension TransitService {
    /// Plans journeys; a stop that is unknown or a day without a timetable is told in the reply.
    func plan(_ request: PlanRequest, for caller: Caller) throws -> RoutePlan {
        func nothing(_ why: String) -> RoutePlan { RoutePlan(success: false, message: .text(why)) }
        guard let board = try? board() else { return nothing(say("unready", in: request.language)) }
        // What is malformed is refused before a stop is unknown.
        _ = try WishedTime(request, now: clock.now, in: board.snapshot.zone)
        let (from, to, via): (TravelPlace, TravelPlace, [TravelPlace])
        do {
            (from, to) = (try place(request.from, "from", in: board), try place(request.to, "to", in: board))
            via = try request.via.map { try place($0, "via", in: board) }
        } catch let problem as TravelPlace.Problem { return nothing(say(problem, in: request.language)) }
        if via.isEmpty, from.isSame(as: to) {
            return RoutePlan(success: true, message: .text(say("there", in: request.language)))
        }
        let zone = board.snapshot.zone((request.arrivalTime == nil ? from : to).zone)
        let wished = try WishedTime(request, now: clock.now, in: zone)
        var query = self.query(from: from, to: to, at: wished.moment)
        query.via = via.map { $0.places.map(\.stop) }
        try restrict(&query, by: request, in: board)
        let most = try request.maxAlternatives ?? (request.window == nil ? alternatives(for: caller) : 64)
        let found = planners.use { planner in
            JourneySearch(planner: planner, timetable: board.timetable, query: query)
                .journeys(wished, window: request.window.map { $0 * 60 }, most: most)
        }
        for place in [from, to] where found.isEmpty {
            let why = dayProblem(wished.moment, place.places.map(\.stop), board.snapshot, in: request.language)
            if let why { return nothing(why) }
        }
        let ends = board.snapshot.parts(of: (from.places + to.places).map(\.stop))
        let isUnknown = request.wheelchair && !ends.contains(where: \.knowsWheelchairs)
        let none = found.isEmpty ? Value.text(say(isUnknown ? "wheelchair" : "none", in: request.language)) : .null
        let writer = JourneyWriter(snapshot: board.snapshot, timetable: board.timetable, from: from, to: to)
        let alerts = board.alerts(for: found, by: writer, in: request.language)
        return RoutePlan(
            success: true, message: none, journeys: found.map { board.located(writer.journey($0), of: $0) },
            alerts: alerts)
    }

    /// Where a journey starts or ends, as a field says it.
    func place(_ text: String, _ field: String, in board: Board) throws -> TravelPlace {
        try TravelPlace(text, field, in: board.snapshot.index, access: settings.access, pace: settings.pace)
    }

    /// A search by the settings; one may walk all the way where an end is a place on the map.
    func query(from: TravelPlace, to: TravelPlace?, at moment: Int) -> Query {
        var query = Query(.departing(at: moment), from: from.places, to: to?.places ?? [])
        query.slack = Int32(settings.slack)
        guard let to, from.stop == nil || to.stop == nil else { return query }
        let metres = GeoLine.distance(from.point, to.point)
        if metres <= Double(settings.access) { query.directWalk = Int32((metres / settings.pace).rounded(.up)) }
        return query
    }

    private func alternatives(for caller: Caller) throws -> Int {
        min(max(try flags.value(of: Self.alternatives, for: caller), 1), 5)
    }

    /// Takes over what the request wants of rides and changes.
    private func restrict(_ query: inout Query, by request: PlanRequest, in board: Board) throws(TransitRefusal) {
        query.maxTransfers = request.maxTransfers
        if let slack = request.slack { query.slack = Int32(slack) }
        query.wheelchair = request.wheelchair
        query.leastWalking = request.lessWalking
        if !request.modes.isEmpty {
            for mode in request.modes where !Mode.names.contains(mode) {
                let all = Mode.names.joined(separator: ", ")
                throw .malformed(field: "modes", value: mode, wanted: "mode; there are \(all)")
            }
            query.modes = Set(board.timetable.lines.map(\.mode).filter { request.modes.contains(Mode.name(of: $0)) })
        }
        func numbers(_ ids: [String], _ field: String) throws(TransitRefusal) -> Set<UInt32> {
            let lines = try ids.map { id throws(TransitRefusal) in
                if let line = board.snapshot.index.line(id) { return line }
                throw .malformed(field: field, value: id, wanted: "line")
            }
            return Set(lines)
        }
        if !request.lines.isEmpty { query.lines = try numbers(request.lines, "lines") }
        query.bannedLines = try numbers(request.bannedLines, "banned_lines")
    }

    /// Why nothing calls at stops, in words: of their timetables none is for the day of a moment.
    func dayProblem(_ moment: Int, _ stops: [UInt32], _ snapshot: Snapshot, in language: String) -> String? {
        let days = snapshot.parts(of: stops).map(\.days)
        guard let stop = stops.first, let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max()
        else { return nil }
        let zone = snapshot.zone(snapshot.index.stops[Int(stop)].zone)
        let day = zone.day(at: Timestamp(nanoseconds: 0).advanced(by: .seconds(moment)))
        guard !(first...last).contains(day) else { return nil }
        if day > last {
            return say("expired", in: language, ["last": .text(last.description), "day": .text(day.description)])
        }
        return say(
            "outside", in: language,
            ["first": .text(first.description), "last": .text(last.description), "day": .text(day.description)])
    }

    /// Where a stop of a path is unknown, that is no plan but an error.
    func refusal(_ problem: TravelPlace.Problem) -> TransitRefusal {
        .noStop(why: String(say(problem, in: "en").dropLast()))
    }

    func say(_ problem: TravelPlace.Problem, in language: String) -> String {
        switch problem {
        case .unknown(let stop, nil): say("unknown", in: language, ["stop": .text(stop)])
        case .unknown(let stop, let other?):
            say("suggest", in: language, ["stop": .text(stop), "other": .text(other)])
        case .far(let stop, let metres):
            say("far", in: language, ["stop": .text(stop), "metres": .text("\(metres)")])
        }
    }
}
