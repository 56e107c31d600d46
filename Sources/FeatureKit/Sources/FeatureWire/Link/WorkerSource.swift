/// Where a feature's worker comes from: a process in a host, the same process in unit tests.
@_spi(Hosting) public protocol WorkerSource: Sendable {
    /// Starts a worker and stays until it has ended, and everything that it started; cancelled, it ends it at once.
    ///
    /// - Parameters:
    ///   - receive: Called with each message of the worker, in order, on one thread at a time; must not block. What it
    ///     throws ends the worker, as one that breaks the protocol.
    ///   - connected: Called once both sides have said who they are.
    /// - Throws: Why the worker ended, or could not begin, unless it closed the link by itself after `ended`.
    func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws
}
