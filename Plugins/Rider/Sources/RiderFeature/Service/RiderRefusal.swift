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
    @Refuses(400, "endAt: must be after startAt, at most 24 hours later.", code: "invalid") case badTimes
    @Refuses(400, "Give days such as 2026-01-25, the first before the last, {most} of them at most.", code: "invalid")
    case badRange(most: Int)
    @Refuses(409, "The plan breaks mandatory rules.", code: "breaches") case breaches(breaches: Value)
    @Refuses(409, "The plan breaks rules; give a reason.", code: "say-why") case sayWhy(breaches: Value)

    @Refuses(404, "There is no such motorcycle, or it is not yours.", code: "not-found") case noMoto
    @Refuses(404, "There is no such invitation for you.", code: "not-found") case noInvitation
    @Refuses(404, "There is no such template.", code: "not-found") case noTemplate
    @Refuses(404, "There is no such request for time off.", code: "not-found") case noAbsence
    @Refuses(409, "The motorcycle is out of service.", code: "out-of-service") case notInService
    @Refuses(409, "The franchise has a motorcycle with that plate.", code: "plate-taken") case plateTaken
    @Refuses(400, "plate: a plate has letters or digits.", code: "invalid") case badPlate
    @Refuses(400, "mail: an address such as ana@circuit.example.", code: "invalid") case badMail
    @Refuses(400, "hours: times of day such as 09:00.", code: "invalid") case badHours
    @Refuses(400, "until: a day that is over, such as 2026-01-25.", code: "invalid") case badLock
    @Refuses(409, "There are {most} of them at most.", code: "full") case tooMany(most: Int)
    @Refuses(409, "Give the shifts of these days to somebody else first.", code: "shifts-in-the-way")
    case shiftsInTheWay(shifts: Value)
    @Refuses(409, "End these shifts, and decide about their corrections, first.", code: "not-settled")
    case notSettled(shifts: Value)
    @Refuses(409, "The days up to {until} are locked for payroll.", code: "locked") case locked(until: String)
    @Refuses(503, "Accounts can't be asked at the moment.", code: "unavailable") case noAccounts

    @Refuses(403, "Invite them by mail; only staff adds people without asking them.", code: "forbidden") case inviteThem
    @Refuses(409, "A week has {most} shifts at most.", code: "full") case weekFull(most: Int)

    // Clocking.
    @Refuses(409, "The shift ended by itself at {at}; ask for a correction.", code: "ended-by-itself")
    case endedByItself(at: Timestamp)
    @Refuses(403, "Somebody else decides about your own times.", code: "forbidden") case notYourOwn
    @Refuses(409, "A shift has {most} breaks at most.", code: "full") case tooManyBreaks(most: Int)
    @Refuses(409, "The shift is not published.", code: "draft") case draft
    @Refuses(409, "The shift can be started from {from} on.", code: "too-early") case tooEarly(from: Timestamp)
    @Refuses(409, "The shift is over since {since}.", code: "too-late") case tooLate(since: Timestamp)
    @Refuses(409, "The shift has begun, or is over.", code: "too-late") case begun
    @Refuses(409, "The device reported something at {last}, which is later.", code: "out-of-order")
    case outOfOrder(last: Timestamp)
    @Refuses(409, "The shift is over; ask for a correction.", code: "over") case over
    @Refuses(409, "Send lat and lon: riders clock in at the franchise.", code: "not-here") case noPlace
    @Refuses(400, "times: begin before they end, are over, and lie within {most} of the shift.", code: "invalid")
    case badCorrection(most: Duration)
    @Refuses(403, "This is for staff.", code: "forbidden") case staffOnly
    @Refuses(409, "Start the shift first.", code: "not-started") case notStarted
    @Refuses(409, "You work on another shift; end it first.", code: "already-working") case alreadyWorking
    @Refuses(409, "You are too far from the franchise.", code: "not-here") case notHere
    @Refuses(409, "The shift is not over.", code: "not-over") case notOver
    @Refuses(404, "Nobody asked for other times.", code: "not-found") case noCorrection
    @Refuses(400, "at: a moment of the last day, and none of the future.", code: "invalid") case badMoment
}
