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

    let bodyLimit = FrontDoor.bodyLimit
    let desks: FlagDesks
    let gate: RateGate<ClientNetwork>
    let news: FlagNews
    let errands: Errands
    let clock: any ClockSource

    func tooLarge(_ request: Request) -> Response? { OFREPProblem.bodyTooLarge(bodyLimit).response() }

    func answer(_ visit: Visit) {
        do throws(OFREPProblem) {
            try gate.check(visit.request)
            let user = try visit.userOfFlags()
            guard let told = ToldState(of: visit.request), !news.has(told) else {
                return visit.exchange.answer(try response(to: visit, for: user))
            }
            errands.go(for: visit) { () async throws(Problem) in
                let isHere = await news.wait(for: told, until: clock.uptime + Self.patience)
                do throws(OFREPProblem) {
                    guard isHere else { throw .behind }
                    visit.exchange.answer(try response(to: visit, for: user))
                } catch { visit.exchange.answer(error.response()) }
            }
        } catch { visit.exchange.answer(error.response()) }
    }

    private func response(to visit: Visit, for user: Identity?) throws(OFREPProblem) -> Response {
        try desks[visit.exchange].answer(visit, for: user) { tools throws(OFREPProblem) in
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
            guard !visit.request.names(tag) else { return OFREPAnswer.unchanged(tag: tag) }
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
