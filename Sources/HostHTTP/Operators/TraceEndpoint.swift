import FeatureKit
import HTTPServer

/// `GET /ops/v1/trace?topic=track.**`: what goes over the bus, as it goes.
struct TraceEndpoint: Endpoint {
    let bodyLimit = 0
    private let errands: Errands
    private let replies: TraceReplies
    private static let question = EndpointQuestion(WantedTrace.self, in: .query)

    init(_ errands: Errands, _ replies: TraceReplies) {
        self.errands = errands
        self.replies = replies
    }

    func answer(_ visit: Visit) {
        errands.go(for: visit) { () async throws(Problem) in
            let wanted = try Self.question.read(visit.request)
            guard visit.request.method != .head else {
                return visit.exchange.answer(Response(.ok, StreamReply.fields))
            }
            try await replies.answer(visit.exchange, tracing: wanted.topic)
        }
    }
}

/// What shall be traced.
struct WantedTrace: Shaped {
    let topic: String

    static let shape = Shape.object([
        Field(
            "topic", .text(length: 1...200), "Names with `*` for one word and `**` for any number of them.",
            default: "**")
    ])
}
