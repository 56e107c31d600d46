@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostRuntime

/// The program: understands its arguments and hands over to a command.
@main
struct Flagstand {
    // Whatever begins on the main actor pays a thread switch for each hop.
    @concurrent
    static func main() async {
        let started = SystemClock().uptime
        Signals.hold()
        exit(await command(Array(CommandLine.arguments.dropFirst()), started: started))
    }

    private static func command(_ arguments: [String], started: Duration) async -> Int32 {
        switch Program.flagstand.parse(arguments) {
        case .failure(let failure):
            Output.error("\(failure)")
            return ExitCode.misused.rawValue
        case .success(.print(let text)):
            Output.print(text)
            return ExitCode.fine.rawValue
        case .success(.command(let command, let arguments)):
            switch command {
            case .check: return await CheckCommand.run(arguments).rawValue
            case .features: return await FeaturesCommand.run(arguments).rawValue
            case .schema: return await SchemaCommand.run(arguments).rawValue
            default: return await RunCommand.run(arguments, started: started)
            }
        }
    }
}
