import FeatureKit
import HTTPServer
import HostRuntime

/// The operations on the audit log.
final class OperatorAudit: Sendable {
    private let audit: AuditLog
    private let configuration: ConfigurationManager

    init(_ audit: AuditLog, _ configuration: ConfigurationManager) {
        self.audit = audit
        self.configuration = configuration
    }

    /// The endpoints for the audit log.
    func fixtures(_ endpoints: OperatorEndpoints) -> [Fixture] {
        [
            Fixture(.get, "/ops/v1/audit", endpoints.asking(page)),
            Fixture(.get, "/ops/v1/audit/verify", VerifyEndpoint(configuration, endpoints.background)),
        ]
    }

    private static let wanted = EndpointQuestion(AuditRecordsRequest.self, in: .query)

    private func page(_ context: RequestContext) async throws(Problem) -> Response {
        let wanted = try Self.wanted.read(context.request)
        do throws(AuditProblem) { return .json(try await audit.page(wanted.query).value) } catch {
            throw Problem(error)
        }
    }
}

/// Verifies all records; for a long log that takes longer than an answer usually may.
private struct VerifyEndpoint: Endpoint {
    let bodyLimit = 0
    private let configuration: ConfigurationManager
    private let background: BackgroundWork
    private static let wanted = EndpointQuestion(VerificationRequest.self, in: .query)

    init(_ configuration: ConfigurationManager, _ background: BackgroundWork) {
        self.configuration = configuration
        self.background = background
    }

    func answer(_ context: RequestContext) {
        background.go(for: context) { () async throws(Problem) in
            let wanted = try Self.wanted.read(context.request)
            let body = context.exchange.stream(
                .ok, ["Content-Type": "application/json", "Cache-Control": "no-store"])
            let verdict: AuditVerdict
            do throws(AuditProblem) { verdict = try await configuration.verifyAudit(expecting: wanted.expect) } catch {
                verdict = AuditVerdict(unread: error)
            }
            body.finish(Array(verdict.value.json.utf8))
        }
    }
}

/// The query for records.
struct AuditRecordsRequest: Shaped, Codable {
    let limit: Int
    let before: Int?
    let who: String?
    let what: String?
    let target: String?
    let since: Timestamp?
    let until: Timestamp?

    static let shape = Shape.object([
        Field(
            "limit", .integer(in: Int64(AuditLimits.page.lowerBound)...Int64(AuditLimits.page.upperBound)),
            "How many at most, the newest.", default: .integer(Int64(AuditLimits.shown))),
        Field("before", .integer(in: 1...(1 << 53)), "Only those with a smaller number.", optional: true),
        Field("who", .text(length: 1...256), "The name of the person, or the id of their token.", optional: true),
        Field("what", .choice(AuditAction.known.map(\.name)), "What was done, such as override.", optional: true),
        Field(
            "target", .text(length: 1...1_024), "What it was done to, or what stands before a slash of it.",
            optional: true),
        Field("since", .timestamp, "Not before.", optional: true),
        Field("until", .timestamp, "Not after.", optional: true),
    ])

    var query: AuditQuery {
        var query = AuditQuery()
        query.limit = limit
        query.before = before
        query.who = who
        query.what = what
        query.target = target
        query.since = since
        query.until = until
        return query
    }
}

/// The query for a verification: the hash of a record that the chain has to contain.
struct VerificationRequest: Shaped, Codable {
    let expect: String?

    static let shape = Shape.object([
        Field("expect", .text(length: 64...64), "A hash that was kept elsewhere.", optional: true)
    ])
}

extension Problem {
    /// The HTTP problem for an audit log that can't be written or read.
    init(_ problem: AuditProblem) {
        switch problem {
        case .notWritten, .tooMany: self.init(503, "not-kept", "nothing has changed: \(problem)")
        case .unreadable: self.init(503, "unavailable", "\(problem)")
        }
    }
}
