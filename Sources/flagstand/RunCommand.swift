@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostHTTP
internal import HostRuntime

/// `flagstand run`: a host in the foreground.
enum RunCommand {
    static func run(_ arguments: Arguments, started: Duration) async -> Int32 {
        let environment = Surroundings.environment
        let isTerminal = isatty(STDERR_FILENO) == 1
        do {
            let log = try LogWriter(
                to: STDERR_FILENO, style: .fitting(isTerminal: isTerminal, environment: environment))
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await log.run() }
                let code = await host(arguments, environment, log, started)
                await log.close()
                try await group.waitForAll()
                return code
            }
        } catch {
            Output.error("flagstand run: error: the log can't be written: \(error)\n")
            return ExitCode.bad.rawValue
        }
    }

    private static func host(
        _ arguments: Arguments, _ environment: [String: String], _ log: LogWriter, _ started: Duration
    ) async -> Int32 {
        let options = HostOptions(
            document: arguments.document, state: arguments[.state], listen: arguments.listen,
            program: Surroundings.program, environment: environment)
        do {
            return try await Host(options, log: log, started: started) { HTTPFront(of: $0) }.run()
        } catch {
            log.line("\(error)")
            return ExitCode.bad.rawValue
        }
    }
}
