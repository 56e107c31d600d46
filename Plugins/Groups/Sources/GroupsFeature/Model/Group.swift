internal import FeatureKit

/// People who see each other on the map until its session ends.
@Record
@Collection("groups", .on(\.until), .unique(\.code), person: .anonymises(\.owner))
struct Group: Equatable {
    static let mostPlaces = 20

    /// The name of the group.
    @Public @Editable @Text(1...60) var name: String
    /// When its session ends.
    @Public @Editable var until: Timestamp
    /// Whether people may join who have not signed in.
    @Public @Editable var takesGuests = false
    /// Whether only the owner sets the meeting point and places.
    @Public @Editable var ownerSetsPlaces = false
    /// For how long tracks are kept of those who share; not at all where it is absent.
    @Public @Editable @In(.seconds(60) ... .seconds(86_400)) var history: Duration?
    /// The key of the owner; absent once that account is deleted, until somebody else owns it.
    @Text(1...256) var owner: String?
    /// The code that people join with; absent where nobody can join.
    @Text(4...12) var code: String?
    /// Where its members meet.
    @Public var meeting: Place?
    /// Places whose comings and goings are told.
    @Public @Count(0...20) var places: [Place] = []
    /// When it was made.
    @Public var made: Timestamp
    /// How many members it has.
    @Public var members: Int { 0 }
    /// Whether it belongs to the caller.
    @Public var isYours: Bool { false }
}

/// Somewhere on the map.
@Record struct Place: Equatable {
    /// What tells it from the group's other places.
    @Text(1...40) var id: String
    /// The name of the place.
    @Text(1...60) var name: String
    /// Where it is.
    var point: GeoPoint
    /// How far from there it reaches, in metres.
    @In(10.0...5_000.0) var radius: Double = 50
    /// The member who set it.
    @Text(1...40) var setBy: String?
}

/// A person in a group.
@Record
@Collection(
    "members", .on(\.person), .on(\.group, \.joined), .unique(\.claim), person: .deletes(\.person))
struct Member: Equatable {
    /// How exactly the others see where somebody is.
    enum Sharing: String, CaseIterable, Shaped { case exact, rough, off }

    var group: ID<Group>
    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) var person: String
    /// The name that the others see.
    @Text(1...40) var name: String
    /// How exactly the others see where they are.
    var sharing: Sharing = .off
    /// Whether they have not signed in.
    var isGuest = false
    /// When they joined.
    var joined: Timestamp
    /// Unique key: the group and the person.
    @Text(1...400) var claim: String

    static func claim(_ group: ID<Group>, _ person: String) -> String { "\(group)|\(person)" }
}

/// A person who may not join a group again.
@Record @Collection("bans", .on(\.group, \.at), .unique(\.claim), person: .deletes(\.person))
struct Ban: Equatable {
    var group: ID<Group>
    /// The key of the person.
    @Text(1...256) var person: String
    /// The name that they had.
    @Public @Text(1...40) var name: String
    /// When it was.
    @Public var at: Timestamp
    /// Unique key: the group and the person.
    @Text(1...400) var claim: String
}
