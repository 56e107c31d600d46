internal import FeatureKit
internal import Geography

/// At which of a group's places a member is.
struct PlaceWatch: Equatable {
    private var inside: Set<String> = []

    /// Where the member came to, and left, since the last fix.
    mutating func visits(of member: ID<Member>, at fix: Fix, _ places: [Place]) -> [Visit] {
        let accuracy = fix.accuracy ?? 0
        let now = places.filter { place in
            let distance = fix.point.distance(to: place.point)
            // Who is at the edge does not come and go.
            return distance - accuracy <= place.radius
                || inside.contains(place.id) && distance <= place.radius + max(accuracy, 10)
        }
        let (before, after) = (inside, Set(now.map(\.id)))
        inside = after
        return places.filter { before.contains($0.id) != after.contains($0.id) }.map {
            Visit(member: member, place: $0.id, name: $0.name, hasLeft: before.contains($0.id), at: fix.time)
        }
    }
}
