internal import HostRuntime

/// `flagstand rollout`: sets how many of those who meet a gate's condition get a feature of a running host.
enum RolloutCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let target = OverrideTarget(.featureRollout, of: arguments.operands[0])
        return try await OverrideCommand.run(.rollout, target, arguments)
    }
}
