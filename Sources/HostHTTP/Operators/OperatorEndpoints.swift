@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Makes endpoints of what operators ask and change, off the loops.
struct OperatorEndpoints: Sendable {
    /// What takes its time.
    typealias Answer = @Sendable (Visit) async throws(Problem) -> Response
    /// What changes something; its answer may be asked for again.
    typealias Change = @Sendable (Visit) async throws(Problem) -> OnceAnswer

    let errands: Errands
    private let keeper: DocumentKeeper
    private let answers: IdempotentAnswers

    init(_ errands: Errands, _ keeper: DocumentKeeper, _ answers: IdempotentAnswers) {
        self.errands = errands
        self.keeper = keeper
        self.answers = answers
    }

    /// What tells nothing of the configuration.
    func asking(_ answer: @escaping Answer) -> ErrandEndpoint {
        ErrandEndpoint(errands, bodyLimit: Operators.bodyLimit, answer)
    }

    /// What tells of the configuration, with the revision that counted before anybody looked.
    func telling(bodyLimit: Int = Operators.bodyLimit, _ answer: @escaping Answer) -> ErrandEndpoint {
        ErrandEndpoint(errands, bodyLimit: bodyLimit) { [keeper] visit async throws(Problem) in
            let revision = keeper.counting
            return try await answer(visit).adding(RevisionTag.fields(revision))
        }
    }

    /// What changes something, once for each key that it comes with.
    func changing(bodyLimit: Int = Operators.bodyLimit, _ change: @escaping Change) -> ErrandEndpoint {
        ErrandEndpoint(errands, bodyLimit: bodyLimit) { [answers] visit async throws(Problem) in
            try await answers.answer(visit) { () async throws(Problem) in try await change(visit) }
        }
    }
}

/// The answer to a change.
struct OnceAnswer: Sendable {
    let response: Response
    /// What whoever asks once more gets instead, where the answer is for one time alone.
    let afterwards: Problem?

    init(_ response: Response, afterwards: Problem? = nil) {
        self.response = response
        self.afterwards = afterwards
    }

    /// Data, and the revision that counts with the change.
    static func json(_ value: Value, revision: Int?) -> OnceAnswer {
        OnceAnswer(Response.json(value).adding(RevisionTag.fields(revision)))
    }
}
