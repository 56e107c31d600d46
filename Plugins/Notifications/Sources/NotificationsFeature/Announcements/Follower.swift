internal import FeatureKit
internal import NotificationsContracts

/// What a client is told next: an announcement, or a change of an inbox.
enum News: Equatable {
    case announcement(Announcement)
    case entry(InboxEntry.View)

    var about: (kind: String, level: NotificationRecord.Level) {
        switch self {
        case .announcement(let said): (said.kind, said.level)
        case .entry(let said): (said.kind, said.level)
        }
    }
}

/// A client that listens; what it is told waits until it has taken the rest.
final class Follower: Sendable {
    /// How many announcements and how many entries wait for a slow client, whose stream ends beyond that.
    static let mostWaiting = 100

    private struct Waiting {
        var announcements: [Announcement] = []
        var entries: [InboxEntry.View] = []
        var isOver = false
    }

    /// By what it confirms: a person's key, or that of a guest's device.
    let key: String?
    /// Whose inbox it follows.
    let person: String?
    let zone: Int?
    private let language: String?
    private let waiting = Lock(Waiting())
    private let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    init(key: String? = nil, person: String? = nil, zone: Int? = nil, language: String? = nil) {
        (self.key, self.person, self.zone, self.language) = (key, person, zone, language)
        (bell, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes an announcement, which waits for no entry and in the place of what it was before; false where too many wait.
    func hear(_ announcement: HeldAnnouncement, isOver: Bool = false) -> Bool {
        let heard = announcement.heard(by: key, in: language, isOver: isOver)
        return add { waiting in
            waiting.announcements.removeAll { $0.id == heard.id }
            // Emergencies go first.
            let place = waiting.announcements.firstIndex { heard.level == .emergency && $0.level != .emergency }
            waiting.announcements.insert(heard, at: place ?? waiting.announcements.endIndex)
        }
    }

    /// Takes a change of the inbox; false where too many wait.
    func hear(_ entry: InboxEntry.View) -> Bool { add { $0.entries.append(entry) } }

    private func add(_ change: (inout Waiting) -> Void) -> Bool {
        let isTaken = waiting.withLock { waiting in
            change(&waiting)
            return max(waiting.announcements.count, waiting.entries.count) <= Self.mostWaiting
        }
        ring.yield()
        return isTaken
    }

    /// Ends the stream at once.
    func end() {
        waiting.withLock { $0 = Waiting(isOver: true) }
        ring.finish()
    }

    /// The next announcement that waits, if one does.
    func nextAnnouncement() -> Announcement? {
        waiting.withLock { $0.announcements.isEmpty ? nil : $0.announcements.removeFirst() }
    }

    /// What comes next; nil at the end.
    func next() async -> News? {
        while true {
            let (next, isOver) = waiting.withLock { waiting -> (News?, Bool) in
                if !waiting.announcements.isEmpty { return (.announcement(waiting.announcements.removeFirst()), false) }
                if !waiting.entries.isEmpty { return (.entry(waiting.entries.removeFirst()), false) }
                return (nil, waiting.isOver)
            }
            if next != nil || isOver { return next }
            var rings = bell.makeAsyncIterator()
            guard await rings.next() != nil else { return nil }
        }
    }
}
