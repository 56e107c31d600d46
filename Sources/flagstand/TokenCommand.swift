internal import FeatureKit
internal import HostRuntime
internal import JSON

/// `flagstand token`: the tokens with which operators come over the network.
enum TokenCommand {
    /// - Parameter command: `token list`, or `token` alone.
    static func list(_ arguments: Arguments, as command: Command) async throws -> ExitCode {
        try await ClientCommand.run(command, arguments) { command throws(LocalSocketProblem) in
            guard let reply = try command.value(of: ClientRequest("GET", "/ops/v1/tokens")) else { return .bad }
            let text = TokenTable.text(reply, all: arguments.has(.allTokens))
            return Output.print(arguments.has(.json) ? reply.prettyJSON + "\n" : text)
        } ?? .bad
    }

    /// Prints only the token, so that a script gets it with `TOKEN=$(flagstand token create …)`; the rest goes to
    /// standard error.
    static func create(_ arguments: Arguments) async throws -> ExitCode {
        var body: Members = ["name": .text(arguments.operands[0])]
        body["role"] = arguments[.role].map { .text($0) }
        body["for"] = arguments[.tokenLifetime].map { .text($0) }
        body["reason"] = arguments[.tokenReason].map { .text($0) }
        let request = ClientRequest("POST", "/ops/v1/tokens", json: .object(body))
        return try await ClientCommand.run(.createToken, arguments) { command throws(LocalSocketProblem) in
            guard let token = try command.value(of: request) else { return .bad }
            if arguments.has(.json) { return Output.print(token.prettyJSON + "\n") }
            guard case .text(let text)? = token["token"] else {
                command.complain("the host made a token but did not return it; revoke it and try again\n")
                return .bad
            }
            let code = Output.print(text + "\n")
            if code == .fine { Output.error(TokenTable.made(token)) }
            return code
        } ?? .bad
    }

    static func revoke(_ arguments: Arguments) async throws -> ExitCode {
        // If the whole token was pasted, only its id is sent, so that the secret part gets into no log.
        let named = TokenText.id(of: Array(arguments.operands[0].utf8).span) ?? arguments.operands[0]
        let query = arguments[.tokenReason].map { "?reason=\(ClientRequest.escaped($0))" } ?? ""
        return try await ClientCommand.run(.revokeToken, arguments) { command throws(LocalSocketProblem) in
            guard !TokenText.begins(named) else {
                command.complain("\(TokenProblem.unknown(named, nearest: nil))\n")
                return .bad
            }
            let request = ClientRequest("DELETE", "/ops/v1/tokens/\(ClientRequest.escaped(named))\(query)")
            guard let token = try command.value(of: request) else { return .bad }
            return Output.print(arguments.has(.json) ? token.prettyJSON + "\n" : TokenTable.revoked(token))
        } ?? .bad
    }
}
