/// What one loop has of a feed: the clients who follow it there, and the events that are being sent to them.
///
/// Many clients have their turn in parts, so that requests are answered in between.
final class FeedGroup {
    /// How many clients have their turn before other things do.
    static let mostAtOnce = 256

    let feed: EventFeed
    private(set) var followers: [Connection] = []
    private var batch = EventBatch([])
    /// The clients from here on have the batch; it counts down, so that whoever leaves or joins shifts nobody past it.
    private var left = 0
    private var isOverrun = false

    init(_ feed: EventFeed) { self.feed = feed }

    /// Adds a client, which has its welcome and needs nothing of what is being sent.
    func add(_ connection: Connection) {
        connection.follower.index = followers.count
        followers.append(connection)
    }

    /// Takes a client out.
    func remove(_ connection: Connection) {
        let index = connection.follower.index
        guard index < followers.count, followers[index] === connection, let last = followers.popLast() else { return }
        guard last !== connection else { return }
        // It may be asked a second time now; it knows what it has.
        followers[index] = last
        last.follower.index = index
    }

    /// Sends on; whether something is left to send.
    func send(on loop: Loop) -> Bool {
        // A group without clients was forgotten, and its feed may have another one.
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
    /// All of them, as chunks one after the other.
    let bytes: [UInt8]
    /// How many bytes the events themselves have.
    let plainCount: Int

    init(_ events: [Event]) {
        self.events = events
        bytes = events.count == 1 ? events[0].bytes : events.flatMap(\.bytes)
        plainCount = events.reduce(0) { $0 + $1.plain.count }
    }
}

/// What a connection keeps while it follows a feed.
struct Follower {
    /// Where it stands in its group.
    var index = 0
    /// The last event that it was sent.
    var known: UInt64 = 0
    /// How much it may wait beyond the usual, since it was sent so much at the beginning.
    var replay = 0
}
