internal import FeatureKit

/// Why this module refuses.
@Refusals enum TransitRefusal: Equatable {
    @Refuses(404, "There is no such line.", code: "not-found") case noLine
    @Refuses(404, "{why}.", code: "not-found") case noStop(why: String)
    @Refuses(400, "{field}: {value} is no {wanted}.", code: "invalid")
    case malformed(field: String, value: String, wanted: String)
    @Refuses(400, "Give q, or lat and lon.", code: "invalid") case noName
    @Refuses(400, "{field} does not go with {other}.", code: "invalid") case together(field: String, other: String)
    @Refuses(400, "The live changes can't be read: {why}.", code: "invalid") case unreadable(why: String)
    @Refuses(409, "The timetables can't be read, and nothing has changed: {why}.", code: "feed-rejected")
    case badFeed(why: String)
    @Refuses(503, "No timetable is loaded yet.", code: "unavailable", retryAfter: .seconds(5)) case unready
}
