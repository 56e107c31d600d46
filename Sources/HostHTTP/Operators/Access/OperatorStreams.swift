@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// The open streams of operators with a token; they end when the token is revoked or expires.
final class OperatorStreams: Sendable {
    private struct Open {
        weak var body: (any BodyStream)?
    }

    /// By the token's id.
    private let open = Lock<[String: [Open]]>([:])
    private let counts: @Sendable (String) -> Bool

    /// - Parameter counts: Whether a token is still valid.
    init(counts: @escaping @Sendable (String) -> Bool) { self.counts = counts }

    /// The last event of an ended stream.
    private static let farewell = EventText.bytes("end", Array(#"{"reason":"revoked"}"#.utf8))

    /// Ends a stream when its token is no longer valid.
    func add(_ body: any BodyStream, of id: String) {
        open.withLock { open in
            // Removes streams that have ended by themselves.
            open[id, default: []].removeAll { $0.body == nil }
            open[id, default: []].append(Open(body: body))
        }
        // The token may have been revoked since it was checked.
        if !counts(id) { end(id) }
    }

    /// Ends all streams of a token.
    func end(_ id: String) {
        let bodies = open.withLock { $0.removeValue(forKey: id) } ?? []
        for open in bodies { open.body?.finish(Self.farewell) }
    }
}

/// An exchange with an operator who came with a token.
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
