@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Replaces the code of running modules for operators.
final class OperatorReplacing: Sendable {
    /// How long the answer waits for the previous instance to end: longer than any of them may take.
    static let patience = Duration.seconds(20)

    private let configuration: ConfigurationManager

    init(_ configuration: ConfigurationManager) { self.configuration = configuration }

    /// The endpoint for replacing a module.
    func fixtures(_ endpoints: OperatorEndpoints) -> [Fixture] {
        [
            Fixture(.post, "/ops/v1/features/{id}/replace", endpoints.changing(replace)),
            Fixture(.delete, "/ops/v1/features/{id}/replace", endpoints.changing(takeBack)),
        ]
    }

    private static let wanted = EndpointQuestion(ReplacementRequest.self, in: .body)

    private func replace(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        let wanted = try Self.wanted.read(context.request)
        guard wanted.folder.hasPrefix("/") else { throw .relativeFolder }
        let (author, expected) = (try await context.author(), try context.expected())
        do throws(OverrideProblem) {
            let outcome = try await configuration.replace(
                context.path["id"] ?? "", byUnitIn: wanted.folder, because: wanted.reason, for: wanted.for,
                by: author, within: Self.patience, on: expected)
            return .json(outcome.value, revision: outcome.revision)
        } catch { throw Problem(error) }
    }

    private func takeBack(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        guard context.request.bodyCount == 0 else { throw .unexpectedBody("DELETE") }
        let (author, expected) = (try await context.author(), try context.expected())
        do throws(OverrideProblem) {
            let outcome = try await configuration.takeBack(
                context.path["id"] ?? "", by: author, within: Self.patience, on: expected)
            return .json(outcome.value, revision: outcome.revision)
        } catch { throw Problem(error) }
    }
}

/// The unit that replaces a module.
struct ReplacementRequest: Shaped, Codable {
    let folder: String
    let reason: String?
    let `for`: Duration?

    static let shape = Shape.object([
        Field("folder", .text(length: 1...4096), "The unit's folder as the host sees it, from the root."),
        .reason, .lifetime,
    ])
}

extension Problem {
    fileprivate static let relativeFolder = Problem(
        400, "invalid", "folder: must begin with a slash: the host has another working folder")
}
