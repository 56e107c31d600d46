@_spi(Hosting) import FeatureKit

/// Sends the heads of streaming routes that have no first event yet.
///
/// A route gets a moment in which it can still refuse. After that the client gets the head of the answer; otherwise the
/// server would give the request up as overdue.
final class QuietStreams: Sendable {
    /// How long an answer may wait for its first event before it begins without one.
    static let patience = Duration.seconds(1)
    /// How many answers wait at most; above that they begin at once.
    static let mostWaiting = 4_096

    private let clock: any ClockSource
    private let waiting: AsyncStream<(reply: StreamReply, due: Duration)>
    private let entrance: AsyncStream<(reply: StreamReply, due: Duration)>.Continuation

    init(clock: any ClockSource) {
        self.clock = clock
        (waiting, entrance) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Begins the answer after a moment, unless it has begun or ended by then.
    func add(_ reply: StreamReply) {
        guard case .enqueued = entrance.yield((reply, clock.uptime + Self.patience)) else {
            reply.begin()
            return
        }
    }

    /// Sends the heads when they are due; the queue is in that order, since all wait equally long.
    func run() async {
        for await (reply, due) in waiting {
            try? await clock.sleep(until: due)
            reply.begin()
        }
    }
}
