import FeatureKit
import HTTPServer

/// Rate limits.
extension Router {
    /// Refuses a request of an address above its rate limit, before the body is read.
    ///
    /// Requests for health are never refused.
    func refusal(of request: Request, by rates: Rates) -> Refused? {
        guard !Probes.askAfterHealth(request), let wait = rates.wait(ofAddress: request) else { return nil }
        let trace = TraceContext.of(request)
        let response: Response
        if OFREP.isAsked(by: request) {
            response = OFREPProblem.tooFast(wait).response()
        } else {
            response = Problem.tooManyRequests(of: "this address", wait).response(request: trace.id)
        }
        let extra = anyLoopState.table.cors?.fields(for: request["origin"]) ?? Fields()
        return Refused(response.adding(extra), note: ShortJourney(trace))
    }
}
