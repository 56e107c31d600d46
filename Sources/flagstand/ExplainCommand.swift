@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostHTTP
internal import HostRuntime

/// `flagstand explain`: prints why a flag has its value for a caller.
enum ExplainCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let key = arguments.operands[0]
        switch try await FileFlags.named(by: arguments) {
        case .host:
            return try await ClientCommand.run(.explain, arguments) { command throws(LocalSocketProblem) in
                let question: Value = ["context": .object(arguments.person)]
                let path = "/ops/v1/flags/\(ClientRequest.escaped(key))/explain"
                guard let answer = try command.value(of: ClientRequest("POST", path, json: question)) else {
                    return .bad
                }
                let code = answer["error"] == nil ? ExitCode.fine : .bad
                if case .text(let text)? = answer["text"], !arguments.has(.json) { return print(text, code) }
                return Output.print(answer.prettyJSON + "\n", code)
            } ?? .bad
        case .unusable: return .bad
        case .flags(let flags):
            guard let flag = flags.program.flag(key) else {
                let details = FlagAnswer.unknown(key, among: flags.program.flags.map(\.key))
                Output.error("flagstand explain: error: \(details.onOneLine)\n")
                return .bad
            }
            var person = FlagContext()
            person.add(arguments.person)
            var evaluator = FlagEvaluator()
            let trace = evaluator.explain(flag, of: flags.program, for: person, now: SystemClock().now.seconds)
            let code = trace.evaluation.error == nil ? ExitCode.fine : .bad
            return arguments.has(.json) ? Output.print(trace.value.prettyJSON + "\n", code) : print(trace.text, code)
        }
    }

    /// Prints lines so that nothing in them steers the terminal.
    private static func print(_ text: String, _ code: ExitCode) -> ExitCode {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine }
        let end = lines.last == "" ? "" : "\n"
        return Output.print(lines.joined(separator: "\n") + end, code)
    }
}
