@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// What streams to operators who came with a token; it ends with the token.
final class OperatorStreams: Sendable {
    private struct Open {
        weak var body: (any BodyStream)?
    }

    /// By the token's id.
    private let open = Lock<[String: [Open]]>([:])
    private let counts: @Sendable (String) -> Bool

    /// - Parameter counts: Whether a token still does.
    init(counts: @escaping @Sendable (String) -> Bool) { self.counts = counts }

    /// What the last event says.
    private static let farewell = EventText.bytes("end", Array(#"{"reason":"revoked"}"#.utf8))

    /// Has a stream end when a token counts no more.
    func add(_ body: any BodyStream, of id: String) {
        open.withLock { open in
            // Those that have ended since are nobody's any more.
            open[id, default: []].removeAll { $0.body == nil }
            open[id, default: []].append(Open(body: body))
        }
        // It may have ceased to count since it was looked at.
        if !counts(id) { end(id) }
    }

    /// Ends all streams of a token.
    func end(_ id: String) {
        let bodies = open.withLock { $0.removeValue(forKey: id) } ?? []
        for open in bodies { open.body?.finish(Self.farewell) }
    }
}

/// The way back to an operator who came with a token.
final class OperatorExchange: Exchange {
    private let inner: any Exchange
    private let id: String
    private let gate: OperatorGate

    init(_ inner: any Exchange, of known: Operator, at gate: OperatorGate) {
        self.inner = inner
        id = known.id
        self.gate = gate
    }

    var loop: Int { inner.loop }

    func keep(_ note: any AnyObject & Sendable) { inner.keep(note) }

    func takeTime() { inner.takeTime() }

    func answer(_ response: Response) { inner.answer(response) }

    func stream(_ status: Status, _ fields: Fields) -> any BodyStream {
        let body = inner.stream(status, fields)
        gate.streams.add(body, of: id)
        return body
    }

    func follow(_ feed: EventFeed, _ fields: Fields, after lastEventID: String?) {
        inner.follow(feed, fields, after: lastEventID)
    }

    func unfollow(_ event: String, _ data: [UInt8]) { inner.unfollow(event, data) }
}
