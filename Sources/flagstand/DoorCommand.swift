internal import FeatureKit
internal import HostRuntime
internal import HostSystem
internal import JSON

/// What the commands that talk to a running host have in common.
struct DoorCommand: Sendable {
    let name: String
    let arguments: Arguments
    private let door: Door

    /// Runs a command on a thread of its own, since its calls block, and prints its errors.
    static func run(
        _ command: Command, _ arguments: Arguments,
        _ body: @escaping @Sendable (DoorCommand) throws(DoorProblem) -> ExitCode?
    ) async throws(SystemError) -> ExitCode? {
        let command = DoorCommand(
            name: "flagstand \(command.name)", arguments: arguments, door: Door(state: arguments.state))
        return try await OwnedThread.run("door") {
            Interrupts.endProcess()
            do throws(DoorProblem) { return try body(command) } catch {
                command.complain("\(error)\n")
                return .bad
            }
        }
    }

    /// - Parameter limit: How long the host may be silent.
    func ask(_ request: ClientRequest, within limit: Duration = Door.answerTime) throws(DoorProblem) -> HostReply {
        try door.ask(request, within: limit)
    }

    /// The JSON of an answer; nil if the host refuses, which is printed.
    ///
    /// - Parameters:
    ///   - subject: The subject of the request, for the text of a refusal.
    ///   - limit: How long the host may be silent.
    func value(
        of request: ClientRequest, about subject: String? = nil, within limit: Duration = Door.answerTime
    ) throws(DoorProblem) -> Value? {
        let reply = try ask(request, within: limit)
        guard reply.head.status < 300 else {
            try refuse(reply, about: subject)
            return nil
        }
        return try value(of: reply)
    }

    /// The JSON of a successful answer.
    func value(of reply: HostReply) throws(DoorProblem) -> Value {
        let body = try reply.body()
        do throws(JSONProblem) { return try Value(json: body, limits: .none) } catch {
            throw .notUnderstood(.badJSON("\(error)"))
        }
    }

    /// Prints the host's refusal; with `--json` also its body as it came.
    func refuse(_ reply: HostReply, about subject: String? = nil) throws(DoorProblem) {
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
