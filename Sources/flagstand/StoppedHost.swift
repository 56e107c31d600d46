@_spi(Hosting) internal import FeatureKit
internal import HostRuntime
internal import HostStore

/// Works on the stores of a stopped host, holding the lock that keeps a host from starting meanwhile.
enum StoppedHost {
    /// - Parameter name: The command's name, for its error messages.
    static func run(
        _ name: String, _ arguments: Arguments, _ body: @escaping @Sendable (StoreManager) async throws -> ExitCode
    ) async -> ExitCode {
        guard StoreFolder.exists(arguments.state) else {
            Output.error("\(name): error: \(LocalSocketProblem.noHost(state: arguments.state))\n")
            return .bad
        }
        do {
            let state = try StateFolder(locking: arguments.state)
            let manager = StoreManager(
                state: state.path, files: SQLiteFiles(), log: Log(feature: "host", sink: CommandLog()))
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await manager.run() }
                defer { manager.stop() }
                return try await body(manager)
            }
        } catch let problem as StateProblem {
            Output.error("\(problem)\n")
        } catch {
            Output.error("\(name): error: \(error)\n")
        }
        return .bad
    }
}

/// Prints what a host would log to the command's standard error.
private struct CommandLog: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { level >= .warning }
    func write(_ record: LogRecord) {
        Output.error("\(record.message)\(record.fields.map { " \($0)=\($1)" }.joined())\n".onOneLine + "\n")
    }
}
