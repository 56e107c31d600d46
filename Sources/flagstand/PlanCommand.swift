internal import FeatureKit
internal import HostConfig
internal import HostRuntime

/// `flagstand plan`: prints what a configuration would change in a running host.
enum PlanCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let document = NewDocument.named(by: arguments, of: .plan) else { return .bad }
        return try await ClientCommand.run(.plan, arguments) { command throws(LocalSocketProblem) in
            guard let plan = try command.document(of: document.request("/ops/v1/config/plan")) else { return .bad }
            return Output.print(arguments.has(.json) ? plan.prettyJSON + "\n" : ChangePlanText.text(plan))
        } ?? .bad
    }
}

extension NewDocument {
    /// The configuration that a command names; nil if it can't be read, which is printed.
    static func named(by arguments: Arguments, of command: Command) -> NewDocument? {
        do throws(SourceProblem) { return try NewDocument(arguments.operands[0]) } catch {
            Output.error("\(error)\n")
            return nil
        }
    }
}

extension ClientCommand {
    /// The JSON of an answer to a configuration; nil if the host refuses it, which is printed as `check` does.
    func document(of request: ClientRequest) throws(LocalSocketProblem) -> Value? {
        let reply = try ask(request)
        guard reply.head.status >= 300 else { return try value(of: reply) }
        let body = try reply.body()
        guard !arguments.has(.json), let text = DiagnosticsText.text(body) else {
            refuse(reply.head.status, body)
            return nil
        }
        _ = Output.print(text)
        return nil
    }
}
