internal import FeatureKit

/// Why this module refuses.
@Refusals enum BarRefusal: Equatable {
    @Refuses(401, "Your key is too long to book with.", code: "unauthenticated") case keyTooLong
    @Refuses(404, "There is no such bar.", code: "not-found") case noBar
    @Refuses(404, "You have no such booking.", code: "not-found") case noBooking
    @Refuses(404, "The bar has no image.", code: "not-found") case noImage
    @Refuses(403, "This is for the bar's owner.", code: "forbidden") case notYourBar
    @Refuses(403, "This is for the guest who made the booking.", code: "forbidden") case notYourBooking
    @Refuses(503, "The zone {zone} can't be read just now.", code: "unavailable") case zoneUnreadable(zone: String)

    // Bars.
    @Refuses(409, "You have as many bars as you may: {most}.") case tooManyBars(most: Int)
    @Refuses(409, "Future bookings are in the way: {count}.") case bookingsInTheWay(count: Int, bookings: [Value])

    // Bookings.
    @Refuses(400, "date: \"{date}\" is no day such as 2026-11-23.", code: "invalid") case noDay(date: String)
    @Refuses(400, "people: say how many you are, since no party of yours is remembered.", code: "invalid") case noParty
    @Refuses(400, "people: a booking is for 1 to {most} people.", code: "invalid") case partySize(most: Int)
    @Refuses(409, "Tables are booked for tomorrow, which is {tomorrow} at the bar, not {date}.")
    case notTomorrow(date: String, tomorrow: String)
    @Refuses(409, "The bar is closed for {shift} on {date}.") case closed(shift: String, date: String)
    @Refuses(409, "{shift} has begun.", code: "too-late") case begun(shift: String)
    @Refuses(409, "There is no room for {people} in {shift}.")
    case full(people: Int, shift: String, free: Int, waiting: Int, shifts: [String])
    @Refuses(409, "This bar has no place for {people}, even if others cancel.", code: "full")
    case neverRoom(people: Int)
    @Refuses(409, "The wait list of {shift} is full.", code: "full") case waitListFull(shift: String)
    @Refuses(409, "You have booked {shift} on {date} already.")
    case bookedAlready(booking: ID<Booking>, shift: String, date: String)
    @Refuses(403, "You missed too many bookings ({count}) to book now.") case tooManyNoShows(count: Int)
    @Refuses(409, "The table is no longer held for you.") case holdOver
    @Refuses(409, "You are still on the wait list.", code: "waiting") case stillWaiting
    @Refuses(409, "This could be cancelled and changed until {until}; call the bar.") case tooLate(until: Timestamp)
    @Refuses(409, "The shift starts at {starts}, and only then is it known who came.") case tooEarly(starts: Timestamp)
    @Refuses(409, "That can't be done with a booking that is {state}.") case notPossible(state: Booking.State)
}
