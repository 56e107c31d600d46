/// The feeds that are followed on one loop.
struct FeedGroups {
    private var groups: [ObjectIdentifier: FeedGroup] = [:]
    private var withNews: [FeedGroup] = []

    /// Whether events wait to be sent.
    var haveWork: Bool { !withNews.isEmpty }

    /// The group of a feed.
    mutating func group(of feed: EventFeed) -> FeedGroup {
        if let group = groups[ObjectIdentifier(feed)] { return group }
        let group = FeedGroup(feed)
        groups[ObjectIdentifier(feed)] = group
        return group
    }

    /// Notes that a feed has events.
    mutating func note(_ feed: EventFeed) {
        guard let group = groups[ObjectIdentifier(feed)], !withNews.contains(where: { $0 === group }) else { return }
        withNews.append(group)
    }

    /// Takes out the feeds that have something to send.
    mutating func takeWithNews() -> [FeedGroup] {
        defer { withNews = [] }
        return withNews
    }

    /// Puts a feed back that has more to send.
    mutating func putBack(_ group: FeedGroup) { withNews.append(group) }

    /// Forgets a feed that nobody follows any more.
    mutating func remove(_ group: FeedGroup) { groups[ObjectIdentifier(group.feed)] = nil }
}

extension Loop {
    /// Sends events to those who follow, to many of them in parts.
    func sendEvents() {
        guard feeds.haveWork else { return }
        for group in feeds.takeWithNews() where group.send(on: self) { feeds.putBack(group) }
    }

    /// Takes a connection out of those who follow.
    func leave(_ group: FeedGroup, _ connection: Connection) {
        group.remove(connection)
        group.feed.leave(self)
        if group.followers.isEmpty { feeds.remove(group) }
    }
}
