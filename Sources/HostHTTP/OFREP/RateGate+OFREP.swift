import HTTPServer

extension RateGate<ClientNetwork> {
    /// Refuses who asks for flags too fast.
    func check(_ request: Request) throws(OFREPProblem) {
        if let wait = take(request.network) { throw .tooFast(wait) }
    }
}
