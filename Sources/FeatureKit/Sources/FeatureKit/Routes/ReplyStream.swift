/// Sends the replies of a route that streams: `try await out.send(reply)`.
public struct ReplyStream<Reply: Shaped>: Sendable {
    let asker: any RouteAsker

    /// Sends a reply; waits while the reader is slower than the feature.
    ///
    /// - Throws: `CancellationError` once nobody reads the stream any more, or when the feature is cancelled.
    public func send(_ reply: Reply) async throws {
        try Task.checkCancellation()
        try await asker.next(reply)
    }
}
