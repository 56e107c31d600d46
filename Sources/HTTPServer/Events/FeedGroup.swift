/// One loop's share of a feed: the clients that follow it on this loop, and the events that are being sent to them.
///
/// Many clients are served in several turns, so that requests are answered in between.
final class FeedGroup {
    /// How many clients are served in one turn.
    static let mostAtOnce = 256

    let feed: EventFeed
    private(set) var followers: [Connection] = []
    private var batch = EventBatch([])
    /// The clients from this index on have the batch; it counts down, so that no client is skipped when another one
    /// joins or leaves.
    private var left = 0
    private var isOverrun = false

    init(_ feed: EventFeed) { self.feed = feed }

    /// Adds a client that has got its first events and does not need the current batch.
    func add(_ connection: Connection) {
        connection.follower.index = followers.count
        followers.append(connection)
    }

    /// Removes a client.
    func remove(_ connection: Connection) {
        let index = connection.follower.index
        guard index < followers.count, followers[index] === connection, let last = followers.popLast() else { return }
        guard last !== connection else { return }
        // The moved client may be served a second time in this batch; it skips the events it has.
        followers[index] = last
        last.follower.index = index
    }

    /// Continues to send; returns false once there was nothing to send.
    func send(on loop: Loop) -> Bool {
        // A group without clients was dropped, and its feed may have another one by now.
        guard !followers.isEmpty else { return false }
        if left == 0 {
            let news = feed.takeNews(loop)
            guard !news.events.isEmpty || news.isOverrun else { return false }
            batch = EventBatch(news.events)
            isOverrun = news.isOverrun
            left = followers.count
        }
        for _ in 0..<min(Self.mostAtOnce, left) {
            left = min(left, followers.count) - 1
            guard left >= 0 else { break }
            isOverrun ? followers[left].letGo() : followers[left].send(batch)
        }
        left = max(0, left)
        if left == 0 { batch = EventBatch([]) }
        return true
    }
}

/// Events that are sent together.
struct EventBatch {
    let events: [Event]
    /// All events, each as a chunk.
    let bytes: [UInt8]
    /// The number of bytes of the events without chunk framing.
    let plainCount: Int

    init(_ events: [Event]) {
        self.events = events
        bytes = events.count == 1 ? events[0].bytes : events.flatMap(\.bytes)
        plainCount = events.reduce(0) { $0 + $1.plain.count }
    }
}

/// The state of a connection while it follows a feed.
struct Follower {
    /// Its index in its group.
    var index = 0
    /// The number of the last event that was sent to it.
    var known: UInt64 = 0
    /// How many more bytes than usual may be unsent, since it got many events at the start.
    var replay = 0
}
