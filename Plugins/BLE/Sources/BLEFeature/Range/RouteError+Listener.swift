internal import FeatureKit

extension RouteError {
    static func noListener(_ name: String, of names: [String]) -> RouteError {
        let meant = Suggestion.closest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
        return .notFound("nobody listens as \"\(name)\"\(meant)")
    }
}
