internal import FeatureKit
internal import HostRuntime

/// `flagstand toggle`: switches a feature of a running host, whatever its document says.
enum ToggleCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let (id, wish) = (arguments.operands[0], arguments.operands[1])
        guard wish != "reset" || !arguments.has(.reason) else {
            Output.error("flagstand toggle: error: --reason does not go with reset\n")
            return .misused
        }
        return try await DoorCommand.run(.toggle, arguments) { command throws(DoorProblem) in
            guard let outcome = try command.value(of: request(id, wish, because: arguments[.reason])) else {
                return .bad
            }
            let summary = ToggleSummary(outcome)
            let text = arguments.has(.json) ? outcome.json + "\n" : summary.description
            return Output.print(text, summary.isReached ? .fine : .bad)
        } ?? .bad
    }

    private static func request(_ id: String, _ wish: String, because reason: String?) -> ClientRequest {
        let target = "/ops/v1/features/\(ClientRequest.escaped(id))/toggle"
        guard wish != "reset" else { return ClientRequest("DELETE", target) }
        var toggle: Members = ["on": .boolean(wish == "on")]
        toggle["reason"] = reason.map { .text($0) }
        return ClientRequest("PUT", target, json: .object(toggle))
    }
}
