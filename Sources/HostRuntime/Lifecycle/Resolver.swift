@_spi(Hosting) internal import FeatureKit

/// Finds what can't be ordered before anything starts: circles and needs that nobody meets.
package enum Resolver {
    package enum Problem: Sendable, Equatable {
        /// These features wait for each other; the first one stands at the end again.
        case cycle([String])
        /// A feature needs one that is not there.
        case missing(String, neededBy: String, nearest: String?)

        /// The features that can't run because of it.
        package var features: Set<String> {
            switch self {
            case .cycle(let path): Set(path)
            case .missing(_, let feature, _): [feature]
            }
        }

        package var message: String {
            switch self {
            case .cycle(let path):
                "these features wait for each other: " + path.joined(separator: " → ")
                    + "; take one of them out of needs or after"
            case .missing(let name, let feature, let nearest):
                "\(feature) needs \"\(name)\", which no feature here is called"
                    + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
            }
        }
    }

    /// Every problem, each circle once.
    package static func problems(in rules: [String: LifecycleRules]) -> [Problem] {
        var problems: [Problem] = []
        for (id, rule) in rules.sorted(by: { $0.key < $1.key }) {
            for need in rule.needs.sorted() where rules[need] == nil {
                let nearest = Suggestion.closest(to: need, in: rules.keys.filter { $0 != id })
                problems.append(.missing(need, neededBy: id, nearest: nearest))
            }
        }
        var done: Set<String> = []
        for id in rules.keys.sorted() { walk(from: id, [], rules, &done, &problems) }
        return problems
    }

    private static func walk(
        from id: String, _ path: [String], _ rules: [String: LifecycleRules], _ done: inout Set<String>,
        _ problems: inout [Problem]
    ) {
        if let start = path.firstIndex(of: id) {
            problems.append(.cycle(rotated(Array(path[start...]))))
            return
        }
        guard let rule = rules[id], !done.contains(id) else { return }
        for next in rule.needs.union(rule.after).sorted() { walk(from: next, path + [id], rules, &done, &problems) }
        done.insert(id)
    }

    /// A circle is printed from its first name by the alphabet, so that it reads the same wherever it was found.
    private static func rotated(_ circle: [String]) -> [String] {
        guard let first = circle.min(), let start = circle.firstIndex(of: first) else { return circle }
        return Array(circle[start...] + circle[..<start]) + [first]
    }
}
