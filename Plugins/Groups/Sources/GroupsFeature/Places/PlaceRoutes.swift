internal import FeatureKit

@Routes("groups", as: "placeRoutes") extension GroupService {
    /// Sets where the members meet.
    /// - Parameter name: What it is called.
    /// - Parameter point: Where it is.
    @Put("/{group}/meeting", .everyone)
    func setMeeting(
        group: ID<Group>, @Text(1...60) name: String, point: GeoPoint, _ call: Call
    ) async throws -> Group.View {
        try await changePlaces(of: group, call) { group, member in
            group.meeting = Place(id: "meeting", name: name, point: point, setBy: member.text)
        }
    }

    /// Takes the meeting point away.
    @Delete("/{group}/meeting", .everyone)
    func removeMeeting(group: ID<Group>, _ call: Call) async throws -> Group.View {
        try await changePlaces(of: group, call) { group, _ in group.meeting = nil }
    }

    /// Adds a place, or changes it; that members come to it and leave it is told from then on.
    /// - Parameter place: What the client calls it.
    /// - Parameter name: The name of the place.
    /// - Parameter point: Where it is.
    /// - Parameter radius: How far from there it reaches, in metres.
    @Put("/{group}/places/{place}", .everyone)
    func setPlace(
        group: ID<Group>, @Text(1...40) place: String, @Text(1...60) name: String, point: GeoPoint,
        @In(10.0...5_000.0) radius: Double = 50, _ call: Call
    ) async throws -> Group.View {
        try await changePlaces(of: group, call) { group, member in
            let new = Place(id: place, name: name, point: point, radius: radius, setBy: member.text)
            if let index = group.places.firstIndex(where: { $0.id == place }) {
                group.places[index] = new
            } else {
                guard group.places.count < Group.mostPlaces else {
                    throw GroupRefusal.tooManyPlaces(most: Group.mostPlaces)
                }
                group.places.append(new)
            }
        }
    }

    /// Takes a place away.
    /// - Parameter place: Which place.
    @Delete("/{group}/places/{place}", .everyone)
    func removePlace(
        group: ID<Group>, @Text(1...40) place: String, _ call: Call
    ) async throws -> Group.View {
        try await changePlaces(of: group, call) { group, _ in
            guard let index = group.places.firstIndex(where: { $0.id == place }) else { throw GroupRefusal.noPlace }
            group.places.remove(at: index)
        }
    }

    private func changePlaces(
        of id: ID<Group>, _ call: Call, _ body: @escaping @Sendable (inout Group, ID<Member>) throws -> Void
    ) async throws -> Group.View {
        let person = try await person(call)
        return try await store.transaction { tx in
            let (found, member) = try find(id, person, tx)
            var group = found.document
            guard clock.now < group.until else { throw GroupRefusal.ended }
            guard !group.ownerSetsPlaces || group.owner == person else { throw GroupRefusal.notYours }
            try body(&group, member.key)
            return try view(put(group, id, tx), to: person, tx)
        }
    }
}
