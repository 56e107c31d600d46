@_spi(Hosting) import FeatureKit
import HTTPServer

/// `GET /ops/v1/trace?topic=track.**`: what goes over the bus, as it goes.
struct TraceEndpoint: Endpoint {
    let bodyLimit = 0
    private let background: BackgroundWork
    private let replies: TraceReplies
    private let topics: @Sendable () -> [String]
    private static let question = EndpointQuestion(TraceRequest.self, in: .query)

    /// - Parameter topics: The topics that can be published on.
    init(_ background: BackgroundWork, _ replies: TraceReplies, topics: @escaping @Sendable () -> [String]) {
        self.topics = topics
        self.background = background
        self.replies = replies
    }

    func answer(_ context: RequestContext) {
        background.go(for: context) { () async throws(Problem) in
            let wanted = try Self.question.read(context.request)
            let pattern = TopicPattern(wanted.topic)
            guard pattern.isValid else { throw .noPattern(wanted.topic) }
            let known = topics()
            guard wanted.isForAll || known.contains(where: pattern.matches) else {
                throw .unknownTopic(wanted.topic, known: known)
            }
            guard context.request.method != .head else {
                return context.exchange.answer(StreamReply.head)
            }
            try await replies.answer(context.exchange, tracing: wanted.topic)
        }
    }
}

/// The query for a trace.
struct TraceRequest: Shaped, Codable {
    let topic: String

    /// Whether it matches every topic.
    var isForAll: Bool { topic == "**" }

    static let shape = Shape.object([
        Field(
            "topic", .text(length: 1...200), "Names with `*` for one word and `**` for any number of them.",
            default: "**")
    ])
}

extension Problem {
    fileprivate static func noPattern(_ text: String) -> Problem {
        Problem(
            400, "invalid",
            "\(Value.text(text).json) is no pattern of topics; it is words with dots between them, \"*\" for one word "
                + "and \"**\" for any number of them")
    }

    fileprivate static func unknownTopic(_ pattern: String, known: [String]) -> Problem {
        let hint = Suggestion.closest(to: pattern, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
        return Problem(404, "not-found", "no feature has a topic \(Value.text(pattern).json)\(hint)")
    }
}
