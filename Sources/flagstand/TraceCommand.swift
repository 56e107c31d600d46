internal import FeatureKit
internal import HostRuntime
internal import JSON

/// `flagstand trace`: the messages of a running host as they come, until somebody interrupts it.
enum TraceCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await ClientCommand.run(.trace, arguments) { command throws(LocalSocketProblem) in
            let pattern = ClientRequest.escaped(arguments.operands[0])
            let reply = try command.ask(ClientRequest("GET", "/ops/v1/trace?topic=\(pattern)"))
            guard reply.head.status == 200 else {
                try command.refuse(reply)
                return .bad
            }
            Interrupts.endFine()
            let isForPeople = Output.isTerminal && !arguments.has(.json)
            while let event = try reply.nextEvent(), event.name != "end" {
                guard Output.print(isForPeople ? line(event) : event.data + "\n") == .fine else { return .bad }
            }
            throw .gone
        } ?? .bad
    }

    private static func line(_ event: ServerEvent) -> String {
        let told = (try? Value(json: event.data)) ?? .text(event.data)
        return "\(TraceLine(event.name, told))"
    }
}
