internal import Calendars
internal import Codes
internal import FeatureKit

/// The groups of somebody.
@Record struct GroupList: Equatable {
    /// Each group.
    var items: [Group.View]
}

@Routes("groups", as: "groupRoutes") extension GroupService {
    /// Makes a group, which belongs to the caller and goes on until the end of the day by default.
    /// - Parameter name: What it is called.
    /// - Parameter myName: The name by which the others see the caller.
    /// - Parameter date: The day of the venue at whose end the session ends, such as 2026-11-22.
    /// - Parameter until: When the session ends, where that is not the end of a day.
    /// - Parameter takesGuests: Whether people may join who have not signed in.
    /// - Parameter history: For how long tracks are kept of those who share; not at all by default.
    @Post("/", .user)
    func create(
        @Text(1...60) name: String, @Text(1...40) myName: String, @Text(10...10) date: String?, until: Timestamp?,
        takesGuests: Bool = false, @In(.seconds(60) ... .seconds(86_400)) history: Duration?, _ call: Call,
        _ once: Once<Group.View>
    ) async throws -> Once<Group.View>.Answer {
        let (person, now) = (try await person(call), clock.now)
        let day = try date.map { text -> Day in
            guard let day = Day(text) else {
                throw GroupRefusal.unreadable(why: "date: \"\(text)\" is no day such as 2026-11-22")
            }
            return day
        }
        let end = try checked(until ?? zone.lastSecond(of: day ?? zone.day(at: now)))
        return try await once.finish { tx in
            try checkGroups(of: person, tx)
            let group = try put(
                Group(
                    name: name, until: end, takesGuests: takesGuests, history: history, owner: person,
                    code: .joinCode(), made: now), .random(), tx)
            try put(
                Member(
                    group: group.key, person: person, name: myName, joined: now,
                    claim: Member.claim(group.key, person)), .random(), tx)
            return try view(group, to: person, tx)
        }
    }

    /// The groups that the caller is in.
    @Get("/", .everyone)
    func mine(_ call: Call) async throws -> GroupList {
        let person = try await person(call)
        return try await store.read { snapshot in
            let own = try snapshot.all(members, where: [.equals("person", person)])
            return GroupList(
                items: try own.sorted { $0.document.joined < $1.document.joined }.compactMap {
                    try snapshot.get(groups, $0.document.group).map { try view($0, to: person, snapshot) }
                })
        }
    }

    /// A group, for its members.
    @Get("/{group}", .everyone)
    func one(group: ID<Group>, _ call: Call) async throws -> Group.View {
        let person = try await person(call)
        return try await store.read { snapshot in
            try view(find(group, person, snapshot).group, to: person, snapshot)
        }
    }

    /// Changes a group, for its owner.
    @Patch("/{group}", .everyone)
    func change(_ request: Group.Change, _ call: Call) async throws -> Group.View {
        let person = try await person(call)
        return try await store.transaction { tx in
            let group = try own(request.group, person, tx)
            let changed = try group.changed(by: request)
            if changed.until != group.document.until { _ = try checked(changed.until) }
            if changed.history == nil { try forgetTracks(of: group.key, tx) }
            return try view(put(changed, group.key, tx), to: person, tx)
        }
    }

    /// Gives a group to another member, for its owner.
    /// - Parameter member: The member who owns it from now on.
    @Post("/{group}/owner", .everyone)
    func transfer(group: ID<Group>, member: ID<Member>, _ call: Call) async throws -> Group.View {
        let person = try await person(call)
        return try await store.transaction { tx in
            var owned = try own(group, person, tx).document
            guard let successor = try tx.get(members, member)?.document, successor.group == group, !successor.isGuest
            else {
                throw GroupRefusal.noMember
            }
            owned.owner = successor.person
            let stored = try put(owned, group, tx)
            // Who owns it is shown with the member.
            for id in [member, try find(group, person, tx).member.key] {
                if let changed = try tx.get(members, id)?.document { try put(changed, id, tx) }
            }
            return try view(stored, to: person, tx)
        }
    }

    /// Disbands a group, for its owner: everything of it is deleted.
    @Delete("/{group}", .everyone)
    func remove(group: ID<Group>, _ call: Call) async throws -> Done {
        let person = try await person(call)
        try await store.read { snapshot in
            guard try find(group, person, snapshot).group.document.owner == person else { throw GroupRefusal.notYours }
        }
        try await disband(group)
        return Done()
    }

    // MARK: - Parts

    private func checked(_ until: Timestamp) throws(GroupRefusal) -> Timestamp {
        let longest = settings.longest
        guard clock.now < until, until <= clock.now.advanced(by: longest) else { throw .until(longest: longest) }
        return until
    }

    /// Refuses where somebody is in as many groups as they may.
    func checkGroups(of person: String, _ tx: StoreTransaction) throws {
        let most = settings.mostGroups
        guard try tx.count(members, where: [.equals("person", person)]) < most else {
            throw GroupRefusal.tooManyGroups(most: most)
        }
    }

    private func forgetTracks(of group: ID<Group>, _ tx: StoreTransaction) throws {
        for track in try tx.all(tracks, where: [.equals("group", group)]) { try tx.delete(tracks, track.id) }
    }
}

extension Zone {
    /// The last second of a day, 23:59:59 by the clock of the zone.
    func lastSecond(of day: Day) -> Timestamp {
        moment(day.advanced(by: 1), .midnight).advanced(by: .seconds(-1))
    }
}

extension String {
    /// A code to join with, of letters and digits that nobody confuses.
    static func joinCode() -> String {
        var generator = SystemRandomNumberGenerator()
        return ShortCode.random(8, using: &generator)
    }
}
