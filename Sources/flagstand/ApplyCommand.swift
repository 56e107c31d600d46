internal import FeatureKit
internal import HostRuntime

/// `flagstand apply` and `flagstand rollback`: makes another state of the configuration active in a running host.
enum ApplyCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let document = NewDocument.named(by: arguments, of: .apply) else { return .bad }
        let request = document.request(
            "/ops/v1/config/apply",
            [("reason", arguments[.because]), ("confirmWithin", arguments[.confirmWithin])])
        return try await ClientCommand.run(.apply, arguments) { command throws(LocalSocketProblem) in
            guard let outcome = try command.document(of: request) else { return .bad }
            return try tell(outcome, command)
        } ?? .bad
    }

    /// Rolls back to a revision.
    static func rollBack(_ arguments: Arguments) async throws -> ExitCode {
        let number = arguments.operands[0]
        var body = Members()
        body["reason"] = arguments[.because].map { .text($0) }
        body["confirmWithin"] = arguments[.confirmWithin].map { .text($0) }
        let request = ClientRequest("POST", "/ops/v1/revisions/\(number)/rollback", json: .object(body))
        return try await ClientCommand.run(.rollback, arguments) { command throws(LocalSocketProblem) in
            guard let outcome = try command.document(of: request) else { return .bad }
            return try tell(outcome, command)
        } ?? .bad
    }

    private static func tell(_ outcome: Value, _ command: ClientCommand) throws(LocalSocketProblem) -> ExitCode {
        let limit = command.arguments[.confirmWithin]
        var summary = ChangeSummary(outcome, confirmWithin: limit)
        if summary.isTrying, let features = try command.value(of: ClientRequest("GET", "/ops/v1/features")) {
            summary = ChangeSummary(outcome, confirmWithin: limit, features: features)
        }
        let text = command.arguments.has(.json) ? outcome.prettyJSON + "\n" : summary.description
        return Output.print(text, summary.isSettled ? .fine : .bad)
    }
}
