internal import FeatureKit

// Why this feature refuses, word for word.
extension RouteError {
    static func noGateway(_ name: String, among names: [String]) -> RouteError {
        let near = Suggestion.closest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
        return .notFound("there is no gateway \"\(name)\"\(near)")
    }

    static func noListener(_ name: String, among names: [String]) -> RouteError {
        let meant = Suggestion.closest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
        return notFound("nobody listens as \"\(name)\"\(meant)")
    }
}
