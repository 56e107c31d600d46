package import HostSystem

/// One request's way back: exactly one answer goes through it.
///
/// The server's connections are exchanges; tests have one of their own. An answer may be given at once, or later from
/// any thread; a second one is ignored. A client that has gone is no error.
package protocol Exchange: AnyObject, Sendable {
    /// The loop that it lies on, from 0; its state can be kept apart by it.
    var loop: Int { get }

    /// Keeps something for `Responder.finished`, such as where the request went; only from inside of `respond`
    /// and before the answer.
    func keep(_ note: any AnyObject & Sendable)

    /// Says that the answer may take as long as `ServerLimits.patience`; only from inside of `respond` and before the
    /// answer.
    func takeTime()

    /// Gives the whole answer.
    func answer(_ response: Response)

    /// Begins an answer whose body comes bit by bit; its length is not known (chunked).
    func stream(_ status: Status, _ fields: Fields) -> any BodyStream

    /// Answers with what a feed tells from now on, as server-sent events.
    ///
    /// - Parameter lastEventID: What the client heard last; as far as the feed remembers, it gets what came after.
    func follow(_ feed: EventFeed, _ fields: Fields, after lastEventID: String?)

    /// Ends what was begun by `follow` with an event of its own, while others go on following; called from anywhere.
    func unfollow(_ event: String, _ data: [UInt8])
}

/// A body that is sent bit by bit.
package protocol BodyStream: AnyObject, Sendable {
    /// Sends bytes, whole and in one piece whoever else writes; waits while the client is slower than what is written.
    ///
    /// - Throws: `StreamClosed` once the client has gone or the server stops.
    func write(_ bytes: [UInt8]) async throws(StreamClosed)

    /// Returns once the client has gone or the body has ended, or when the task is cancelled.
    func untilClosed() async

    /// Ends the body with these bytes; it may be called from anywhere and more than once, of which the first counts.
    func finish(_ last: [UInt8])
}

extension BodyStream {
    /// Ends the body.
    package func finish() { finish([]) }
}

/// Nobody reads any more.
package struct StreamClosed: Error, Sendable, Equatable {
    package init() {}
}

/// Answers requests; called on a loop's thread, so it must not block.
package protocol Responder: AnyObject, Sendable {
    /// Says how large a body may be, once a request's head is there; the request has no body yet.
    func admit(_ request: Request) -> Admission

    /// What is answered where a body turns out to be larger than it may be, which its length did not tell.
    func tooLarge(_ request: Request) -> Refused

    /// Answers a whole request, at once or later.
    func respond(to request: Request, via exchange: any Exchange)

    /// What is answered for a request that nobody has answered within `ServerLimits.answerTime`.
    func overdue(_ request: Request) -> Response

    /// Whether many clients come from an address, such as that of a proxy, so that it may have as many connections as
    /// there are.
    func isShared(_ address: IPAddress) -> Bool

    /// Told once an answer has gone out as far as the server is concerned, for logs and counts.
    func finished(_ record: ExchangeRecord)
}

extension Responder {
    package func tooLarge(_ request: Request) -> Refused { Refused(PlainAnswer(.bodyTooLarge).response) }
    package func isShared(_ address: IPAddress) -> Bool { false }
}

/// What may come with a request.
package enum Admission: Sendable {
    /// A body of at most so many bytes.
    case body(upTo: Int)
    /// Nothing: this is the answer already.
    case refuse(Refused)
}

/// The answer to a request whose body is not taken.
package struct Refused: Sendable {
    package let response: Response
    /// What `Responder.finished` is told beside it.
    package let note: (any AnyObject & Sendable)?

    package init(_ response: Response, note: (any AnyObject & Sendable)? = nil) {
        self.response = response
        self.note = note
    }
}

/// What became of a request.
package struct ExchangeRecord: Sendable {
    package let request: Request
    package let status: Status
    /// Bytes of the body that were sent or lie ready to be sent.
    package let bytes: Int
    /// From the request's first byte to the end of its answer, or of the stream.
    package let took: Duration
    package let loop: Int
    /// What the responder kept.
    package let note: (any AnyObject & Sendable)?

    package init(
        request: Request, status: Status, bytes: Int, took: Duration, loop: Int,
        note: (any AnyObject & Sendable)? = nil
    ) {
        self.request = request
        self.status = status
        self.bytes = bytes
        self.took = took
        self.loop = loop
        self.note = note
    }
}
