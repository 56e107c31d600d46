@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostRuntime
internal import HostSystem

/// The program: understands its arguments and hands over to a command.
@main
struct Flagstand {
    static func main() {
        let started = SystemClock().uptime
        StandardStreams.ensureOpen(isOutputMissed: true)
        Signals.hold()
        MemoryArenas.share()
        // The program itself: the one task that nothing else owns, and it ends the process. An asynchronous `main`
        // would leave the first thread to Dispatch, which lets signals through on it that everyone else holds back.
        Task.detached { exit(await command(Array(CommandLine.arguments.dropFirst()), started: started)) }
        while true { pause() }
    }

    private static func command(_ arguments: [String], started: Duration) async -> Int32 {
        switch Program.flagstand.parse(arguments) {
        case .failure(let failure):
            Output.error("\(failure)")
            return ExitCode.misused.rawValue
        case .success(.print(let text)):
            return Output.print(text).rawValue
        case .success(.command(let command, let arguments)):
            do {
                switch command {
                case .check: return await CheckCommand.run(arguments).rawValue
                case .features: return try await FeaturesCommand.run(arguments).rawValue
                case .toggle: return try await ToggleCommand.run(arguments).rawValue
                case .rollout: return try await RolloutCommand.run(arguments).rawValue
                case .override: return try await OverrideCommand.run(arguments).rawValue
                case .replace: return try await ReplaceCommand.run(arguments).rawValue
                case .overrides: return try await OverridesCommand.run(arguments).rawValue
                case .trace: return try await TraceCommand.run(arguments).rawValue
                case .call: return try await CallCommand.run(arguments).rawValue
                case .flags: return try await FlagsCommand.run(arguments).rawValue
                case .explain: return try await ExplainCommand.run(arguments).rawValue
                case .evaluate: return try await EvaluateCommand.run(arguments).rawValue
                case .plan: return try await PlanCommand.run(arguments).rawValue
                case .apply: return try await ApplyCommand.run(arguments).rawValue
                case .rollback: return try await ApplyCommand.rollBack(arguments).rawValue
                case .history: return try await HistoryCommand.run(arguments).rawValue
                case .diff: return try await HistoryCommand.compare(arguments).rawValue
                case .confirm: return try await HistoryCommand.confirm(arguments).rawValue
                case .audit: return try await AuditCommand.list(arguments).rawValue
                case .verifyAudit: return try await AuditCommand.verify(arguments).rawValue
                case .token, .listTokens: return try await TokenCommand.list(arguments, as: command).rawValue
                case .createToken: return try await TokenCommand.create(arguments).rawValue
                case .revokeToken: return try await TokenCommand.revoke(arguments).rawValue
                case .store: return try await StoreCommand.list(arguments).rawValue
                case .checkStores: return try await StoreCommand.check(arguments).rawValue
                case .backupStores: return try await StoreCommand.backup(arguments).rawValue
                case .compactStores: return try await StoreCommand.compact(arguments).rawValue
                case .new: return NewCommand.run(arguments).rawValue
                case .build: return BuildCommand.run(arguments).rawValue
                case .pack: return await PackCommand.run(arguments).rawValue
                case .test: return try await TestCommand.run(arguments).rawValue
                case .completion: return Output.print(Program.flagstand.bashCompletion).rawValue
                case .schema: return try await SchemaCommand.run(arguments).rawValue
                default: return await RunCommand.run(arguments, started: started)
                }
            } catch {
                Output.error("\(error)\n")
                return ExitCode.bad.rawValue
            }
        }
    }
}
