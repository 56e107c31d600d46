/// The calling side of a route: it supplies the request as the handler's type, and receives the answer.
///
/// One of `answered`, `refused` and `ended` is called in the end, sometimes more than one: the first call counts.
@_spi(Hosting) public protocol RouteAsker: AnyObject, Sendable {
    /// The request as the handler's type; called where the handler runs.
    func request<Request: Shaped>(as type: Request.Type) throws -> Request
    /// Receives the reply.
    func answered<Reply: Shaped>(_ reply: Reply)
    /// Receives a refusal.
    func refused(_ error: RouteError)
    /// Receives the next reply of a route that streams; waits where the reader is slow and throws when it has gone.
    func next<Reply: Shaped>(_ reply: Reply) async throws
    /// Returns once nobody reads the stream any more, or when the task is cancelled.
    func untilGone() async
    /// Receives the end of a stream.
    func ended()
}

/// Whether a request was accepted.
@_spi(Hosting) public enum RouteReceipt: Sendable {
    /// It will be answered.
    case taken
    /// The feature has too many requests open.
    case full
    /// The feature accepts no more requests.
    case closed
}

/// How a route is answered.
@_spi(Hosting) public enum RouteKind: Sendable {
    /// By a handler that may wait.
    case later
    /// By a handler that never waits, on the calling thread.
    case atOnce
    /// With one reply after the other.
    case stream
}
