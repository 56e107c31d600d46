@_spi(Hosting) import FeatureKit
import HTTPServer

/// The paths of a document; what has no place of its own is left out, as at the endpoint.
struct OpenAPIPaths {
    /// Whether what is for everyone is for those who have not signed in, too.
    let letsStrangersIn: Bool
    private struct Path {
        let template: PathTemplate
        var operations: [(method: String, value: Value)] = []
    }

    /// By the path without its names: two that differ only in them are one.
    private var paths: [[PathTemplate.Segment]: Path] = [:]

    init(letsStrangersIn: Bool) { self.letsStrangersIn = letsStrangersIn }

    /// The paths in order.
    var value: Value {
        let sorted = paths.values.map { ("\($0.template)", Members($0.operations)) }.sorted { $0.0 < $1.0 }
        return .object(Members(sorted.map { ($0.0, .object($0.1)) }))
    }

    /// Adds an operation of the host's own.
    mutating func add(_ method: Method, _ path: String, _ operation: Operation) {
        guard let template = PathTemplate(path) else { return }
        put(method, template) { _ in operation }
    }

    /// Adds what a feature serves and shows.
    mutating func add(_ feature: OpenAPISource.Feature) {
        for contract in feature.contracts where contract.role == .serves {
            guard let endpoint = contract.endpoint, let template = place(endpoint.path(below: feature.mounts)),
                QuestionReader(contract.shape, names: template.names, rest: QuestionReader.Rest(endpoint.method)) != nil
            else { continue }
            put(Method(endpoint.method.description), template) { [letsStrangersIn] names in
                Operation(
                    contract, endpoint, of: feature.id, at: template, names: names, letsStrangersIn: letsStrangersIn)
            }
        }
        for topic in feature.contracts where topic.isWatchable {
            guard let template = place("\(feature.mounts.first ?? "")/stream/\(topic.name)") else { continue }
            put(.get, template) { [letsStrangersIn] _ in
                Operation(topic: topic.name, topic.shape, of: feature.id, letsStrangersIn: letsStrangersIn)
            }
        }
    }

    /// Where something of a feature may stand.
    private func place(_ path: String) -> PathTemplate? {
        guard let template = PathTemplate(path), case .literal(let first) = template.segments.first,
            !FrontTable.reserved.contains(first)
        else { return nil }
        return template
    }

    /// - Parameter operation: Told what the path's names are called here, by whoever came first.
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
