internal import FeatureKit
internal import JSON

/// A host's refusal, as a person reads it.
package struct Refusal: CustomStringConvertible {
    /// What is wrong, without a place; the things that are wrong each on a line of its own below it.
    package let description: String
    /// Whether the body is the JSON that refusals have.
    package let isProblem: Bool

    /// Reads the body of an answer whose status says that something is wrong.
    package init(status: Int, body: [UInt8]) {
        guard let problem = try? Value(json: body), let code = problem.text("code") else {
            // Refused by the server itself, in plain words.
            let words = String(decoding: body.prefix(Self.mostPlainBytes), as: UTF8.self).split(separator: "\n").first
            isProblem = false
            description = "status \(status)\(words.map { ": \(String($0).onOneLine)" } ?? "")\n"
            return
        }
        let first = [code, problem.text("detail") ?? problem.text("title") ?? "status \(status)"]
        let errors = problem.list("errors").map { error in
            let path = error.text("path") ?? ""
            return "  " + (path.isEmpty ? "" : "\(path): ") + (error.text("message") ?? error.json)
        }
        isProblem = true
        description = ([first.joined(separator: ": ")] + errors).map { $0.onOneLine + "\n" }.joined()
    }

    /// How much is looked at of an answer that is no problem.
    private static let mostPlainBytes = 500
}
