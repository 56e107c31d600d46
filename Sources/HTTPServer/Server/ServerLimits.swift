/// How much a server bears.
package struct ServerLimits: Sendable {
    package var headBytes = 16 * 1024
    package var headFields = 100
    package var targetBytes = 8 * 1024
    /// Unless the responder says more or less for a request.
    package var bodyBytes = 1024 * 1024
    /// For all requests together, beyond the 8 KiB that each connection has.
    package var bodyBudget = 256 * 1024 * 1024
    /// From a request's first byte to the end of its head.
    package var headTime = Duration.seconds(5)
    /// Between two parts of a body.
    package var bodyPause = Duration.seconds(5)
    /// For all of a body.
    package var bodyTime = Duration.seconds(60)
    package var answerTime = Duration.seconds(30)
    /// The same where the responder says that it takes its time.
    package var patience = Duration.seconds(30)
    /// Without a request.
    package var idleTime = Duration.seconds(75)
    /// For a client that takes nothing of what it is sent.
    package var writeTime = Duration.seconds(30)
    /// Between two signs of life on a quiet stream of events.
    package var heartbeat = Duration.seconds(15)
    package var connections = 20_000
    /// Descriptors that are left for the rest of the process.
    package var spareDescriptors = 64
    /// What waits for a client of a stream of events before it is let go.
    package var streamBacklog = 64 * 1024
    /// What waits for a client before no more of its requests are read, or a stream's writer waits.
    package var writeBacklog = 256 * 1024

    package init() {}
}
