@_spi(Hosting) import FeatureKit

/// Begins the answers of routes that stream and have nothing to tell yet.
///
/// A route gets a moment in which it can still refuse. After that whoever asked learns that it is being answered;
/// otherwise the server would give the request up as overdue.
final class QuietStreams: Sendable {
    /// How long an answer may wait for its first event before it begins without one.
    static let patience = Duration.seconds(1)
    /// How many wait at most; beyond that answers begin at once.
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

    /// They come in the order in which they are due, as all wait equally long.
    func run() async {
        for await (reply, due) in waiting {
            try? await clock.sleep(until: due)
            reply.begin()
        }
    }
}
