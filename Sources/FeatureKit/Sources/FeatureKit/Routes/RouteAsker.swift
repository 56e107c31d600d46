/// Whoever asks a route: it has the question in its own form, and takes the answer in it.
///
/// One of `answered`, `refused` and `ended` is called in the end, sometimes more than one: the first counts.
@_spi(Hosting) public protocol RouteAsker: AnyObject, Sendable {
    /// The question as the handler's type; called where the handler runs.
    func request<Request: Shaped>(as type: Request.Type) throws -> Request
    /// Takes the reply.
    func answered<Reply: Shaped>(_ reply: Reply)
    /// Takes a refusal.
    func refused(_ error: RouteError)
    /// Takes the next reply of a route that streams; waits where the reader is slow and throws when it has gone.
    func next<Reply: Shaped>(_ reply: Reply) async throws
    /// Returns once nobody reads any more what a route streams, or when the task is cancelled.
    func untilGone() async
    /// Takes the end of a route that streams.
    func ended()
}

/// What became of a question that was handed in.
@_spi(Hosting) public enum RouteReceipt: Sendable {
    /// It will be answered.
    case taken
    /// The feature has too many questions open.
    case full
    /// The feature takes no questions any more.
    case closed
}

/// How a route is answered.
@_spi(Hosting) public enum RouteKind: Sendable {
    /// By a handler that may wait.
    case later
    /// By a handler that never waits, on the thread that asks.
    case atOnce
    /// With one reply after the other.
    case stream
}
