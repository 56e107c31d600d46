@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// `/readyz`: whether the host is ready; `/readyz/<check>` runs one check alone.
struct ReadinessEndpoint: Endpoint {
    let bodyLimit = 0
    /// The current readiness.
    let readiness: @Sendable () -> Readiness
    /// The names of all possible checks, also those of modules that are off; nil while they are unknown.
    let known: @Sendable () -> [String]?

    /// The parts of the path, which together are the name of one check.
    static let names = ["check", "id"]

    func answer(_ context: RequestContext) {
        do throws(Problem) { context.exchange.answer(try response(to: context)) } catch {
            context.exchange.answer(error.response(request: context.trace.id))
        }
    }

    private func response(to context: RequestContext) throws(Problem) -> Response {
        var readiness = readiness()
        let name = Self.names.compactMap { context.path[$0] }.joined(separator: "/")
        if !name.isEmpty {
            guard let alone = readiness.alone(name) else { throw .unknownCheck(name, readiness) }
            readiness = alone
        }
        // Probes may add names of their own to the query, so unknown names are not an error.
        let excluded = try context.request.queryPairs().filter { $0.name == "exclude" }.map(\.value)
        if let known = known(), let odd = excluded.first(where: { !known.contains($0) }) {
            throw .unknownExclusion(odd, known: known)
        }
        readiness = readiness.without(Set(excluded))
        return Response(
            readiness.isReady ? .ok : .serviceUnavailable, Probes.jsonFields, body: Array(readiness.value.json.utf8))
    }
}

extension Problem {
    fileprivate static func unknownExclusion(_ name: String, known: [String]) -> Problem {
        let hint = Suggestion.closest(to: name, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
        return Problem(400, "invalid", "there is no check \(Value.text(name).json) to exclude\(hint)")
    }

    fileprivate static func unknownCheck(_ name: String, _ readiness: Readiness) -> Problem {
        let names = readiness.checks.map(\.name).joined(separator: ", ")
        return Problem(404, "not-found", "there is no check \(Value.text(name).json); there are \(names)")
    }
}
