internal import FeatureKit
internal import HostRuntime
internal import JSON

/// `flagstand overrides`: lists the overrides of a running host.
enum OverridesCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await ClientCommand.run(.overrides, arguments) { command throws(LocalSocketProblem) in
            guard let reply = try command.value(of: ClientRequest("GET", "/ops/v1/overrides")) else { return .bad }
            return Output.print(arguments.has(.json) ? reply.prettyJSON + "\n" : OverrideTable.text(reply))
        } ?? .bad
    }
}
