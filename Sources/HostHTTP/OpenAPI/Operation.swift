import FeatureKit
import HTTPServer

/// One thing that can be asked, as OpenAPI describes it.
struct Operation {
    /// What a response with a status holds.
    struct Reply {
        let status: String
        let value: Value
    }

    let id: String
    let tag: String
    let summary: String
    var parameters: [Value] = []
    var body: Value?
    var replies: [Reply] = []
    /// The refusals of the host's own that can come.
    var problems: [ProblemResponse] = []
    var security: Value?

    var value: Value {
        var members = Members([
            ("operationId", .text(id)), ("tags", .list([.text(tag)])), ("summary", .text(summary)),
        ])
        if !parameters.isEmpty { members["parameters"] = .list(parameters) }
        if let body { members["requestBody"] = body }
        if let security { members["security"] = security }
        var responses = Members(replies.map { ($0.status, $0.value) })
        for problem in problems { responses[problem.status] = problem.reference }
        responses["default"] = ProblemResponse.any.reference
        members["responses"] = .object(responses)
        return .object(members)
    }
}

extension Operation.Reply {
    /// A reply of a media type.
    init(_ status: String, _ description: String, type: String, schema: Members, headers: Members = [:]) {
        var members = Members([
            ("description", .text(description)),
            ("content", .object([type: .object(schema.isEmpty ? [:] : ["schema": .object(schema)])])),
        ])
        if !headers.isEmpty { members["headers"] = .object(headers) }
        self.init(status: status, value: .object(members))
    }

    /// A reply without a body.
    init(_ status: String, _ description: String, headers: Members = [:]) {
        var members = Members([("description", .text(description))])
        if !headers.isEmpty { members["headers"] = .object(headers) }
        self.init(status: status, value: .object(members))
    }

    /// Server-sent events; OpenAPI has no words for what is in them, so that stands beside.
    init(events name: String, _ data: Members) {
        let content: Value = ["schema": ["type": "string"], "x-events": .object([name: .object(data)])]
        self.init(
            status: "200",
            value: [
                "description": .text("Server-sent events called \(name)."), "content": ["text/event-stream": content],
            ])
    }
}

/// A part of a request beside its body.
enum Parameter {
    /// One that takes a text as it is.
    static func plain(_ name: String, in place: String, isRequired: Bool, _ sentence: String, _ schema: Members)
        -> Value
    {
        var schema = schema
        schema["description"] = nil
        return [
            "name": .text(name), "in": .text(place), "required": .boolean(isRequired), "description": .text(sentence),
            "schema": .object(schema),
        ]
    }

    /// A header that fills a field of a question.
    static func of(_ header: HeaderField) -> Value {
        switch header {
        case .idempotencyKey: idempotencyKey
        case .lastEventID: lastEventID
        case .stripeSignature: stripeSignature
        }
    }

    private static let idempotencyKey = plain(
        "Idempotency-Key", in: "header", isRequired: false,
        "Says the same as \(HeaderField.idempotencyKey.field), with the quotes of a structured field or without.",
        ["type": "string"])

    private static let stripeSignature = plain(
        "Stripe-Signature", in: "header", isRequired: false, "The time, and signatures of it and the body.",
        ["type": "string"])

    /// What a stream goes on from.
    static let lastEventID = plain(
        "Last-Event-ID", in: "header", isRequired: false, "The last event that was heard; what came after it follows.",
        ["type": "string"])
}
