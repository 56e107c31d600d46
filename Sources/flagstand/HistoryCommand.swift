internal import FeatureKit
internal import HostRuntime

/// `flagstand history`, `diff` and `confirm`: the revisions of a running host.
enum HistoryCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let query = arguments[.newest].map { "?limit=\(ClientRequest.escaped($0))" } ?? ""
        return try await ClientCommand.run(.history, arguments) { command throws(LocalSocketProblem) in
            let request = ClientRequest("GET", "/ops/v1/revisions\(query)")
            guard let reply = try command.value(of: request) else { return .bad }
            return Output.print(arguments.has(.json) ? reply.prettyJSON + "\n" : HistoryTable.text(reply))
        } ?? .bad
    }

    /// Prints how two revisions differ.
    static func compare(_ arguments: Arguments) async throws -> ExitCode {
        let (earlier, later) = (arguments.operands[0], arguments.operands[1])
        return try await ClientCommand.run(.diff, arguments) { command throws(LocalSocketProblem) in
            let request = ClientRequest("GET", "/ops/v1/revisions/\(earlier)/diff/\(later)")
            guard let reply = try command.value(of: request) else { return .bad }
            return Output.print(arguments.has(.json) ? reply.prettyJSON + "\n" : DifferenceText.text(reply))
        } ?? .bad
    }

    /// Keeps a configuration that was applied with `--confirm-within`.
    static func confirm(_ arguments: Arguments) async throws -> ExitCode {
        try await ClientCommand.run(.confirm, arguments) { command throws(LocalSocketProblem) in
            guard let revision = try command.value(of: ClientRequest("POST", "/ops/v1/config/confirm")) else {
                return .bad
            }
            return Output.print(
                arguments.has(.json) ? revision.prettyJSON + "\n" : HistoryTable.confirmed(revision))
        } ?? .bad
    }
}
