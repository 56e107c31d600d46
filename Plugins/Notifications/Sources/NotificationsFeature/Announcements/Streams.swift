internal import FeatureKit
internal import NotificationsContracts

/// The clients that listen now, and the announcements that hold.
final class Streams: Sendable {
    /// How many announcements hold at once; more are left out and counted.
    static let mostHeld = 1_000

    private struct State {
        var isOver = false
        var followers: [ObjectIdentifier: Follower] = [:]
        var held: [String: HeldAnnouncement] = [:]
        /// Confirmations of an earlier run, for announcements that come again.
        var confirmedBefore: [String: Set<String>] = [:]
        var leftOut: UInt64 = 0
    }

    private let state = Lock(State())

    /// Begins with what was confirmed before a restart.
    func remember(_ confirmations: [String: Set<String>]) { state.withLock { $0.confirmedBefore = confirmations } }

    /// Tells a client from now on what comes, and first what holds.
    func follow(_ follower: Follower) {
        let isOver = state.withLock { state in
            guard !state.isOver else { return true }
            state.followers[ObjectIdentifier(follower)] = follower
            let held = state.held.values.filter { $0.concerns(follower.zone) }.sorted(by: HeldAnnouncement.isOlder)
            // Where it is too much for one client, emergencies and the newest of the rest.
            let (emergencies, others) = (held.filter { $0.level == .emergency }, held.filter { $0.level != .emergency })
            for announcement in (others + emergencies).suffix(Follower.mostWaiting) { _ = follower.hear(announcement) }
            return false
        }
        if isOver { follower.end() }
    }

    /// Tells a client nothing more.
    func leave(_ follower: Follower) {
        state.withLock { _ = $0.followers.removeValue(forKey: ObjectIdentifier(follower)) }
    }

    /// Ends all streams; clients come again and ask for what they missed.
    func end() {
        let followers = state.withLock { state in
            state.isOver = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.end() }
    }

    /// Shows what is in inboxes now to everybody who follows them.
    func show(_ entries: [Stored<InboxEntry>]) {
        guard !entries.isEmpty else { return }
        let entries = Dictionary(grouping: entries) { $0.document.person }
        tell { _ in
            { follower in
                guard let news = follower.person.flatMap({ entries[$0] }) else { return true }
                return news.allSatisfy { follower.hear($0.view) }
            }
        }
    }

    // MARK: - Announcements

    /// Announces something, in the place of what has the same id; false where too much holds already.
    @discardableResult
    func announce(_ announcement: HeldAnnouncement) -> Bool {
        tell { state in
            guard state.held[announcement.id] != nil || state.held.count < Self.mostHeld else {
                state.leftOut += 1
                return nil
            }
            var announcement = announcement
            announcement.confirmed = state.confirmedBefore.removeValue(forKey: announcement.confirmationKey) ?? []
            state.held[announcement.id] = announcement
            return { [announcement] in !announcement.concerns($0.zone) || $0.hear(announcement) }
        }
    }

    /// Tells that an announcement is over; false where it did not hold.
    @discardableResult
    func end(_ id: String) -> Bool {
        tell { state in
            guard let ended = state.held.removeValue(forKey: id) else { return nil }
            return { !ended.concerns($0.zone) || $0.hear(ended, isOver: true) }
        }
    }

    /// Announces something again to those who have not confirmed it.
    func remind(_ id: String) {
        tell { state in
            guard let held = state.held[id] else { return nil }
            return { follower in
                !held.concerns(follower.zone) || follower.key.map(held.confirmed.contains) == true
                    || follower.hear(held)
            }
        }
    }

    /// Changes what holds and tells those who follow, at once, so that all of them are told in the same order.
    ///
    /// - Parameter change: What each is told, false where too much waits for one already; nil where there is nothing to
    ///   tell.
    @discardableResult
    private func tell(_ change: (inout State) -> ((Follower) -> Bool)?) -> Bool {
        let (isTold, slow) = state.withLock { state -> (Bool, [Follower]) in
            guard let isTaken = change(&state) else { return (false, []) }
            let slow = state.followers.values.filter { !isTaken($0) }
            for follower in slow { state.followers[ObjectIdentifier(follower)] = nil }
            return (true, slow)
        }
        for follower in slow { follower.end() }
        return isTold
    }

    /// Notes that somebody has heard an announcement as it is now.
    func reached(_ key: String, by announcement: Announcement) {
        state.withLock { state in
            guard state.held[announcement.id]?.number == announcement.number else { return }
            state.held[announcement.id]?.reached.insert(key)
        }
    }

    /// Notes that somebody has confirmed an announcement as it was.
    func confirmed(_ announcement: HeldAnnouncement, by key: String) {
        state.withLock { state in
            guard state.held[announcement.id]?.number == announcement.number else { return }
            state.held[announcement.id]?.confirmed.insert(key)
        }
    }

    /// An announcement that holds now.
    subscript(id: String) -> HeldAnnouncement? { state.withLock { $0.held[id] } }

    /// What holds now, the oldest first.
    var held: [HeldAnnouncement] { state.withLock { $0.held.values.sorted(by: HeldAnnouncement.isOlder) } }
}
