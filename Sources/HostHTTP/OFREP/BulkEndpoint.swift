@_spi(Hosting) import FeatureKit
import FlagEngine
import HTTPServer
import HostAccess
import HostRuntime

/// `POST /ofrep/v1/evaluate/flags`: the value of every flag for a caller, or that nothing has changed for them.
struct BulkEndpoint: Endpoint {
    static let path = "/ofrep/v1/evaluate/flags"
    /// How long a client that was notified of newer flags waits for them.
    static let patience = Duration.seconds(2)

    let bodyLimit = Router.bodyLimit
    let perLoop: FlagsPerLoop
    let gate: RateGate<ClientNetwork>
    let news: FlagChangeNotifier
    let background: BackgroundWork
    let clock: any ClockSource

    func tooLarge(_ request: Request) -> Response? { OFREPProblem.bodyTooLarge(bodyLimit).response() }

    func answer(_ context: RequestContext) {
        do throws(OFREPProblem) {
            try gate.check(context.request)
            let user = try context.userOfFlags()
            guard let told = ToldState(of: context.request), !news.has(told) else {
                return context.exchange.answer(try response(to: context, for: user))
            }
            background.go(for: context) { () async throws(Problem) in
                let isHere = await news.wait(for: told, until: clock.uptime + Self.patience)
                do throws(OFREPProblem) {
                    guard isHere else { throw .behind }
                    context.exchange.answer(try response(to: context, for: user))
                } catch { context.exchange.answer(error.response()) }
            }
        } catch { context.exchange.answer(error.response()) }
    }

    private func response(to context: RequestContext, for user: Identity?) throws(OFREPProblem) -> Response {
        try perLoop[context.exchange].answer(context, for: user) { tools throws(OFREPProblem) in
            let sheet = tools.sheet
            let program = sheet.snapshot.program
            let now = clock.now.seconds
            var mark = tools.mark
            if program.looksAtClock {
                // The same flags may have other values for the same caller by now.
                for flag in program.flags.indices {
                    let evaluation = tools.evaluator.evaluate(flag, of: program, for: tools.context, now: now)
                    mark.add(UInt64(truncatingIfNeeded: (evaluation.variant ?? -1) &+ 1))
                    mark.add(UInt64(evaluation.reason.rawValue.utf8.first ?? 0))
                }
            }
            let tag = "\"\(sheet.snapshot.etag)-\(mark.digits)\""
            guard !context.request.names(tag) else { return OFREPAnswer.unchanged(tag: tag) }
            let lines = sheet.lines
            var body: [UInt8] = []
            body.reserveCapacity(sheet.usualSize)
            body += #"{"flags":["#.utf8
            for flag in program.flags.indices {
                if flag > 0 { body.append(UInt8(ascii: ",")) }
                lines.write(
                    tools.evaluator.evaluate(flag, of: program, for: tools.context, now: now), to: &body)
            }
            body += sheet.end
            return Response(.ok, OFREPAnswer.fields(tag: tag), body: body)
        }
    }
}
