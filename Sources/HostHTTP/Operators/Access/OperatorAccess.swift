@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// The operations of admins on operators' tokens.
final class OperatorAccess: Sendable {
    private let tokens: OperatorTokens
    private let clock: any ClockSource

    init(_ tokens: OperatorTokens, clock: any ClockSource) {
        self.tokens = tokens
        self.clock = clock
    }

    /// The endpoints for tokens.
    func fixtures(_ endpoints: OperatorEndpoints) -> [Fixture] {
        [
            Fixture(.get, "/ops/v1/tokens", endpoints.asking { [self] _ in list }),
            Fixture(.post, "/ops/v1/tokens", endpoints.changing(make)),
            Fixture(.delete, "/ops/v1/tokens/{id}", endpoints.changing(revoke)),
        ]
    }

    private var list: Response {
        let now = clock.now
        return .json(["tokens": .list(tokens.all.map { $0.value(at: now) })])
    }

    private static let wanted = EndpointQuestion(TokenRequest.self, in: .body)
    private static let wantedEnd = EndpointQuestion(RevocationRequest.self, in: .query)

    private func make(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        let wanted = try Self.wanted.read(context.request)
        let author = try await context.author()
        do throws(TokenProblem) {
            let (token, text) = try await tokens.create(
                wanted.name, role: wanted.role, for: wanted.for, because: wanted.reason, by: author)
            guard case .object(var members) = token.value(at: clock.now) else { throw .stopping }
            members["token"] = .text(text)
            var response = Response.json(.object(members))
            response.status = Status(201)
            return OnceAnswer(response, afterwards: .alreadyMade(token))
        } catch { throw Problem(error) }
    }

    private func revoke(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        let wanted = try Self.wantedEnd.read(context.request)
        let author = try await context.author()
        do throws(TokenProblem) {
            let token = try await tokens.revoke(context.path["id"] ?? "", because: wanted.reason, by: author)
            return OnceAnswer(.json(token.value(at: clock.now)))
        } catch { throw Problem(error) }
    }
}

/// The wanted properties of a new token.
struct TokenRequest: Shaped, Codable {
    let name: String
    let role: OperatorRole
    let `for`: Duration?
    let reason: String?

    static let shape = Shape.object([
        Field("name", .text(length: 1...TokenList.longestName), "What it is called, as long as it counts."),
        Field("role", .choice(of: OperatorRole.self), "What it may."),
        Field("for", .duration(in: TokenList.lifetimes), "How long; for good where it is not said.", optional: true),
        .reason,
    ])
}

/// Why a token is revoked.
struct RevocationRequest: Shaped, Codable {
    let reason: String?

    static let shape = Shape.object([.reason])
}

extension Problem {
    /// The HTTP problem for a token that can't be made or revoked.
    init(_ problem: TokenProblem) {
        let detail = "\(problem)"
        switch problem {
        case .badName, .reasonTooLong, .lifetime: self.init(400, "invalid", detail)
        case .nameTaken(_, let id):
            self.init(409, "name-taken", detail)
            members = ["id": .text(id)]
        case .unknown: self.init(404, "not-found", detail)
        case .tooMany: self.init(409, "too-many-tokens", detail)
        case .notAudited(_, counts: true): self = .notRecorded(detail)
        case .notWritten, .notAudited: self.init(503, "not-kept", detail)
        case .noRandomness, .stopping: self.init(503, "unavailable", detail, fields: ["Retry-After": "1"])
        }
    }

    /// A repeated request does not get the token's text again.
    fileprivate static func alreadyMade(_ token: OperatorToken) -> Problem {
        var problem = Problem(
            409, "already-made",
            "the token \(token.id) was made, and its text is told once; revoke it and make another one")
        problem.members = ["id": .text(token.id)]
        return problem
    }
}
