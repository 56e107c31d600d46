internal import FeatureKit

/// The messages of the app OwnTracks.
enum OwnTracks {
    enum Message: Equatable {
        case fix(Fix)
        /// Regions that were exported in the app.
        case places([Place])
        /// Something that says nothing here, such as a step counter or a last will.
        case other
    }

    /// What a message says.
    static func read(_ value: Value) throws(GroupRefusal) -> Message {
        switch value.text("_type") {
        case "location", "transition":
            guard let seconds = value.number("tst"), Timestamp.appSeconds ~= seconds else {
                throw .unreadable(why: "tst is no time")
            }
            return .fix(
                Fix(
                    point: try value.point("lat", "lon"), time: Timestamp(nanoseconds: Int64(seconds * 1_000_000_000)),
                    accuracy: value.number("acc"), metresPerSecond: value.number("vel").map { $0 / 3.6 },
                    course: value.number("cog"), percent: value.number("batt")))
        case "waypoint": return .places([try place(value)])
        case "waypoints":
            guard case .list(let values)? = value["waypoints"] else { throw .unreadable(why: "waypoints is no list") }
            var places: [Place] = []
            for value in values.prefix(Group.mostPlaces) { places.append(try place(value)) }
            return .places(places)
        case nil: throw .unreadable(why: "there is no _type")
        default: return .other
        }
    }

    private static func place(_ value: Value) throws(GroupRefusal) -> Place {
        guard let name = value.text("desc"), !name.isEmpty else { throw .unreadable(why: "a waypoint needs its desc") }
        let radius = min(max(value.number("rad") ?? 50, 10), 5_000)
        let id = value.number("tst").flatMap { Int64(exactly: $0.rounded()) }.map { "owntracks-\($0)" } ?? "owntracks"
        return Place(id: id, name: String(name.prefix(60)), point: try value.point("lat", "lon"), radius: radius)
    }

    /// Everybody whom the person sees: where they are, and a card with their name.
    static func answer(_ friends: [MemberView]) -> Value {
        var seen: Set<ID<Member>> = []
        return .list(
            friends.flatMap { friend -> [Value] in
                guard let fix = friend.fix, seen.insert(friend.id).inserted else { return [] }
                let initials = String(friend.name.filter { !$0.isWhitespace }.prefix(2)).uppercased()
                let topic = "owntracks/groups/\(friend.id)"
                var members = Members([
                    ("_type", "location"), ("topic", .text(topic)), ("tid", .text(initials)),
                    ("lat", .number(fix.point.lat)), ("lon", .number(fix.point.lon)),
                    ("tst", .integer(fix.time.seconds)),
                ])
                members["acc"] = fix.accuracy.map { .number($0.rounded()) }
                members["vel"] = fix.speed.map { .number(($0 * 3.6).rounded()) }
                members["cog"] = fix.course.map { .number($0.rounded()) }
                members["batt"] = fix.battery.map { .integer(Int64($0)) }
                let card = Members([
                    ("_type", "card"), ("topic", .text(topic)), ("tid", .text(initials)), ("name", .text(friend.name)),
                ])
                return [.object(members), .object(card)]
            })
    }
}

/// The messages of the app Traccar Client.
enum Traccar {
    /// A time as its versions write it.
    static func time(_ text: String) -> Timestamp? {
        guard let number = Double(text) else { return Timestamp(text) }
        // Seconds have ten digits until 2286.
        let seconds = number > 100_000_000_000 ? number / 1_000 : number
        return Timestamp.appSeconds ~= seconds ? Timestamp(nanoseconds: Int64(seconds * 1_000_000_000)) : nil
    }

    /// What the newer versions send as JSON.
    static func read(_ value: Value) throws(GroupRefusal) -> Fix {
        guard let location = value["location"], let coordinates = location["coords"] else {
            throw .unreadable(why: "there is no location with coords")
        }
        guard let time = location.text("timestamp").flatMap(time) else {
            throw .unreadable(why: "timestamp is no time")
        }
        return Fix(
            point: try coordinates.point("latitude", "longitude"), time: time, accuracy: coordinates.number("accuracy"),
            metresPerSecond: coordinates.number("speed"), course: coordinates.number("heading"),
            percent: location["battery"]?.number("level").map { $0 * 100 })
    }
}

extension Timestamp {
    /// What apps may write, in seconds: until 2255, which nanoseconds can hold.
    fileprivate static let appSeconds = 0.0...9_000_000_000
}
