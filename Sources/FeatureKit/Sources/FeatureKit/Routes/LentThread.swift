/// A thread of the host on which a feature's routes may be answered, as long as the feature releases it quickly.
@_spi(Hosting) public protocol LentThread: TaskExecutor {
    /// Runs a piece of a feature's work on the thread, which has to be the calling one.
    ///
    /// - Returns: False, and nothing was run, where the feature may no longer use the thread.
    func runHere(_ work: () -> Void) -> Bool
}

/// Where a route is answered.
@_spi(Hosting) public enum RoutePlace: Sendable {
    /// On the calling thread where the route answers at once, else on the feature's own threads.
    case here
    /// On a thread that was lent to the feature and is the calling one.
    case lent(Int)
    /// On the feature's own threads, whatever the route's kind.
    case own
}
