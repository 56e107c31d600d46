internal import FeatureKit

/// The messages of the app OwnTracks.
enum OwnTracks {
    enum Message: Equatable {
        case fix(Fix)
        /// Regions of the app: where they are, the ids and names of those that were deleted, and whether there are no others.
        case places([Place], gone: Set<String>, isAll: Bool)
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
        case "waypoint": return try places([value], isAll: false)
        case "waypoints":
            guard case .list(let values)? = value["waypoints"] else { throw .unreadable(why: "waypoints is no list") }
            return try places(values, isAll: true)
        case nil: throw .unreadable(why: "there is no _type")
        default: return .other
        }
    }

    private static func places(_ values: [Value], isAll: Bool) throws(GroupRefusal) -> Message {
        var (places, gone): ([Place], Set<String>) = ([], [])
        for value in values.prefix(Group.mostPlaces) {
            guard let name = value.text("desc"), !name.isEmpty else {
                throw .unreadable(why: "a waypoint needs its desc")
            }
            // The region of a beacon is nowhere on the map.
            guard let lat = value.number("lat"), let lon = value.number("lon") else { continue }
            let created = value.number("tst").flatMap { Int64(exactly: $0.rounded()) }
            let id = created.map { "owntracks-\($0)" } ?? "owntracks"
            // The app writes coordinates that can't be where a region is to be deleted.
            guard let point = GeoPoint(onEarth: lat, lon) else {
                gone.formUnion([id, name])
                continue
            }
            let radius = min(max(value.number("rad") ?? 50, 10), 5_000)
            places.append(Place(id: id, name: String(name.prefix(60)), point: point, radius: radius))
        }
        return .places(places, gone: gone, isAll: isAll)
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

extension Timestamp {
    /// What apps may write, in seconds: until 2255, which nanoseconds can hold.
    static let appSeconds = 0.0...9_000_000_000
}
