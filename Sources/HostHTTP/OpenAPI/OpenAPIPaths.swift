@_spi(Hosting) import FeatureKit
import HTTPServer

/// The paths of an OpenAPI document; routes without a path of their own are left out, as the server does.
struct OpenAPIPaths {
    /// Whether what is for everyone is open to anonymous callers.
    let allowsAnonymous: Bool
    private struct Path {
        let template: PathTemplate
        var operations: [(method: String, value: Value)] = []
    }

    /// By the path without its names: paths that differ only in names are the same.
    private var paths: [[PathTemplate.Segment]: Path] = [:]

    init(allowsAnonymous: Bool) { self.allowsAnonymous = allowsAnonymous }

    /// The paths in order.
    var value: Value {
        let sorted = paths.values.map { ("\($0.template)", Members($0.operations)) }.sorted { $0.0 < $1.0 }
        return .object(Members(sorted.map { ($0.0, .object($0.1)) }))
    }

    /// Adds an operation of the host.
    mutating func add(_ method: Method, _ path: String, _ operation: Operation) {
        guard let template = PathTemplate(path) else { return }
        put(method, template) { _ in operation }
    }

    /// Adds the routes and streams of a module.
    mutating func add(_ feature: OpenAPISource.Feature) {
        for contract in feature.contracts where contract.role == .serves {
            guard let endpoint = contract.endpoint, let template = place(endpoint.path(below: feature.mounts)),
                QuestionReader(contract.shape, names: template.names, rest: QuestionReader.Rest(endpoint.method)) != nil
            else { continue }
            put(Method(endpoint.method.description), template) { [allowsAnonymous] names in
                Operation(
                    contract, endpoint, of: feature.id, at: template, names: names, allowsAnonymous: allowsAnonymous)
            }
        }
        for topic in feature.contracts where topic.isWatchable {
            guard let template = place("\(feature.mounts.first ?? "")/stream/\(topic.name)") else { continue }
            put(.get, template) { [allowsAnonymous] _ in
                Operation(topic: topic.name, topic.shape, of: feature.id, allowsAnonymous: allowsAnonymous)
            }
        }
    }

    /// The template of a module's path; nil where a module may have none.
    private func place(_ path: String) -> PathTemplate? {
        guard let template = PathTemplate(path), case .literal(let first) = template.segments.first,
            !FrontTable.reserved.contains(first)
        else { return nil }
        return template
    }

    /// - Parameter operation: Called with the path's names, as the first operation at that path calls them.
    private mutating func put(_ method: Method, _ template: PathTemplate, _ operation: ([String]) -> Operation) {
        let key = template.segments.map { segment in
            if case .name = segment { PathTemplate.Segment.name("") } else { segment }
        }
        var path = paths[key] ?? Path(template: template)
        let word = method.description.lowercased()
        guard !path.operations.contains(where: { $0.method == word }) else { return }
        path.operations.append((word, operation(path.template.names).value))
        paths[key] = path
    }
}
