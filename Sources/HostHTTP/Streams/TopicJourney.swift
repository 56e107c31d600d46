import HTTPServer

/// Somebody who follows a topic, and may have to stop: of a feature that not everybody has, or with a token.
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
