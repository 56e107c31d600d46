internal import FeatureKit
internal import HostRuntime

/// `flagstand toggle`: switches a feature of a running host, whatever its document says.
enum ToggleCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let (id, wish) = (arguments.operands[0], arguments.operands[1])
        guard let wanted = arguments.wish("on", .boolean(wish == "on"), isReset: wish == "reset", of: .toggle) else {
            return .misused
        }
        let request = ClientRequest(wanted, at: "/ops/v1/features/\(ClientRequest.escaped(id))/toggle")
        return try await DoorCommand.run(.toggle, arguments) { command throws(DoorProblem) in
            guard let outcome = try command.value(of: request) else { return .bad }
            let summary = ToggleSummary(outcome)
            let text = arguments.has(.json) ? outcome.json + "\n" : summary.description
            return Output.print(text, summary.isReached ? .fine : .bad)
        } ?? .bad
    }
}
