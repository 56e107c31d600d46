@_spi(Hosting) import FeatureKit
import FlagEngine
import HTTPServer
import HostRuntime

/// `POST /ofrep/v1/evaluate/flags/{key}`: what one flag holds for a caller.
struct SingleEndpoint: Endpoint {
    /// Before the key, which is everything that follows.
    static let path = "/ofrep/v1/evaluate/flags/"

    let bodyLimit = FrontDoor.bodyLimit
    let desks: FlagDesks
    let gate: OFREPGate
    let clock: any ClockSource

    func tooLarge(_ request: Request) -> Response? {
        OFREPProblem.bodyTooLarge(bodyLimit).response(about: key(of: request) ?? "")
    }

    /// Keys may hold anything, so that the path is taken as it is: some clients escape nothing of it.
    private func key(of request: Request) -> String? {
        request.withPath { TargetPath.text($0, from: Self.path.utf8.count) }
    }

    func answer(_ visit: Visit) {
        let key = key(of: visit.request)
        do throws(OFREPProblem) {
            try gate.check(visit.request)
            guard let key else { throw .unreadableKey }
            visit.exchange.answer(try response(about: key, visit))
        } catch { visit.exchange.answer(error.response(about: key ?? "")) }
    }

    private func response(about key: String, _ visit: Visit) throws(OFREPProblem) -> Response {
        try desks[visit.exchange].answer(visit) { tools throws(OFREPProblem) in
            let program = tools.sheet.snapshot.program
            guard let flag = program.flag(key) else {
                throw .unknownFlag(key, known: program.flags.lazy.map(\.key))
            }
            let now = clock.now.seconds
            let evaluation = tools.evaluator.evaluate(flag, of: program, for: tools.context, now: now)
            if evaluation.reason == .split || evaluation.reason == .targetingMatch {
                let person = ExposedPerson(tools.context.text("targetingKey"))
                tools.exposures.tell(evaluation, of: program, to: person, now: now)
            }
            tools.body.removeAll(keepingCapacity: true)
            tools.sheet.write(evaluation, to: &tools.body)
            return Response(evaluation.error == nil ? .ok : .badRequest, OFREPAnswer.fields, body: tools.body)
        }
    }
}
