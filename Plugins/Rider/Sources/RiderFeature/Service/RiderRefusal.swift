internal import FeatureKit
internal import Rostering

/// Why this module refuses; what clocking refuses, `ClockRefusal` says.
@Refusals enum RiderRefusal: Equatable {
    @Refuses(404, "There is no such {what}, or it is not yours.", code: "not-found") case unknown(what: String)
    @Refuses(403, "This is for the rider whose shift it is, and for managers.", code: "forbidden") case notYours
    @Refuses(403, "This is for managers of the franchise.", code: "forbidden") case notManager
    @Refuses(403, "This is for staff.", code: "forbidden") case staffOnly
    @Refuses(403, "Invite them by mail; only staff adds people without asking them.", code: "forbidden") case inviteThem
    @Refuses(403, "Somebody else decides about your own times.", code: "forbidden") case notYourOwn
    @Refuses(400, "zone: there is no time zone {zone}.", code: "invalid") case noZone(zone: String)
    @Refuses(400, "endAt: must be after startAt, at most 24 hours later.", code: "invalid") case badTimes
    @Refuses(400, "Give days such as 2026-01-25, the first before the last, {most} of them at most.", code: "invalid")
    case badRange(most: Int)
    @Refuses(400, "plate: a plate has letters or digits.", code: "invalid") case badPlate
    @Refuses(400, "mail: an address such as ana@circuit.example.", code: "invalid") case badMail
    @Refuses(400, "hours: times of day such as 09:00.", code: "invalid") case badHours
    @Refuses(400, "until: a day that is over, such as 2026-01-25.", code: "invalid") case badLock
    @Refuses(400, "since: there is no such cursor yet; ask for the week again.", code: "invalid") case badCursor
    @Refuses(409, "There are {most} of them at most.", code: "full") case tooMany(most: Int)
    @Refuses(503, "Accounts can't be asked at the moment.", code: "unavailable") case noAccounts

    @Refuses(409, "The plan breaks mandatory rules.") case breaches(breaches: [RosterBreach])
    @Refuses(409, "The plan breaks rules; give a reason.") case sayWhy(breaches: [RosterBreach])
    @Refuses(422, "motoPlate: the franchise has no motorcycle {plate}; add it first.") case unknownPlate(plate: String)
    @Refuses(409, "The motorcycle is out of service.") case outOfService
    @Refuses(409, "The franchise has a motorcycle with that plate.") case plateTaken
    @Refuses(409, "Give the shifts of these days to somebody else first.") case shiftsInTheWay(shifts: [String])
    @Refuses(409, "End these shifts, and decide about their corrections, first.") case notSettled(shifts: [String])
    @Refuses(409, "The days up to {until} are locked for payroll.") case locked(until: String)
    @Refuses(409, "The shift is not published.") case draft
    @Refuses(409, "The shift has begun, or is over.", code: "too-late") case begun
    @Refuses(409, "The offer is over.") case offerOver
    @Refuses(409, "You work on another shift; end it first.") case alreadyWorking
    @Refuses(409, "Send lat and lon: riders clock in at the franchise.", code: "not-here") case noPlace
    @Refuses(409, "You are too far from the franchise.") case notHere
}
