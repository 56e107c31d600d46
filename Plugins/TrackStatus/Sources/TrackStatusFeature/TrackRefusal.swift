internal import FeatureKit

/// Why this module refuses.
@Refusals enum TrackRefusal: Equatable {
    @Refuses(400, "Only spaces stand in {fields}.", code: "invalid") case blank(fields: String)
    @Refuses(400, "An evacuation is raised with POST /evacuation.", code: "invalid") case evacuationByState
    @Refuses(409, "Something is said of \(TrackState.mostZones) zones already; speak of the whole track.")
    case tooManyZones
    @Refuses(409, "There is no evacuation.") case noEvacuation
    @Refuses(409, "Nobody has begun to clear it, the time is over, or it was raised again; begin with the first step.")
    case noClearing
    @Refuses(409, "{by} has begun to clear it; ask them for the word and type it.")
    case clearingAlready(by: String, until: Timestamp)
    @Refuses(403, "The person who began to clear it can't end it, too: it takes a second one.") case anotherPerson
    @Refuses(409, "That is not the word; tries left: {left}.") case wrongWord(left: Int)
    @Refuses(409, "It was raised again meanwhile; begin with the first step.") case raisedMeanwhile
    @Refuses(
        503, "What was stored could not be read yet, so nobody knows what there is to clear.", code: "unavailable",
        retryAfter: .seconds(5))
    case unread
    @Refuses(
        503, "It could not be stored, so the evacuation still holds; try again.", code: "unavailable",
        retryAfter: .seconds(1))
    case notCleared
    @Refuses(503, "The module is being stopped.", code: "unavailable") case ending
    @Refuses(404, "The settings name no circuit.", code: "not-found") case noCircuit
    @Refuses(404, "No session was reported yet.", code: "not-found") case noSession
    @Refuses(404, "That listener hears no beacon now.", code: "not-found") case noBeacon
    @Refuses(503, "Nobody says now which beacon is nearest.", code: "unavailable") case noNearest
}
