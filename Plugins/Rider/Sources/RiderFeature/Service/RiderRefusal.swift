internal import FeatureKit

/// Why this module refuses.
@Refusals enum RiderRefusal: Equatable {
    @Refuses(404, "There is no such franchise, or it is not yours.", code: "not-found") case noFranchise
    @Refuses(404, "There is no such shift, or it is not yours.", code: "not-found") case noShift
    @Refuses(404, "The franchise has no such rider.", code: "not-found") case noRider
    @Refuses(404, "There is no such offer, or it is not for you.", code: "not-found") case noOffer
    @Refuses(409, "The offer is over.", code: "offer-over") case offerOver
    @Refuses(404, "There is no such calendar.", code: "not-found") case noCalendar
    @Refuses(403, "This is for the rider whose shift it is, and for managers.", code: "forbidden") case notYours
    @Refuses(403, "This is for managers of the franchise.", code: "forbidden") case notManager
    @Refuses(400, "zone: there is no time zone {zone}.", code: "invalid") case noZone(zone: String)
    @Refuses(400, "endAt: a shift ends after it begins, within a day.", code: "invalid") case badTimes
    @Refuses(400, "startDate, endDate: days such as 2026-01-25, {most} of them at most.", code: "invalid")
    case badRange(most: Int)
    @Refuses(409, "The plan breaks rules that nobody may break.", code: "breaches") case breaches(breaches: Value)
    @Refuses(409, "The plan breaks rules; say why.", code: "say-why") case sayWhy(breaches: Value)

    // Clocking.
    @Refuses(409, "The shift is not published.", code: "draft") case draft
    @Refuses(409, "The shift can be started from {from} on.", code: "too-early") case tooEarly(from: Timestamp)
    @Refuses(409, "The shift is over since {since}.", code: "too-late") case tooLate(since: Timestamp)
    @Refuses(409, "Start the shift first.", code: "not-started") case notStarted
    @Refuses(409, "You work on another shift; end it first.", code: "already-working") case alreadyWorking
    @Refuses(409, "You are too far from the franchise.", code: "not-here") case notHere
    @Refuses(409, "The shift is not over.", code: "not-over") case notOver
    @Refuses(404, "Nobody asked for other times.", code: "not-found") case noCorrection
    @Refuses(400, "at: a moment of the last day, and none of the future.", code: "invalid") case badMoment
}
