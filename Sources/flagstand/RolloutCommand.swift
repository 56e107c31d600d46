internal import HostRuntime

/// `flagstand rollout`: says how many have a feature of a running host, of those whom its gate means.
enum RolloutCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let target = OverrideTarget(.featureRollout, of: arguments.operands[0])
        return try await OverrideCommand.run(.rollout, target, arguments)
    }
}
