@_spi(Hosting) import FeatureKit
import HTTPServer
import HostProof
import HostRuntime

/// The operations on overrides, which win over the configuration files.
final class OperatorOverrides: Sendable {
    /// How long a toggle waits for its module.
    static let patience = Duration.seconds(10)

    private let configuration: ConfigurationManager
    private let preflights: Preflights

    init(_ configuration: ConfigurationManager, _ preflights: Preflights) {
        self.configuration = configuration
        self.preflights = preflights
    }

    /// The endpoints for overrides and toggles.
    func fixtures(_ endpoints: OperatorEndpoints) -> [Fixture] {
        let target = "/ops/v1/overrides/{subject}/{name}/{aspect}"
        return [
            Fixture(.put, "/ops/v1/features/{id}/toggle", endpoints.changing(toggle)),
            Fixture(.delete, "/ops/v1/features/{id}/toggle", endpoints.changing(resetToggle)),
            Fixture(.post, "/ops/v1/features/{id}/preflight", endpoints.asking(preflight)),
            Fixture(.get, "/ops/v1/overrides", endpoints.telling { [self] _ in list }),
            Fixture(.get, target, endpoints.telling(one)),
            Fixture(.put, target, endpoints.changing(override)),
            Fixture(.delete, target, endpoints.changing(reset)),
        ]
    }

    private var list: Response {
        guard let orders = configuration.orders else { return .json(["overrides": []]) }
        return .json(["overrides": .list(orders.overrides.all.map(orders.telling))])
    }

    private func one(_ context: RequestContext) async throws(Problem) -> Response {
        let target = try Self.target(of: context)
        guard let orders = configuration.orders, let override = orders.overrides[target] else {
            throw Problem(404, "not-found", "nobody overrode \(target.description.onOneLine)")
        }
        return .json(orders.telling(override))
    }

    private static let wanted = EndpointQuestion(OverrideBody.self, in: .body)

    private func override(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        let wanted = try Self.wanted.read(context.request)
        return try await change(context) { target throws(OverrideProblem) in
            OverrideRequest(
                try target.reading(wanted.value), because: wanted.reason, for: wanted.for, force: wanted.force)
        }
    }

    private static let wantedReset = EndpointQuestion(ResetRequest.self, in: .query)

    private func reset(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        let request = try Self.resetting(context)
        return try await change(context) { _ in request }
    }

    private static func resetting(_ context: RequestContext) throws(Problem) -> OverrideRequest {
        guard context.request.bodyCount == 0 else { throw .unexpectedBody("DELETE") }
        let wanted = try wantedReset.read(context.request)
        return OverrideRequest(nil, because: wanted.reason, force: wanted.force)
    }

    private func change(
        _ context: RequestContext, _ request: (OverrideTarget) throws(OverrideProblem) -> OverrideRequest?
    ) async throws(Problem) -> OnceAnswer {
        let (author, expected) = (try await context.author(), try context.expected())
        let target = try Self.target(of: context)
        // Another unit means other code, which only an admin may run.
        if target.kind == .featureUnit { try context.check(.admin) }
        do throws(OverrideProblem) {
            let outcome = try await configuration.override(
                target, try request(target), by: author, within: Self.patience, on: expected)
            return .json(outcome.value, revision: outcome.revision)
        } catch { throw Problem(error) }
    }

    private static func target(of context: RequestContext) throws(Problem) -> OverrideTarget {
        do throws(OverrideProblem) {
            return try OverrideTarget(
                subject: context.path["subject"] ?? "", name: context.path["name"] ?? "",
                aspect: context.path["aspect"] ?? "")
        } catch { throw Problem(error) }
    }

    private static let wantedToggle = EndpointQuestion(ToggleRequest.self, in: .body)

    private func toggle(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        let wanted = try Self.wantedToggle.read(context.request)
        let request = OverrideRequest(
            .truth(wanted.on), because: wanted.reason, for: wanted.for, force: wanted.force)
        guard wanted.preflight else { return try await toggle(context, request) }
        guard wanted.on else { throw .preflightOfOff }
        let (id, author) = (context.path["id"] ?? "", try await context.author())
        let ground: ProofGround
        let expected = try context.expected()
        do throws(OverrideProblem) {
            ground = try await configuration.ground(under: id, toBe: request, by: author, on: expected)
        } catch { throw Problem(error) }
        let report = try await preflights.prove(ground)
        guard report.hasPassed else { throw .preflightFailed(report) }
        return try await toggle(context, request, proven: ground)
    }

