internal import FeatureKit
internal import HostProof
internal import HostRuntime

/// `flagstand toggle`: switches a feature of a running host on or off by an override.
enum ToggleCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let (id, wish) = (arguments.operands[0], arguments.operands[1])
        guard var wanted = arguments.wish("on", .boolean(wish == "on"), isReset: wish == "reset", of: .toggle) else {
            return .misused
        }
        guard !arguments.has(.preflight) || wish == "on" else {
            Output.error("flagstand toggle: error: --preflight works only with on\n")
            return .misused
        }
        if arguments.has(.preflight), case .set(.object(var members)) = wanted {
            members["preflight"] = true
            wanted = .set(.object(members))
        }
        let request = ClientRequest(wanted, at: "/ops/v1/features/\(ClientRequest.escaped(id))/toggle")
        return try await ClientCommand.run(.toggle, arguments) { command throws(LocalSocketProblem) in
            let limit =
                arguments.has(.preflight) ? ProofLimits.preflight + LocalSocket.answerTime : LocalSocket.answerTime
            guard let outcome = try command.value(of: request, within: limit) else { return .bad }
            let summary = ToggleSummary(outcome)
            let text = arguments.has(.json) ? outcome.json + "\n" : summary.description
            return Output.print(text, summary.isReached ? .fine : .bad)
        } ?? .bad
    }
}
