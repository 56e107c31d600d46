package import HostSystem

/// Answers one request; the first answer counts.
///
/// The server has an implementation for its connections; tests have their own. An answer may be given at once, or
/// later from any thread; a second one is ignored. If the client has gone, the answer is dropped without an error.
package protocol Exchange: AnyObject, Sendable {
    /// The number of its loop, from 0; usable as an index of per-loop state.
    var loop: Int { get }

    /// Keeps a note for `Responder.finished`, such as the request's route; only from inside of `respond` and before
    /// the answer.
    func keep(_ note: any AnyObject & Sendable)

    /// Says that the answer may take as long as `ServerLimits.patience`; only from inside of `respond` and before the
    /// answer.
    func takeTime()

    /// Sends a whole answer.
    func answer(_ response: Response)

    /// Begins an answer whose body is streamed with an unknown length.
    func stream(_ status: Status, _ fields: Fields) -> any BodyStream

    /// Answers with the events of a feed from now on, as server-sent events.
    ///
    /// - Parameter lastEventID: The id of the client's last event; it gets the later ones that the feed still has.
    func follow(_ feed: EventFeed, _ fields: Fields, after lastEventID: String?)

    /// Ends the stream begun by `follow` with an event for this client alone; may be called from any thread.
    func unfollow(_ event: String, _ data: [UInt8])
}

/// A body that is streamed.
package protocol BodyStream: AnyObject, Sendable {
    /// Sends bytes in one piece, without bytes of other writers in between; waits while the client is too slow.
    ///
    /// - Throws: `StreamClosed` once the client has gone or the server stops.
    func write(_ bytes: [UInt8]) async throws(StreamClosed)

    /// Returns once the client has gone or the body has ended, or when the task is cancelled.
    func untilClosed() async

    /// Ends the body with these bytes; may be called from any thread, and all calls after the first are ignored.
    func finish(_ last: [UInt8])
}

extension BodyStream {
    /// Ends the body.
    package func finish() { finish([]) }
}

/// The error of a write after the client has gone or the server has stopped.
package struct StreamClosed: Error, Sendable, Equatable {
    package init() {}
}

/// Answers requests; called on a loop's thread, so it must not block.
package protocol Responder: AnyObject, Sendable {
    /// Decides how large a body may be once a request's head was read; the request has no body yet.
    func admit(_ request: Request) -> Admission

    /// The answer to a body that is too large although its length was not announced.
    func tooLarge(_ request: Request) -> Refused

    /// Answers a whole request, at once or later.
    func respond(to request: Request, via exchange: any Exchange)

    /// The answer to a request that was not answered within `ServerLimits.answerTime`.
    func overdue(_ request: Request) -> Response

    /// Whether many clients share an address, such as that of a proxy, so that its connections are not limited.
    func isShared(_ address: IPAddress) -> Bool

    /// Called once the server is done with an answer, for logs and counts.
    func finished(_ record: ExchangeRecord)
}

extension Responder {
    package func tooLarge(_ request: Request) -> Refused { Refused(PlainAnswer(.bodyTooLarge).response) }
    package func isShared(_ address: IPAddress) -> Bool { false }
}

/// Whether a request's body is read.
package enum Admission: Sendable {
    /// Read a body of at most so many bytes.
    case body(upTo: Int)
    /// Read no body and send this answer.
    case refuse(Refused)
}

/// The answer to a request whose body is not read.
package struct Refused: Sendable {
    package let response: Response
    /// The note for `Responder.finished`.
    package let note: (any AnyObject & Sendable)?

    package init(_ response: Response, note: (any AnyObject & Sendable)? = nil) {
        self.response = response
        self.note = note
    }
}

/// The result of a request.
package struct ExchangeRecord: Sendable {
    package let request: Request
    package let status: Status
    /// The bytes of the body that were sent or are ready to be sent.
    package let bytes: Int
    /// The time from the request's first byte to the end of its answer or stream.
    package let took: Duration
    package let loop: Int
    /// The note that the responder kept.
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
