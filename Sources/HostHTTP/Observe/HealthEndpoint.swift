import HTTPServer

/// `/healthz`: the process answers, and that is all it says.
struct HealthEndpoint: Endpoint {
    let bodyLimit = 0

    private static let response = Response(.ok, Probes.jsonFields, body: Array(#"{"status":"ok"}"#.utf8))

    func answer(_ context: RequestContext) { context.exchange.answer(Self.response) }
}

extension Probes {
    static let jsonFields: Fields = ["Content-Type": "application/json", "Cache-Control": "no-store"]
}
