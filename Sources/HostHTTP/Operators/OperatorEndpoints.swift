@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Makes the operators' endpoints, whose answers are made off the loops.
struct OperatorEndpoints: Sendable {
    /// Makes an answer.
    typealias Answer = @Sendable (Visit) async throws(Problem) -> Response
    /// Makes a change; its answer may be requested again.
    typealias Change = @Sendable (Visit) async throws(Problem) -> OnceAnswer

    let errands: Errands
    private let keeper: DocumentKeeper
    private let answers: IdempotentAnswers

    init(_ errands: Errands, _ keeper: DocumentKeeper, _ answers: IdempotentAnswers) {
        self.errands = errands
        self.keeper = keeper
        self.answers = answers
    }

    /// An endpoint that says nothing about the configuration.
    func asking(_ answer: @escaping Answer) -> ErrandEndpoint {
        ErrandEndpoint(errands, bodyLimit: Operators.bodyLimit, answer)
    }

    /// An endpoint that reads the configuration; its answer names the revision that was active before it was read.
    func telling(bodyLimit: Int = Operators.bodyLimit, _ answer: @escaping Answer) -> ErrandEndpoint {
        ErrandEndpoint(errands, bodyLimit: bodyLimit) { [keeper] visit async throws(Problem) in
            let revision = keeper.counting
            return try await answer(visit).adding(RevisionTag.fields(revision))
        }
    }

    /// An endpoint that makes a change, once for each idempotency key.
    func changing(bodyLimit: Int = Operators.bodyLimit, _ change: @escaping Change) -> ErrandEndpoint {
        ErrandEndpoint(errands, bodyLimit: bodyLimit) { [answers] visit async throws(Problem) in
            try await answers.answer(visit) { () async throws(Problem) in try await change(visit) }
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
