@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostHTTP
internal import HostRuntime
internal import JSON

/// `flagstand evaluate`: prints a flag's value for a caller.
enum EvaluateCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let key = arguments.operands[0]
        switch try await FileFlags.named(by: arguments) {
        case .host:
            return try await ClientCommand.run(.evaluate, arguments) { command throws(LocalSocketProblem) in
                let question: Value = ["context": .object(arguments.person)]
                let path = "/ops/v1/flags/\(ClientRequest.escaped(key))/evaluate"
                guard let answer = try command.value(of: ClientRequest("POST", path, json: question)) else {
                    return .bad
                }
                return tell(answer, arguments)
            } ?? .bad
        case .unusable: return .bad
        case .flags(let flags):
            let now = SystemClock().now
            guard let flag = flags.program.flag(key) else {
                let details = FlagAnswer.unknown(key, among: flags.program.flags.map(\.key))
                return tell(
                    ["key": .text(key), "errorCode": "FLAG_NOT_FOUND", "errorDetails": .text(details)], arguments)
            }
            var person = FlagContext()
            person.add(arguments.person)
            var evaluator = FlagEvaluator()
            let evaluation = evaluator.evaluate(flag, of: flags.program, for: person, now: now.seconds)
            let answer = FlagAnswer.json(of: evaluation, from: flags.snapshot(now))
            return tell(try Value(json: answer, limits: .none), arguments)
        }
    }

    /// Prints an answer; one that is an error, or of another type than expected, is bad.
    private static func tell(_ answer: Value, _ arguments: Arguments) -> ExitCode {
        var answer = answer
        if let wanted = arguments[.type].flatMap(FlagKind.init), let value = answer["value"],
            FlagKind(of: value)?.answers(wanted) != true
        {
            answer = [
                "key": answer["key"] ?? .null, "errorCode": "TYPE_MISMATCH",
                "errorDetails": .text("\(value.json) is not of type \(wanted.rawValue)"),
            ]
        }
        let code = answer["errorCode"] == nil ? ExitCode.fine : .bad
        if arguments.has(.json) { return Output.print(answer.prettyJSON + "\n", code) }
        guard code == .fine else {
            let details = answer["errorDetails"]?.plainText ?? ""
            Output.error("flagstand evaluate: error: \(details.onOneLine) (\(answer["errorCode"]?.plainText ?? ""))\n")
            return code
        }
        let value = answer["value"]?.json ?? "the app's own default"
        let rows = [
            ["value", value], ["variant", answer["variant"]?.plainText ?? ""],
            ["reason", answer["reason"]?.plainText ?? ""],
        ]
        return Output.print(TextTable.text(rows), code)
    }
}

extension FlagKind {
    fileprivate init?(of value: Value) {
        switch value {
        case .boolean: self = .boolean
        case .text: self = .string
        case .integer: self = .integer
        case .number: self = .float
        case .object: self = .object
        case .null, .list: return nil
        }
    }
}

extension Value {
    fileprivate var plainText: String { if case .text(let text) = self { text } else { json } }
}
