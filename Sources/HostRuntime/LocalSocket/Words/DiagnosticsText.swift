internal import FeatureKit
internal import JSON

/// The diagnostics of a configuration file that a host refuses, as text for people.
package enum DiagnosticsText {
    /// The same text as `flagstand check` prints; nil where the answer has no diagnostics.
    package static func text(_ body: [UInt8]) -> String? {
        guard let problem = try? Value(json: body, limits: .none) else { return nil }
        let diagnostics = problem.list("diagnostics")
        guard !diagnostics.isEmpty else { return nil }
        let texts = diagnostics.map { diagnostic in
            (diagnostic.text("text") ?? diagnostic.text("message") ?? "")
                .split(separator: "\n", omittingEmptySubsequences: false).map { line in
                    // Below a tab the caret stands after a tab.
                    line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).onOneLine }
                        .joined(separator: "\t") + "\n"
                }.joined()
        }
        let more = problem.text("more").flatMap { $0 == "0" ? nil : "and \($0) more\n" } ?? ""
        return texts.joined() + more
    }
}
