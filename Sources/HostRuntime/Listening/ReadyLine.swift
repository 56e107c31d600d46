/// What a host prints once its features have settled: `flagstand: ready in 21 ms on http://127.0.0.1:8080: ble active`.
package struct ReadyLine: CustomStringConvertible {
    /// The line.
    package let description: String

    /// - Parameters:
    ///   - took: How long the start took.
    ///   - links: Where the host really listens on TCP, such as `http://127.0.0.1:8080`; none where it doesn't.
    ///   - features: How the features are.
    package init(after took: Duration, on links: [String], _ features: [FeatureStatus]) {
        let milliseconds = Int((took / .milliseconds(1)).rounded())
        let links = links.joined(separator: ", ")
        description =
            "flagstand: ready in \(milliseconds) ms\(links.isEmpty ? "" : " on \(links)"): \(features.inWords)"
    }
}

extension [FeatureStatus] {
    /// What is not off, and how it is.
    var inWords: String {
        let states = filter { $0.state != .off }.map { "\($0.id) \($0.state.word)" }
        return states.isEmpty ? "no features" : states.joined(separator: ", ")
    }
}
