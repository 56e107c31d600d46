internal import FeatureKit

/// Why this module refuses.
@Refusals enum TransitRefusal: Equatable {
    @Refuses(404, "There is no such line.", code: "not-found") case noLine
    @Refuses(404, "There is no stop {what}.", code: "not-found") case noStop(what: String)
    @Refuses(404, "There is no such feed.", code: "not-found") case noFeed
    @Refuses(400, "{field}: {value} is no {wanted}.", code: "invalid")
    case malformed(field: String, value: String, wanted: String)
    @Refuses(400, "Give q, or lat and lon.", code: "invalid") case noName
    @Refuses(400, "{field} does not go with {other}.", code: "invalid") case together(field: String, other: String)
    @Refuses(400, "The live changes can't be read: {why}.", code: "invalid") case unreadable(why: String)
    @Refuses(409, "The timetables can't be read, and nothing has changed: {why}.", code: "feed-rejected")
    case badFeed(why: String)
    @Refuses(503, "No timetable is loaded yet.", code: "unavailable", retryAfter: .seconds(5)) case unready
}

extension TransitRefusal {
    /// That somebody asks about a place where there is no stop.
    init(_ problem: TravelPlace.Problem) {
        switch problem {
        case .unknown(let stop, nil): self = .noStop(what: stop)
        case .unknown(let stop, let other?): self = .noStop(what: "\(stop); perhaps \(other) is meant")
        case .far(let place, let metres): self = .noStop(what: "within \(metres) m of \(place)")
        }
    }
}
