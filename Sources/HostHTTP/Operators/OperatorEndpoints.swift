@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Makes the operators' endpoints, whose answers are made off the loops.
struct OperatorEndpoints: Sendable {
    /// Makes an answer.
    typealias Answer = @Sendable (RequestContext) async throws(Problem) -> Response
    /// Makes a change; its answer may be requested again.
    typealias Change = @Sendable (RequestContext) async throws(Problem) -> OnceAnswer

    let background: BackgroundWork
    private let configuration: ConfigurationManager
    private let answers: IdempotentAnswers

    init(_ background: BackgroundWork, _ configuration: ConfigurationManager, _ answers: IdempotentAnswers) {
        self.background = background
        self.configuration = configuration
        self.answers = answers
    }

    /// An endpoint that says nothing about the configuration.
    func asking(_ answer: @escaping Answer) -> BackgroundEndpoint {
        BackgroundEndpoint(background, bodyLimit: Operators.bodyLimit, answer)
    }

    /// An endpoint that reads the configuration; its answer names the revision that was active before it was read.
    func telling(bodyLimit: Int = Operators.bodyLimit, _ answer: @escaping Answer) -> BackgroundEndpoint {
        BackgroundEndpoint(background, bodyLimit: bodyLimit) { [configuration] context async throws(Problem) in
            let revision = configuration.counting
            return try await answer(context).adding(RevisionTag.fields(revision))
        }
    }

    /// An endpoint that makes a change, once for each idempotency key.
    func changing(bodyLimit: Int = Operators.bodyLimit, _ change: @escaping Change) -> BackgroundEndpoint {
        BackgroundEndpoint(background, bodyLimit: bodyLimit) { [answers] context async throws(Problem) in
            try await answers.answer(context) { () async throws(Problem) in try await change(context) }
        }
    }
}

/// The answer to a change.
struct OnceAnswer: Sendable {
    let response: Response
    /// The answer to a repeated request, if the first answer may be given only once.
    let afterwards: Problem?

    init(_ response: Response, afterwards: Problem? = nil) {
        self.response = response
        self.afterwards = afterwards
    }

    /// Data, and the revision that is active after the change.
    static func json(_ value: Value, revision: Int?) -> OnceAnswer {
        OnceAnswer(Response.json(value).adding(RevisionTag.fields(revision)))
    }
}
