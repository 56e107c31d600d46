@_spi(Hosting) import FeatureKit
import HTTPServer

extension Operation {
    /// A route of a feature.
    ///
    /// - Parameter names: What the document calls the path's names, in their order.
    init(
        _ contract: Contract, _ endpoint: Contract.Endpoint, of feature: String, at template: PathTemplate,
        names: [String],
        allowsAnonymous: Bool
    ) {
        self.init(
            id: contract.name, tag: feature, summary: endpoint.summary ?? "\(contract.name), for \(endpoint.access)")
        let question = QuestionParts(contract.shape, names: template.names)
        parameters = question.path(as: names)
        switch QuestionReader.Rest(endpoint.method) {
        case .query: parameters += question.query
        case .body:
            if let media = contract.shape.mediaMember {
                parameters += question.query.filter { $0["name"] != .text(media.name) }
                body = QuestionParts.media(media)
            } else {
                body = question.body
            }
        }
        if let header = HeaderField(of: contract.shape, path: template.names) {
            parameters.append(Parameter.of(header))
        }
        replies = Self.replies(contract, endpoint)
        problems = [.invalid, .notFound, .tooManyRequests, .internal, .unavailable, .timedOut]
        switch endpoint.access {
        // A caller who is signing in has no token yet, and an invalid one is ignored.
        case .beforeSigningIn: break
        case .everyone:
            problems.append(.unauthenticated)
            security = Security.everyone(andAnonymous: allowsAnonymous)
        default:
            problems.append(.unauthenticated)
            security = Security.users(withRole: endpoint.access.role)
        }
        if endpoint.access.role != nil { problems.append(.forbidden) }
        if replies.contains(where: { $0.status == "200" }) { problems.append(.notAcceptable) }
        if body != nil { problems += [.tooLarge, .unsupportedMediaType] }
    }

    /// A topic that apps may follow.
    init(topic: String, _ payload: Shape, of feature: String, allowsAnonymous: Bool) {
        self.init(
            id: "stream.\(topic)", tag: feature, summary: "what comes on \(topic)", parameters: [Parameter.lastEventID],
            replies: [Reply(events: EventName.of(topic), payload.schema(for: .wire))],
            problems: [.unauthenticated, .notFound, .notAcceptable, .tooManyRequests, .unavailable])
        security = Security.everyone(andAnonymous: allowsAnonymous)
    }

    private static func replies(_ contract: Contract, _ endpoint: Contract.Endpoint) -> [Reply] {
        let schema = contract.reply?.schema(for: .wire) ?? [:]
        if endpoint.streams { return [Reply(events: EventName.of(contract.name), schema)] }
        switch RouteTarget.Reply(contract.reply) {
        case .nothing: return [Reply("204", "It is done.")]
        case .media:
            let tag: Members = ["ETag": ["schema": ["type": "string"]]]
            let whole = Reply("200", "The bytes, of a type of their own.", type: "*/*", schema: [:], headers: tag)
            return endpoint.method == .get
                ? [whole, Reply("304", "The caller has them already.", headers: tag)] : [whole]
        default: return [Reply("200", "The reply.", type: "application/json", schema: schema)]
        }
    }
}
