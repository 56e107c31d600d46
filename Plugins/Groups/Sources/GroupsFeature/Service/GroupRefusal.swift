internal import FeatureKit

/// Why this module refuses.
@Refusals enum GroupRefusal: Equatable {
    @Refuses(401, "Sign in, or let your client keep its key.", code: "unauthenticated") case nobody
    @Refuses(404, "There is no such group, or you are not in it.", code: "not-found") case noGroup
    @Refuses(404, "No group can be joined with that code.", code: "not-found") case wrongCode
    @Refuses(404, "The group has no such member.", code: "not-found") case noMember
    @Refuses(404, "The group has no such place.", code: "not-found") case noPlace
    @Refuses(404, "There is no such device.", code: "not-found") case noDevice
    @Refuses(404, "The group has no code at the moment.", code: "not-found") case noCode
    @Refuses(404, "The settings name no web page to join on.", code: "not-found") case noWebLink
    @Refuses(403, "This is for the group's owner.", code: "forbidden") case notYours
    @Refuses(403, "You can't join this group any more.") case banned
    @Refuses(403, "This group is for people who have signed in.") case noGuests
    @Refuses(410, "The group's session has ended.", code: "ended") case ended
    @Refuses(409, "The group is full: it has {most} members.", code: "full") case full(most: Int)
    @Refuses(409, "You are in as many groups as you may: {most}.") case tooManyGroups(most: Int)
    @Refuses(409, "The group has {most} places at most.", code: "full") case tooManyPlaces(most: Int)
    @Refuses(409, "You have {most} devices at most.", code: "full") case tooManyDevices(most: Int)
    @Refuses(409, "Give the group to somebody else first, or disband it.") case ownerStays
    @Refuses(400, "name: say the name that the others see.", code: "invalid") case sayName
    @Refuses(400, "until: a session ends in the future, within {longest}.", code: "invalid") case until(
        longest: Duration)
    @Refuses(429, "Too many wrong codes; try again in {retryAfter}.", code: "too-many-requests")
    case tooManyCodes(retryAfter: Duration)
    @Refuses(400, "{why}.", code: "invalid") case unreadable(why: String)
}
