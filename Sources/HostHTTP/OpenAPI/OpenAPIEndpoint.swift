import FeatureKit
import HTTPServer

/// `/openapi.json`: what can be asked at one door now.
final class OpenAPIEndpoint: Endpoint {
    let bodyLimit = 0
    private struct State {
        var source: OpenAPISource?
        var response = Response(.ok, Probes.jsonFields, body: Array("{}".utf8))
    }

    private let state = Lock(State())

    /// Says what can be asked from now on.
    func update(_ source: OpenAPISource) {
        // Most changes are to flags, and writing it all down takes longer than those do.
        guard state.withLock({ $0.source != source }) else { return }
        let body = Array(source.document.json.utf8)
        state.withLock { state in
            state.source = source
            state.response.body = body
        }
    }

    func answer(_ visit: Visit) { visit.exchange.answer(state.withLock { $0.response }) }
}
