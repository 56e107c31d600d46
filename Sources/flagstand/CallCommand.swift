internal import FeatureKit
internal import HostConfig
internal import HostRuntime
internal import JSON

/// `flagstand call`: calls a route of a running host and prints the reply.
enum CallCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let route = arguments.operands[0]
        return try await ClientCommand.run(.call, arguments) { command throws(LocalSocketProblem) in
            let reply = try command.ask(request(route, arguments))
            guard reply.head.status < 300 else {
                try command.refuse(reply, about: route)
                return .bad
            }
            switch reply.head.mediaType {
            case _ where reply.head.status == 204: return .fine
            case "application/json": return Output.print(json(try reply.body(), arguments))
            case "text/event-stream": return try follow(reply, route, command)
            default: return try media(reply, route, command)
            }
        } ?? .bad
    }

    /// The request; its arguments are texts, which the host turns into values by the route's shape.
    private static func request(_ route: String, _ arguments: Arguments) -> ClientRequest {
        let texts = arguments.operands.dropFirst().compactMap { Arguments.pair($0) }
        var call: Members = ["arguments": .list(texts.map { [.text($0.name), .text($0.text)] })]
        call["as"] = arguments[.caller].map { .text($0) }
        call["roles"] = arguments[.roles].map { .texts($0.split(separator: ",").map(String.init)) }
        call["with"] = arguments[.attributes].flatMap(Arguments.pairs).map { pairs in
            .object(Members(pairs.map { ($0.name, .text($0.text)) }))
        }
        return ClientRequest("POST", "/ops/v1/call/\(ClientRequest.escaped(route))", json: .object(call))
    }

    private static func json(_ body: [UInt8], _ arguments: Arguments) -> [UInt8] {
        guard !arguments.has(.json), let value = try? Value(json: body) else { return body + Array("\n".utf8) }
        return Array((value.prettyJSON + "\n").utf8)
    }

    private static func follow(
        _ reply: HostReply, _ route: String, _ command: ClientCommand
    ) throws(LocalSocketProblem) -> ExitCode {
        Interrupts.endFine()
        while let event = try reply.nextEvent() {
            if event.name == ControlEvent.end.rawValue {
                let reason = (try? Value(json: event.data))?["reason"] ?? "done"
                guard reason != "done" else { return .fine }
                command.complain("\(route): the stream was ended: \(reason.json.onOneLine)\n")
                return .bad
            }
            if event.name == ControlEvent.problem.rawValue {
                // The reply had begun, so the problem could not be told by its status any more.
                command.complain("\(route): \(Refusal(status: reply.head.status, body: Array(event.data.utf8)))")
                return .bad
            }
            let line = Output.isTerminal ? event.data.onOneLine : event.data
            guard Output.print(line + "\n") == .fine else { return .bad }
        }
        return .fine
    }

    private static func media(
        _ reply: HostReply, _ route: String, _ command: ClientCommand
    ) throws(LocalSocketProblem) -> ExitCode {
        guard !Output.isTerminal else {
            command.complain(
                "\(route): \(reply.head.mediaType.onOneLine) is not for a terminal; write it to a file with > FILE\n")
            return .bad
        }
        while let bytes = try reply.nextBytes() { guard Output.print(bytes) == .fine else { return .bad } }
        return .fine
    }
}
