/// A server for HTTP/1.1 over TCP and Unix sockets: one thread with one epoll loop for each processor.
///
/// `docs/decisions` says why it is our own.
package final class HTTPServer: Sendable {
    /// The executors of its loops, in order: a handler that answers later runs best where its connection lies.
    package let executors: [any TaskExecutor] = []

    /// Listens, so that clients can connect; nothing is accepted before it runs.
    package init(_ options: ServerOptions, responder: any Responder) throws(ListenProblem) {}

    /// Where it really listens: a port 0 has become the one that the system chose.
    package var addresses: [ListenPlace] { [] }

    /// Serves until it is drained.
    package func run() async throws {}

    /// Takes no more connections, ends idle ones and streams, lets the others answer what they were asked, and cuts
    /// what is left after the limit; then `run()` returns.
    package func drain(within limit: Duration) {}

    /// What happened so far.
    package var counts: ServerCounts { ServerCounts() }
}
