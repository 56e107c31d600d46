import HTTPServer

/// A request that follows a topic or the flags and may be ended: the module has a gate, or the reader has signed in.
final class TopicJourney: Journey, GatedStream {
    let trace: TraceContext
    let route: String? = nil
    private let exchange: any Exchange

    init(_ trace: TraceContext, _ exchange: any Exchange) {
        self.trace = trace
        self.exchange = exchange
    }

    func cut(_ reason: [UInt8]) { exchange.unfollow("end", reason) }
}
