import FeatureKit
import HTTPServer

/// `/openapi.json`: the routes that one server answers now.
final class OpenAPIEndpoint: Endpoint {
    let bodyLimit = 0
    private struct State {
        var source: OpenAPISource?
        var response = Response(.ok, Probes.jsonFields, body: Array("{}".utf8))
    }

    private let state = Lock(State())

    /// Sets the description from now on.
    func update(_ source: OpenAPISource) {
        // Most updates change only flags, and writing the description takes longer than such an update.
        guard state.withLock({ $0.source != source }) else { return }
        let body = Array(source.document.json.utf8)
        state.withLock { state in
            state.source = source
            state.response.body = body
        }
    }

    func answer(_ context: RequestContext) { context.exchange.answer(state.withLock { $0.response }) }
}
