internal import FeatureKit

/// Why this module refuses.
@Refusals enum ToursRefusal: Equatable {
    @Refuses(401, "Sign in, or let your client keep its key.", code: "unauthenticated") case nobody
    @Refuses(404, "There is no such route.", code: "not-found") case noRoute
    @Refuses(404, "There is no such stop.", code: "not-found") case noStop
    @Refuses(404, "You have no such walk.", code: "not-found") case noWalk
    @Refuses(404, "The stop has no recorded sound.", code: "not-found") case noSound
    @Refuses(404, "The stop has no picture.", code: "not-found") case noPicture
    @Refuses(409, "The route has more than 60 MB of sounds and pictures; no package holds it.", code: "too-large")
    case packageTooLarge
    @Refuses(403, "This is for the author of the route and for staff.", code: "forbidden") case notYours
    @Refuses(403, "Staff alone publishes; submit the route for review.", code: "forbidden") case needsReview
    @Refuses(409, "A route has {most} stops at most.", code: "full") case tooManyStops(most: Int)
    @Refuses(409, "The route has no stops.") case noStops
    @Refuses(400, "stops: list each stop of the route once.", code: "invalid") case otherStops
    @Refuses(409, "That can't be done with a walk that is {state}.") case notPossible(state: Walk.State)
    @Refuses(402, "Buy the route first; its first stop is free as a preview.") case notBought(grant: String)
    @Refuses(503, "The shop can't say whether you bought the route.", code: "unavailable", retryAfter: .seconds(10))
    case shopDown
    @Refuses(400, "zone: there is no time zone {zone}.", code: "invalid") case noZone(zone: String)
    @Refuses(415, "The sound is no MP3, AAC in MP4, Ogg or WAV.", code: "unsupported-media-type") case notASound
    @Refuses(503, "The text can't be spoken just now.", code: "unavailable", retryAfter: .seconds(5)) case mute
}
