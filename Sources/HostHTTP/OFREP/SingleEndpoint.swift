@_spi(Hosting) import FeatureKit
import FlagEngine
import HTTPServer
import HostAccess
import HostRuntime

/// `POST /ofrep/v1/evaluate/flags/{key}`: what one flag holds for a caller.
struct SingleEndpoint: Endpoint {
    /// Before the key, which is everything that follows.
    static let path = "/ofrep/v1/evaluate/flags/"

    let bodyLimit = Router.bodyLimit
    let perLoop: FlagsPerLoop
    let gate: RateGate<ClientNetwork>
    let clock: any ClockSource

    func tooLarge(_ request: Request) -> Response? {
        OFREPProblem.bodyTooLarge(bodyLimit).response(about: Self.key(of: request) ?? "")
    }

    func answer(_ context: RequestContext) {
        do throws(OFREPProblem) {
            try gate.check(context.request)
            context.exchange.answer(try response(to: context, for: try context.userOfFlags()))
        } catch { context.exchange.answer(error.response(about: Self.key(of: context.request) ?? "")) }
    }

    /// Keys may hold anything, so that the path is taken as it is: some clients escape nothing of it.
    private static func key(of request: Request) -> String? {
        request.withPath { TargetPath.text($0, from: path.utf8.count) }
    }

    private static func flag(of request: Request, in program: FlagProgram) throws(OFREPProblem) -> Int {
        // Most keys stand in the path byte for byte, so that no text has to be made of them.
        let plain = request.withPath { path in
            TargetPath.isPlain(path, from: Self.path.utf8.count)
                ? program.flag(path.extracting(droppingFirst: Self.path.utf8.count)) : nil
        }
        if let plain { return plain }
        guard let key = key(of: request) else { throw .unreadableKey }
        guard let flag = program.flag(key) else { throw .unknownFlag(key, known: program.flags.lazy.map(\.key)) }
        return flag
    }

    private func response(to context: RequestContext, for user: Identity?) throws(OFREPProblem) -> Response {
        try perLoop[context.exchange].answer(context, for: user) { tools throws(OFREPProblem) in
            let program = tools.sheet.snapshot.program
            let flag = try Self.flag(of: context.request, in: program)
            let now = clock.now.seconds
            let evaluation = tools.evaluator.evaluate(flag, of: program, for: tools.context, now: now)
            if evaluation.reason == .split || evaluation.reason == .targetingMatch {
                var person: ExposedPerson?
                tools.context.withText("targetingKey") { person = ExposedPerson($0) }
                tools.exposures.tell(
                    evaluation, of: program, to: person, key: tools.context.text("targetingKey"), now: now)
            }
            tools.body.removeAll(keepingCapacity: true)
            tools.sheet.lines.write(evaluation, to: &tools.body)
            return Response(evaluation.error == nil ? .ok : .badRequest, OFREPAnswer.fields, body: tools.body)
        }
    }
}
