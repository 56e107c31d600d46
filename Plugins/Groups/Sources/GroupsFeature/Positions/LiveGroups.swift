internal import FeatureKit

/// All groups in memory, and who follows them.
///
/// Who is in a group, and what they share, is read under the same lock as where they are: nothing is handed to somebody
/// who was put out of the group before, and nothing of somebody who has switched off.
final class LiveGroups: Sendable {
    /// What became of a fix in one of a person's groups.
    struct Move: Sendable {
        let member: Stored<Member>
        let history: Duration?
        let outcome: Whereabouts.Outcome
        /// How long to wait with the next fix.
        let next: Duration
    }

    /// What there is for somebody who follows a group.
    enum Look: Sendable {
        case news([GroupEvent], number: Int)
        /// They are no member, or the session has ended.
        case over
    }

    private struct State {
        var groups: [ID<Group>: Lock<LiveGroup>] = [:]
        var groupsOf: [String: Set<ID<Group>>] = [:]
        /// The group of each member, by which one is found who is erased.
        var groupOf: [ID<Member>: ID<Group>] = [:]

        mutating func forget(_ person: String, _ group: ID<Group>) {
            groupsOf[person]?.remove(group)
            if groupsOf[person]?.isEmpty == true { groupsOf[person] = nil }
        }
    }

    /// What tells the numbers of this run from those of another one.
    private let run = String(ID<LiveGroups>.random().text.prefix(6))
    private let state = Lock(State())
    /// The number of each group's last change, for those who follow it.
    let changes: LiveState<ID<Group>, Int>

    init(on clock: FeatureClock) { changes = LiveState(on: clock, mostReaders: 20_000) }

    // MARK: - Changes

    func put(_ group: Stored<Group>) {
        let live = state.withLock { state in
            if let live = state.groups[group.key] { return live }
            let live = Lock(LiveGroup(group))
            state.groups[group.key] = live
            return live
        }
        change(live, group.key) { $0.put(group) }
    }

    func put(_ member: Stored<Member>) {
        let (id, group) = (member.key, member.document.group)
        guard let live = live(group) else { return }
        let previous = change(live, group) { live in
            let previous = live.entries[id]?.stored.document.person
            live.put(member)
            return (previous, live.entries[id]?.stored.document.person)
        }
        state.withLock { state in
            if let old = previous.0, old != previous.1 { state.groupsOf[old]?.remove(group) }
            guard let new = previous.1 else { return }
            state.groupsOf[new, default: []].insert(group)
            state.groupOf[id] = group
        }
    }

    func remove(_ id: ID<Member>) {
        guard let group = state.withLock({ $0.groupOf.removeValue(forKey: id) }), let live = live(group) else { return }
        let person = change(live, group) { live in
            defer { live.remove(id) }
            return live.entries[id]?.stored.document.person
        }
        if let person { state.withLock { $0.forget(person, group) } }
    }

    /// Forgets a group, and with it where everybody in it was.
    func end(_ group: ID<Group>) {
        state.withLock { state in
            guard let live = state.groups.removeValue(forKey: group) else { return }
            for entry in live.withLock({ $0.entries.values }) {
                state.forget(entry.stored.document.person, group)
                state.groupOf[entry.stored.key] = nil
            }
        }
        changes.remove(group)
    }

    /// Moves a person in all groups with which they share where they are.
    func move(_ person: String, to fix: Fix, at now: Timestamp, _ rules: FixRules) -> [Move] {
        let groups = state.withLock { state in
            (state.groupsOf[person] ?? []).compactMap { id in state.groups[id].map { (id, $0) } }
        }
        return groups.compactMap { id, live in
            change(live, id) { live -> Move? in
                guard let member = live.member(of: person),
                    let outcome = live.move(member, to: fix, at: now, rules),
                    let entry = live.entries[member]
                else { return nil }
                return Move(
                    member: entry.stored, history: live.group.document.history, outcome: outcome, next: entry.pace)
            }
        }
    }

    private func live(_ group: ID<Group>) -> Lock<LiveGroup>? { state.withLock { $0.groups[group] } }

    @discardableResult
    private func change<Result>(
        _ live: Lock<LiveGroup>, _ group: ID<Group>, _ body: (inout LiveGroup) -> Result
    ) -> Result {
        let (result, before, number) = live.withLock { live in
            let before = live.number
            return (body(&live), before, live.number)
        }
        if number != before { changes.set(number, for: group, version: Int64(number)) }
        return result
    }

    // MARK: - Reading

    /// The groups that a person is in.
    func groups(of person: String) -> [ID<Group>] { state.withLock { ($0.groupsOf[person] ?? []).sorted() } }

    /// Reads a group for a member; nil for everybody else.
    func read<Result: Sendable>(
        _ group: ID<Group>, as person: String, _ body: (LiveGroup, ID<Member>) -> Result
    ) -> Result? {
        guard let live = live(group) else { return nil }
        return live.withLock { live -> Result? in
            guard let member = live.member(of: person) else { return nil }
            return body(live, member)
        }
    }

    /// What is new in a group for a member: everybody at first, or where it is not known any more what they missed.
    func look(at group: ID<Group>, as person: String, after number: Int?) -> Look {
        live(group)?.withLock { live in
            guard live.member(of: person) != nil else { return nil }
            return .news(live.events(after: number, run: run), number: live.number)
        } ?? .over
    }

    /// The number in the id of an event of this run.
    func number(of eventID: String) -> Int? {
        let parts = eventID.split(separator: ".")
        return parts.count == 2 && parts[0] == run ? Int(parts[1]) : nil
    }
}
