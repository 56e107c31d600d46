internal import FeatureKit

/// What becomes due as time passes.
enum Due: Hashable, Sendable {
    /// A group's session ends.
    case end(ID<Group>)
    /// What is old is deleted.
    case cleanUp
}

extension GroupService {
    /// Reads the groups whose session goes on into memory.
    ///
    /// - Returns: The changes of members since then, among which are those who are erased.
    func resume() async throws -> DocumentChanges<Member> {
        let token = try await store.read { snapshot in try snapshot.token }
        for try await group in groups.all(where: [.above("until", clock.now)]) {
            live.put(group)
            deadlines.set(.end(group.key), at: group.document.until)
        }
        for try await member in members.all() { live.put(member) }
        deadlines.set(.cleanUp, after: .zero)
        return try await members.changes(after: token)
    }

    /// Takes members out of memory who are gone from the store, such as those whose account was deleted.
    func follow(_ changes: DocumentChanges<Member>) async {
        do {
            for try await change in changes where change.document == nil { live.remove(ID(change.id)) }
        } catch { log.error("can't follow who was erased", [("error", "\(error)")]) }
    }

    /// Ends sessions and deletes what is old, until the module is asked to stop.
    func keepTime() async {
        for await due in deadlines {
            do { try await handle(due) } catch {
                guard !Task.isCancelled else { return }
                log.warning("can't do what is due; trying again", [("error", "\(error)")])
                deadlines.set(due, after: .seconds(5))
            }
        }
    }

    private func handle(_ due: Due) async throws {
        switch due {
        case .end(let id):
            guard let until = try await groups.get(id)?.document.until else { return live.end(id) }
            if until <= clock.now { live.end(id) } else { deadlines.set(.end(id), at: until) }
        case .cleanUp: try await cleanUp()
        }
    }

    private func cleanUp() async throws {
        let now = clock.now
        try await tracks.deleteAll(where: [.upTo("until", now)])
        for try await group in groups.all(where: [.upTo("until", now.advanced(by: .zero - settings.keep))]) {
            try await disband(group.key)
        }
        // A group whose owner was erased belongs to the first who joined and is no guest.
        for try await group in groups.all(where: [.absent("owner")]) {
            try await store.transaction { tx in
                guard var orphan = try tx.get(groups, group.id)?.document, orphan.owner == nil else { return }
                let joined = try tx.all(members, where: [.equals("group", group.key)], order: .by("joined"))
                guard let successor = joined.first(where: { !$0.document.isGuest }) else { return }
                orphan.owner = successor.document.person
                try put(orphan, group.key, tx)
            }
        }
        deadlines.set(.cleanUp, after: .seconds(300))
    }

    /// Deletes a group and everything that is kept of it.
    func disband(_ id: ID<Group>) async throws {
        try await store.transaction { tx in
            for member in try tx.all(members, where: [.equals("group", id)]) { try tx.delete(members, member.id) }
            for ban in try tx.all(bans, where: [.equals("group", id)]) { try tx.delete(bans, ban.id) }
            try tx.delete(groups, id)
            tx.afterCommit { live.end(id) }
        }
        try await tracks.deleteAll(where: [.equals("group", id)])
    }
}
