internal import FeatureKit

/// Who may not join a group any more.
@Record struct BanList: Equatable {
    /// Each of them.
    var items: [Ban.View]
}

@Routes("groups", as: "memberRoutes") extension GroupService {
    /// Says how exactly the others see where the caller is, from now on.
    /// - Parameter sharing: Exactly, roughly or not at all; what was shown before is taken away then.
    /// - Parameter name: The name that the others see.
    @Patch("/{group}/me", .everyone)
    func changeMe(
        group: ID<Group>, sharing: Member.Sharing?, @Text(1...40) name: String?, _ call: Call
    ) async throws -> MemberView {
        let person = try await person(call)
        let id = try await store.transaction { tx in
            var (found, member) = try find(group, person, tx)
            guard clock.now < found.document.until else { throw GroupRefusal.ended }
            var changed = member.document
            (changed.sharing, changed.name) = (sharing ?? changed.sharing, name ?? changed.name)
            if changed != member.document { member = try put(changed, member.key, tx) }
            return member.key
        }
        return try live.read(group, as: person) { live, _ in live.entries[id].map(live.view) }.flatMap(\.self)
            ?? { throw GroupRefusal.noGroup }()
    }

    /// Leaves a group; its owner gives it to somebody else first.
    @Post("/{group}/leave", .everyone)
    func leave(group: ID<Group>, _ call: Call) async throws -> Done {
        let person = try await person(call)
        return try await store.transaction { tx in
            let (found, member) = try find(group, person, tx)
            guard found.document.owner != person else { throw GroupRefusal.ownerStays }
            try remove(member, tx)
            return Done()
        }
    }

    /// Puts a member out of a group, for its owner.
    /// - Parameter ban: Whether they can't join it again.
    @Delete("/{group}/members/{member}", .everyone)
    func kick(group: ID<Group>, member: ID<Member>, ban: Bool = false, _ call: Call) async throws -> Done {
        let person = try await person(call)
        return try await store.transaction { tx in
            _ = try own(group, person, tx)
            guard let found = try tx.get(members, member), found.document.group == group else {
                throw GroupRefusal.noMember
            }
            guard found.document.person != person else { throw GroupRefusal.ownerStays }
            try remove(found, tx)
            let claim = Member.claim(group, found.document.person)
            if ban, try tx.first(bans, where: [.equals("claim", claim)]) == nil {
                try tx.insert(
                    bans,
                    Ban(
                        group: group, person: found.document.person, name: found.document.name, at: clock.now,
                        claim: claim))
            }
            return Done()
        }
    }

    /// Who may not join a group any more, for its owner.
    @Get("/{group}/bans", .everyone)
    func banned(group: ID<Group>, _ call: Call) async throws -> BanList {
        let person = try await person(call)
        return try await store.transaction { tx in
            _ = try own(group, person, tx)
            return BanList(items: try tx.all(bans, where: [.equals("group", group)]).map(\.view))
        }
    }

    /// Lets somebody join again, for the owner.
    @Delete("/{group}/bans/{ban}", .everyone)
    func unban(group: ID<Group>, ban: ID<Ban>, _ call: Call) async throws -> Done {
        let person = try await person(call)
        return try await store.transaction { tx in
            _ = try own(group, person, tx)
            if try tx.get(bans, ban)?.document.group == group { try tx.delete(bans, ban) }
            return Done()
        }
    }
}
