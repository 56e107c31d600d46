@_spi(Hosting) import FeatureKit
import HTTPServer

/// The events with which a route answers one request.
///
/// The answer begins with the first event, so that a route can still refuse before that. If the first event takes
/// longer than a moment, the head is sent without it, so that the client knows that it is being answered.
final class StreamReply: Sendable {
    static let fields: Fields = [
        "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
    ]

    /// The answer to `HEAD`.
    static var head: Response {
        var response = Response(.ok, fields)
        response.isHeadOfStream = true
        return response
    }

    /// The last event's data after the reader has lost the module.
    static let off = Array(#"{"reason":"off"}"#.utf8)
    /// The last event's data after the reader's sign-in is no longer valid.
    static let signedOut = Array(#"{"reason":"signed-out"}"#.utf8)
    /// The last event's data when the host stops, and may be back soon.
    static let stopping = Array(#"{"reason":"stopping"}"#.utf8)
    /// The last event's data when another instance has replaced the module; the client should ask again.
    static let replaced = Array(#"{"reason":"replaced"}"#.utf8)
    /// The last event's data after all events were sent.
    static let done = Array(#"{"reason":"done"}"#.utf8)

    private enum State {
        case quiet
        case open(any BodyStream)
        case closed
    }

    private let state = Lock(State.quiet)
    /// Raised once it is decided whether there is a stream.
    private let decided = Signal()
    private let exchange: any Exchange
    private let fields: Fields

    private let clock: any ClockSource
    private let stopping: Signal

    /// - Parameter stopping: Raised when the host stops, which ends the stream.
    init(_ exchange: any Exchange, _ extra: Fields, _ clock: any ClockSource, stopping: Signal = Signal()) {
        self.clock = clock
        self.stopping = stopping
        self.exchange = exchange
        fields = Self.fields.adding(extra)
    }

    /// Whether the answer has begun and not ended.
    var isOpen: Bool { state.withLock { if case .open = $0 { true } else { false } } }

    /// Begins the answer; nil if it has ended already.
    @discardableResult
    func begin() -> (any BodyStream)? {
        defer { decided.raise() }
        return state.withLock { state in
            switch state {
            case .quiet:
                // Called while the lock is held, so that a concurrent caller finds this stream and opens no second one.
                let stream = exchange.stream(.ok, fields)
                state = .open(stream)
                return stream
            case .open(let stream): return stream
            case .closed: return nil
            }
        }
    }

    /// Returns once the client has gone, when the host stops, or when the task is cancelled.
    func untilGone() async {
        await decided.wait()
        guard case .open(let stream) = state.withLock({ $0 }) else { return }
        await withTaskGroup { group in
            group.addTask { [clock] in await stream.keepAlive(clock) }
            group.addTask { [stopping] in await stopping.wait() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Sends an event; waits while the client is too slow.
    func send(_ event: String, _ data: [UInt8], id: String? = nil) async throws(StreamClosed) {
        guard let stream = begin() else { throw StreamClosed() }
        try await stream.write(EventText.bytes(event, data, id: id))
    }

    /// Ends the answer with a last event.
    func end(_ event: String, _ data: [UInt8]) {
        guard let stream = begin() else { return }
        state.withLock { $0 = .closed }
        stream.finish(EventText.bytes(event, data))
    }

    /// Refuses the request with a whole answer, or with a last event if the answer has begun.
    func refuse(_ problem: Problem, request: String, _ extra: Fields) {
        let before = state.withLock { state in
            defer { state = .closed }
            return state
        }
        decided.raise()
        switch before {
        case .quiet: exchange.answer(problem.response(request: request).adding(extra))
        case .open(let stream):
            stream.finish(EventText.bytes("problem", Array(problem.document(request: request).json.utf8)))
        case .closed: break
        }
    }
}
