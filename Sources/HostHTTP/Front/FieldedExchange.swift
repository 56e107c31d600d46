import HTTPServer

/// An exchange that adds header fields to every answer.
final class FieldedExchange: Exchange {
    private let inner: any Exchange
    private let extra: Fields

    init(_ inner: any Exchange, _ extra: Fields) {
        self.inner = inner
        self.extra = extra
    }

    var loop: Int { inner.loop }

    func keep(_ note: any AnyObject & Sendable) { inner.keep(note) }

    func takeTime() { inner.takeTime() }

    func answer(_ response: Response) { inner.answer(response.adding(extra)) }

    func stream(_ status: Status, _ fields: Fields) -> any BodyStream { inner.stream(status, fields.adding(extra)) }

    func follow(_ feed: EventFeed, _ fields: Fields, after lastEventID: String?) {
        inner.follow(feed, fields.adding(extra), after: lastEventID)
    }

    func unfollow(_ event: String, _ data: [UInt8]) { inner.unfollow(event, data) }
}
