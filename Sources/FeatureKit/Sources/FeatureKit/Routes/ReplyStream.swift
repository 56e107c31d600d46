/// Where a route that streams puts its replies: `try await out.send(reply)`.
public struct ReplyStream<Reply: Shaped>: Sendable {
    let asker: any RouteAsker

    /// Sends a reply; waits while the reader is slower than the feature.
    ///
    /// - Throws: `CancellationError` once nobody reads any more, or when the feature is cancelled.
    public func send(_ reply: Reply) async throws {
        try Task.checkCancellation()
        try await asker.next(reply)
    }
}