    /// Tries a module with the settings and flags that it would run with now.
    private func preflight(_ context: RequestContext) async throws(Problem) -> Response {
        guard context.request.bodyCount == 0 else { throw .preflightWithBody }
        // Checked first, so that only an operator starts a process here.
        _ = try await context.author()
        let ground: ProofGround
        do throws(OverrideProblem) { ground = try await configuration.ground(under: context.path["id"] ?? "") } catch {
            throw Problem(error)
        }
        return .json(try await preflights.prove(ground).value)
    }

    private func resetToggle(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        try await toggle(context, Self.resetting(context))
    }

    private func toggle(
        _ context: RequestContext, _ request: OverrideRequest?, proven: ProofGround? = nil
    ) async throws(Problem) -> OnceAnswer {
        let (author, expected) = (try await context.author(), try context.expected())
        do throws(OverrideProblem) {
            let target = OverrideTarget(.featureEnabled, of: context.path["id"] ?? "")
            let outcome = try await configuration.override(
                target, request, by: author, within: Self.patience, proven: proven, on: expected)
            return .json(outcome.asToggle, revision: outcome.revision)
        } catch { throw Problem(error) }
    }
}

/// The wanted value of an override.
struct OverrideBody: Shaped, Codable {
    let value: Value
    let reason: String?
    let `for`: Duration?
    let force: Bool

    static let shape = Shape.object([
        Field("value", .anything, "What the target is to be: true, false, a percentage or a variant's name."),
        .reason, .lifetime, .force,
    ])
}

/// The query for removing an override.
struct ResetRequest: Shaped, Codable {
    let reason: String?
    let force: Bool

    static let shape = Shape.object([.reason, .force])
}

/// The wanted state of a module.
struct ToggleRequest: Shaped, Codable {
    let on: Bool
    let reason: String?
    let `for`: Duration?
    let force: Bool
    let preflight: Bool

    static let shape = Shape.object([
        Field("on", .boolean, "Whether the feature shall run."), .reason, .lifetime, .force,
        Field("preflight", .boolean, "Whether it has to be tried first; goes with on alone.", default: false),
    ])
}

extension Field {
    static let reason = Field(
        "reason", .text(length: 0...Overrides.longestReason), "Why, for those who wonder later.", optional: true)
    static let lifetime = Field(
        "for", .duration(in: Overrides.lifetimes), "How long; for good where it is not said.", optional: true)
}

extension Field {
    fileprivate static let force = Field(
        "force", .boolean, "Whether a locked feature may stop by it; goes with a reason.", default: false)
}

extension Orders {
    /// An override with its current effect.
    fileprivate func telling(_ override: Override) -> Value {
        guard case .object(var members) = override.asData else { return override.asData }
        let status = status(of: override)
        members["counts"] = .boolean(status == .counts)
        members["note"] = .orNull(status.words(override))
        return .object(members)
    }
}

extension Problem {
    /// The HTTP problem for a refused override.
    init(_ problem: OverrideProblem) {
        let detail = "\(problem)"
        switch problem {
        case .noTarget, .unknown, .flagNotFeature, .unknownFlag: self.init(404, "not-found", detail)
        case .wrongValue, .nameTooLong, .reasonTooLong, .lifetime, .flagOfFeature: self.init(400, "invalid", detail)
        case .unknownVariant: self.init(409, "no-variant", detail)
        case .locked, .neededByLocked, .lockedRollout, .forceWithoutReason, .stopsLocked:
            self.init(409, "locked", detail)
        case .broken: self.init(409, "broken", detail)
        case .noSettings: self.init(409, "no-settings", detail)
        case .documentUnusable: self.init(409, "document-refused", detail)
        case .replacedOtherwise: self.init(400, "invalid", detail)
        case .unit(.noUnit), .unit(.otherFeature): self.init(400, "invalid", detail)
        case .unit, .unfit: self.init(409, "unfit", detail)
        case .runsInHost: self.init(409, "runs-in-host", detail)
        case .otherCollections: self.init(409, "other-collections", detail)
        case .notReplaced, .nothingToGoBackTo: self.init(409, "not-replaced", detail)
        case .replacing: self.init(409, "being-replaced", detail)
        case .keeps: self.init(409, "not-active", detail)
        case .changedMeanwhile: self.init(409, "changed-meanwhile", detail)
        case .otherRevision(let now): self = .changedMeanwhile(detail, now: now)
        case .tooMany: self.init(409, "too-many-overrides", detail)
        case .notWritten, .notRecordable: self.init(503, "not-kept", detail)
        case .notRecorded: self = .notRecorded(detail)
        case .notStarted, .stopping: self.init(503, "unavailable", detail, fields: ["Retry-After": "1"])
        }
    }
}
