internal import FeatureKit
internal import HostRuntime
internal import HostSystem

/// `flagstand replace`: runs a feature of a running host from another unit.
enum ReplaceCommand {
    /// Describing, starting and draining take their time, each within limits of the host's.
    private static let patience = Duration.seconds(300)

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let (id, folders) = (arguments.operands[0], arguments.operands.dropFirst())
        guard folders.count == (arguments.has(.back) ? 0 : 1) else {
            Output.error("flagstand replace: error: give either one FOLDER or --back\n")
            return .misused
        }
        var wanted = Members()
        for folder in folders { wanted["folder"] = .text(Path.absolute(folder)) }
        guard
            let wish = arguments.wish("", .null, isReset: arguments.has(.back), of: .replace)
        else { return .misused }
        if case .set(.object(let said)) = wish {
            for case let (name, value) in said where !name.isEmpty { wanted[name] = value }
        }
        let target = "/ops/v1/features/\(ClientRequest.escaped(id))/replace"
        let request =
            arguments.has(.back)
            ? ClientRequest("DELETE", target) : ClientRequest("POST", target, json: .object(wanted))
        return try await ClientCommand.run(.replace, arguments) { command throws(LocalSocketProblem) in
            guard let outcome = try command.value(of: request, within: patience) else { return .bad }
            let summary = ReplaceSummary(outcome)
            let text = arguments.has(.json) ? outcome.json + "\n" : summary.description
            return Output.print(text, summary.isReached ? .fine : .bad)
        } ?? .bad
    }
}
