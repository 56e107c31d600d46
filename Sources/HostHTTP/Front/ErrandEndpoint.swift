import HTTPServer

/// An endpoint whose slow answer is made by a task off the loops.
struct ErrandEndpoint: Endpoint {
    let bodyLimit: Int
    private let errands: Errands
    private let response: @Sendable (Visit) async throws(Problem) -> Response

    init(
        _ errands: Errands, bodyLimit: Int = 0,
        _ response: @escaping @Sendable (Visit) async throws(Problem) -> Response
    ) {
        self.errands = errands
        self.bodyLimit = bodyLimit
        self.response = response
    }

    func answer(_ visit: Visit) {
        errands.go(for: visit) { () async throws(Problem) in visit.exchange.answer(try await response(visit)) }
    }
}
