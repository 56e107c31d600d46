import HTTPServer

/// Somebody who follows a topic of a feature that not everybody has.
final class TopicJourney: Journey, LeashedStream {
    let trace: TraceContext
    let route: String? = nil
    private let exchange: any Exchange

    init(_ trace: TraceContext, _ exchange: any Exchange) {
        self.trace = trace
        self.exchange = exchange
    }

    func cut() { exchange.unfollow("end", StreamReply.off) }
}
