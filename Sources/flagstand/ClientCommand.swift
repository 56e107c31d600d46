internal import FeatureKit
internal import HostRuntime
internal import HostSystem
internal import JSON

/// What the commands that talk to a running host have in common.
struct ClientCommand: Sendable {
    let name: String
    let arguments: Arguments
    private let localSocket: LocalSocket

    /// Runs a command on a thread of its own, since its calls block, and prints its errors.
    static func run(
        _ command: Command, _ arguments: Arguments,
        _ body: @escaping @Sendable (ClientCommand) throws(LocalSocketProblem) -> ExitCode?
    ) async throws(SystemError) -> ExitCode? {
        let command = ClientCommand(
            name: "flagstand \(command.name)", arguments: arguments, localSocket: LocalSocket(state: arguments.state))
        return try await OwnedThread.run("ask") {
            Interrupts.endProcess()
            do throws(LocalSocketProblem) { return try body(command) } catch {
                command.complain("\(error)\n")
                return .bad
            }
        }
    }

    /// - Parameter limit: How long the host may be silent.
    func ask(_ request: ClientRequest, within limit: Duration = LocalSocket.answerTime) throws(LocalSocketProblem)
        -> HostReply
    {
        try localSocket.ask(request, within: limit)
    }

    /// The JSON of an answer; nil if the host refuses, which is printed.
    ///
    /// - Parameters:
    ///   - subject: The subject of the request, for the text of a refusal.
    ///   - limit: How long the host may be silent.
    func value(
        of request: ClientRequest, about subject: String? = nil, within limit: Duration = LocalSocket.answerTime
    ) throws(LocalSocketProblem) -> Value? {
        let reply = try ask(request, within: limit)
        guard reply.head.status < 300 else {
            try refuse(reply, about: subject)
            return nil
        }
        return try value(of: reply)
    }

    /// The JSON of a successful answer.
    func value(of reply: HostReply) throws(LocalSocketProblem) -> Value {
        let body = try reply.body()
        do throws(JSONProblem) { return try Value(json: body, limits: .none) } catch {
            throw .notUnderstood(.badJSON("\(error)"))
        }
    }

    /// Prints the host's refusal; with `--json` also its body as it came.
    func refuse(_ reply: HostReply, about subject: String? = nil) throws(LocalSocketProblem) {
        refuse(reply.head.status, try reply.body(), about: subject)
    }

    /// Prints a refusal from its body.
    func refuse(_ status: Int, _ body: [UInt8], about subject: String? = nil) {
        let refusal = Refusal(status: status, body: body)
        if arguments.has(.json), refusal.isProblem { _ = Output.print(body + [UInt8(ascii: "\n")]) }
        complain((subject.map { "\($0.onOneLine): " } ?? "") + "\(refusal)")
    }

    func complain(_ text: String) { Output.error("\(name): error: \(text)") }
}
