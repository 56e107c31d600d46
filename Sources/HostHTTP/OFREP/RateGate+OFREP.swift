import HTTPServer

extension RateGate<ClientNetwork> {
    /// Refuses a request for flags above the rate limit.
    func check(_ request: Request) throws(OFREPProblem) {
        if let wait = take(request.network) { throw .tooFast(wait) }
    }
}
