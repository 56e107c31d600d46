import HTTPServer

/// A topic that apps may follow.
struct TopicTarget: Sendable {
    let feed: EventFeed
}
