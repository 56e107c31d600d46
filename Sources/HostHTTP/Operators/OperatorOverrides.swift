@_spi(Hosting) import FeatureKit
import HTTPServer
import HostProof
import HostRuntime

/// The operations on overrides, which win over the configuration files.
final class OperatorOverrides: Sendable {
    /// How long a toggle waits for its module.
    static let patience = Duration.seconds(10)

    private let keeper: DocumentKeeper
    private let preflights: Preflights

    init(_ keeper: DocumentKeeper, _ preflights: Preflights) {
        self.keeper = keeper
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
        guard let orders = keeper.orders else { return .json(["overrides": []]) }
        return .json(["overrides": .list(orders.overrides.all.map(orders.telling))])
    }

    private func one(_ visit: Visit) async throws(Problem) -> Response {
        let target = try Self.target(of: visit)
        guard let orders = keeper.orders, let override = orders.overrides[target] else {
            throw Problem(404, "not-found", "nobody overrode \(target.description.onOneLine)")
        }
        return .json(orders.telling(override))
    }

    private static let wanted = EndpointQuestion(WantedOverride.self, in: .body)

    private func override(_ visit: Visit) async throws(Problem) -> OnceAnswer {
        let wanted = try Self.wanted.read(visit.request)
        return try await change(visit) { target throws(OverrideProblem) in
            OverrideWish(
                try target.reading(wanted.value), because: wanted.reason, for: wanted.for, force: wanted.force)
        }
    }

    private static let wantedReset = EndpointQuestion(WantedReset.self, in: .query)

    private func reset(_ visit: Visit) async throws(Problem) -> OnceAnswer {
        let wish = try Self.resetting(visit)
        return try await change(visit) { _ in wish }
    }

    private static func resetting(_ visit: Visit) throws(Problem) -> OverrideWish {
        guard visit.request.bodyCount == 0 else { throw .unexpectedBody("DELETE") }
        let wanted = try wantedReset.read(visit.request)
        return OverrideWish(nil, because: wanted.reason, force: wanted.force)
    }

    private func change(
        _ visit: Visit, _ wish: (OverrideTarget) throws(OverrideProblem) -> OverrideWish?
    ) async throws(Problem) -> OnceAnswer {
        let (author, expected) = (try await visit.author(), try visit.expected())
        let target = try Self.target(of: visit)
        // Another unit means other code, which only an admin may run.
        if target.kind == .featureUnit { try visit.check(.admin) }
        do throws(OverrideProblem) {
            let outcome = try await keeper.override(
                target, try wish(target), by: author, within: Self.patience, on: expected)
            return .json(outcome.value, revision: outcome.revision)
        } catch { throw Problem(error) }
    }

    private static func target(of visit: Visit) throws(Problem) -> OverrideTarget {
        do throws(OverrideProblem) {
            return try OverrideTarget(
                subject: visit.path["subject"] ?? "", name: visit.path["name"] ?? "",
                aspect: visit.path["aspect"] ?? "")
        } catch { throw Problem(error) }
    }

    private static let wantedToggle = EndpointQuestion(WantedToggle.self, in: .body)

    private func toggle(_ visit: Visit) async throws(Problem) -> OnceAnswer {
        let wanted = try Self.wantedToggle.read(visit.request)
        let wish = OverrideWish(
            .truth(wanted.on), because: wanted.reason, for: wanted.for, force: wanted.force)
        guard wanted.preflight else { return try await toggle(visit, wish) }
        guard wanted.on else { throw .preflightOfOff }
        let (id, author) = (visit.path["id"] ?? "", try await visit.author())
        let ground: ProofGround
        let expected = try visit.expected()
        do throws(OverrideProblem) {
            ground = try await keeper.ground(under: id, toBe: wish, by: author, on: expected)
        } catch { throw Problem(error) }
        let report = try await preflights.prove(ground)
        guard report.hasPassed else { throw .preflightFailed(report) }
        return try await toggle(visit, wish, proven: ground)
    }

    /// Tries a module with the settings and flags that it would run with now.
    private func preflight(_ visit: Visit) async throws(Problem) -> Response {
        guard visit.request.bodyCount == 0 else { throw .preflightWithBody }
        // Checked first, so that only an operator starts a process here.
        _ = try await visit.author()
        let ground: ProofGround
        do throws(OverrideProblem) { ground = try await keeper.ground(under: visit.path["id"] ?? "") } catch {
            throw Problem(error)
        }
        return .json(try await preflights.prove(ground).value)
    }

    private func resetToggle(_ visit: Visit) async throws(Problem) -> OnceAnswer {
        try await toggle(visit, Self.resetting(visit))
    }

    private func toggle(
        _ visit: Visit, _ wish: OverrideWish?, proven: ProofGround? = nil
    ) async throws(Problem) -> OnceAnswer {
        let (author, expected) = (try await visit.author(), try visit.expected())
        do throws(OverrideProblem) {
            let target = OverrideTarget(.featureEnabled, of: visit.path["id"] ?? "")
            let outcome = try await keeper.override(
                target, wish, by: author, within: Self.patience, proven: proven, on: expected)
            return .json(outcome.asToggle, revision: outcome.revision)
        } catch { throw Problem(error) }
    }
}

/// The wanted value of an override.
struct WantedOverride: Shaped, Codable {
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
struct WantedReset: Shaped, Codable {
    let reason: String?
    let force: Bool

    static let shape = Shape.object([.reason, .force])
}

/// The wanted state of a module.
struct WantedToggle: Shaped, Codable {
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
        let standing = standing(of: override)
        members["counts"] = .boolean(standing == .counts)
        members["note"] = .orNull(standing.words(override))
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
