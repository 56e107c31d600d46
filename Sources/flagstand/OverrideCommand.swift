internal import FeatureKit
internal import HostRuntime

/// `flagstand override`: sets or removes an override of a feature or a flag in a running host.
enum OverrideCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await run(.override, try OverrideTarget(arguments.operands[0]), arguments)
    }

    /// Sets the value of the second operand; `reset` removes the override.
    static func run(_ command: Command, _ target: OverrideTarget, _ arguments: Arguments) async throws -> ExitCode {
        let text = arguments.operands[1]
        guard let wanted = arguments.wish("value", target.value(of: text), isReset: text == "reset", of: command)
        else { return .misused }
        let (subject, aspect) = target.kind.words
        let name = ClientRequest.escaped(target.name)
        let request = ClientRequest(wanted, at: "/ops/v1/overrides/\(subject)/\(name)/\(aspect)")
        return try await ClientCommand.run(command, arguments) { command throws(LocalSocketProblem) in
            guard let outcome = try command.value(of: request) else { return .bad }
            let summary = OverrideSummary(outcome)
            let text = arguments.has(.json) ? outcome.json + "\n" : summary.description
            return Output.print(text, summary.isReached ? .fine : .bad)
        } ?? .bad
    }
}

/// The value to set, or that the override is to be removed.
enum RequestedOverride {
    case set(Value)
    /// - Parameter force: The reason, if a locked feature may stop by it.
    case reset(force: String?)
}

extension Arguments {
    /// The request from the options; nil where they do not go together, which is printed.
    ///
    /// - Parameter isReset: Whether to remove the override instead of setting the value.
    func wish(_ name: String, _ value: Value, isReset: Bool, of command: Command) -> RequestedOverride? {
        guard !isReset else {
            let unfit = (has(.force) ? [Command.Option.lifetime] : [.reason, .lifetime]).filter(has)
            for option in unfit {
                Output.error("flagstand \(command.name): error: \(option.name) does not go with reset\n")
            }
            return unfit.isEmpty ? .reset(force: has(.force) ? self[.reason] : nil) : nil
        }
        var wish = Members([(name, value)])
        wish["reason"] = self[.reason].map { .text($0) }
        if has(.force) { wish["force"] = true }
        wish["for"] = self[.lifetime].map { .text($0) }
        return .set(.object(wish))
    }
}

extension ClientRequest {
    init(_ wish: RequestedOverride, at target: String) {
        switch wish {
        case .set(let body): self.init("PUT", target, json: body)
        case .reset(nil): self.init("DELETE", target)
        case .reset(let reason?):
            self.init("DELETE", target + "?force=true&reason=\(ClientRequest.escaped(reason))")
        }
    }
}
