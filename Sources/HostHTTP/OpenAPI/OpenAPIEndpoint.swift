import FeatureKit
import HTTPServer

/// `/openapi.json`: what can be asked at one door now.
final class OpenAPIEndpoint: Endpoint {
    let bodyLimit = 0
    private let response = Lock(Response(.ok, Probes.jsonFields, body: Array("{}".utf8)))

    /// Says what can be asked from now on.
    func update(_ source: OpenAPISource) {
        let body = Array(source.document.json.utf8)
        response.withLock { $0.body = body }
    }

    func answer(_ visit: Visit) { visit.exchange.answer(response.withLock { $0 }) }
}
