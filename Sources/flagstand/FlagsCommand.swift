@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import HostRuntime
internal import JSON

/// `flagstand flags`: lists flags, or exposures.
enum FlagsCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        if arguments.has(.exposures) { return try await ExposuresCommand.run(arguments) }
        switch try await FileFlags.named(by: arguments) {
        case .host:
            return try await ClientCommand.run(.flags, arguments) { command throws(LocalSocketProblem) in
                guard let reply = try command.value(of: ClientRequest("GET", "/ops/v1/flags")) else { return .bad }
                if arguments.has(.json) { return Output.print(reply.prettyJSON + "\n") }
                return Output.print(FlagTable.text(reply))
            } ?? .bad
        case .unusable: return .bad
        case .flags(let flags):
            let program = flags.program
            let list: Value = ["flags": .list(program.flags.indices.map { .object(program.brief(of: $0)) })]
            return Output.print(arguments.has(.json) ? list.prettyJSON + "\n" : FlagTable.text(list))
        }
    }
}
