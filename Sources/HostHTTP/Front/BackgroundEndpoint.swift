import HTTPServer

/// An endpoint whose slow answer is made by a task off the loops.
struct BackgroundEndpoint: Endpoint {
    let bodyLimit: Int
    private let background: BackgroundWork
    private let response: @Sendable (RequestContext) async throws(Problem) -> Response

    init(
        _ background: BackgroundWork, bodyLimit: Int = 0,
        _ response: @escaping @Sendable (RequestContext) async throws(Problem) -> Response
    ) {
        self.background = background
        self.bodyLimit = bodyLimit
        self.response = response
    }

    func answer(_ context: RequestContext) {
        background.go(for: context) { () async throws(Problem) in context.exchange.answer(try await response(context)) }
    }
}
