internal import Calendars
internal import FeatureKit

/// What all routes share: what is stored, and the groups in memory.
@Resources struct GroupService: Sendable {
    let store: Store
    let clock: FeatureClock
    let flags: Flags
    let log: Log

    let groups: StoredCollection<Group>
    let members: StoredCollection<Member>
    let bans: StoredCollection<Ban>
    let tracks: StoredCollection<Track>
    let devices: StoredCollection<Device>

    let current: Lock<Groups.Settings>
    let zone: Zone
    let live: LiveGroups
    let deadlines: Deadlines<Due>
    let wrongCodes = Lock(AttemptCounter<String>(in: .minutes(10)))
    /// What was done with fixes, for the log.
    let figures = Lock(FixFigures())

    init(_ settings: Groups.Settings, _ context: FeatureContext) throws {
        try self.init(
            context, current: Lock(settings), zone: Zones().zone(settings.zone), live: LiveGroups(on: context.clock),
            deadlines: Deadlines(on: context.clock))
    }

    /// The settings as they are now.
    var settings: Groups.Settings { current.withLock { $0 } }

    /// How often a phone sends where it is.
    func interval(for caller: Caller) -> Duration {
        let seconds = (try? flags.value(of: Groups.interval, for: caller)) ?? 0
        return seconds > 0 ? .seconds(min(seconds, 3_600)) : settings.interval
    }

    // MARK: - Who asks

    /// The key of who asks, to whom first moves what they are as a guest of this device, as far as they may be in so many groups.
    func person(_ call: Call) async throws -> String {
        guard let key = call.caller.key, key.count <= 256 else { throw GroupRefusal.nobody }
        guard call.caller.isSignedIn, let device = call.caller.device, device != key else { return key }
        guard try await members.first(where: [.equals("person", device)]) != nil else { return key }
        let most = settings.mostGroups
        try await store.transaction { tx in
            let asGuest = try tx.all(members, where: [.equals("person", device)])
            for member in asGuest.sorted(by: { $0.document.joined < $1.document.joined }) {
                let group = member.document.group
                let claim = Member.claim(group, key)
                let isIn = try tx.first(members, where: [.equals("claim", claim)]) != nil
                // Who is banned does not come in again as a guest.
                if try isIn || tx.first(bans, where: [.equals("claim", claim)]) != nil {
                    try remove(member, tx)
                } else {
                    // What is too much stays with the device, and is lost to nobody.
                    guard try tx.count(members, where: [.equals("person", key)]) < most else { continue }
                    for track in try tx.all(tracks, where: [.equals("member", member.key)]) {
                        try tx.update(tracks, track.key) { $0.person = key }
                    }
                    var moved = member.document
                    (moved.person, moved.isGuest, moved.claim) = (key, false, claim)
                    try put(moved, member.key, tx)
                }
                if var owned = try tx.get(groups, group)?.document, owned.owner == device {
                    owned.owner = key
                    try put(owned, group, tx)
                }
            }
        }
        return key
    }

    /// A group that somebody is in, as it is stored, with their own membership.
    func find(
        _ id: ID<Group>, _ person: String, _ snapshot: StoreSnapshot
    ) throws -> (group: Stored<Group>, member: Stored<Member>) {
        guard let group = try snapshot.get(groups, id),
            let member = try snapshot.first(members, where: [.equals("claim", Member.claim(id, person))])
        else { throw GroupRefusal.noGroup }
        return (group, member)
    }

    /// A group whose session goes on, for its owner.
    func own(_ id: ID<Group>, _ person: String, _ tx: StoreTransaction) throws -> Stored<Group> {
        let (group, _) = try find(id, person, tx)
        guard group.document.owner == person else { throw GroupRefusal.notYours }
        guard clock.now < group.document.until else { throw GroupRefusal.ended }
        return group
    }

    /// A group as a person sees it.
    func view(_ group: Stored<Group>, to person: String, _ snapshot: StoreSnapshot) throws -> Group.View {
        var view = group.view
        view.members = try snapshot.count(members, where: [.equals("group", group.key)])
        view.isYours = group.document.owner == person
        return view
    }

    // MARK: - Writing

    /// Writes a group; those who follow it are shown it once that is on the disk.
    @discardableResult
    func put(
        _ group: Group, _ id: ID<Group>, _ tx: StoreTransaction
    ) throws -> Stored<Group> {
        let stored = try tx.put(groups, group, id: id)
        tx.afterCommit {
            live.put(stored)
            deadlines.set(.end(id), at: group.until)
        }
        return stored
    }

    /// Writes a member; what others see of them follows once that is on the disk.
    @discardableResult
    func put(_ member: Member, _ id: ID<Member>, _ tx: StoreTransaction) throws -> Stored<Member> {
        let stored = try tx.put(members, member, id: id)
        tx.afterCommit { live.put(stored) }
        return stored
    }

    /// Takes a member out of a group, with all that is kept of them there.
    func remove(_ member: Stored<Member>, _ tx: StoreTransaction) throws {
        try tx.delete(members, member.id)
        for track in try tx.all(tracks, where: [.equals("member", member.key)]) { try tx.delete(tracks, track.id) }
        tx.afterCommit { live.remove(member.key) }
    }
}

/// What was done with fixes.
struct FixFigures {
    var taken = 0, late = 0, duplicate = 0, future = 0, poor = 0
}
