package import FeatureKit

/// What differs between two revisions, for people.
package enum DifferenceText {
    /// The lines of `flagstand diff`, from what `GET /ops/v1/revisions/{a}/diff/{b}` answers.
    package static func text(_ reply: Value) -> String {
        let lines = reply.list("differences").map { difference in
            Difference.words(difference.text("path") ?? "", difference["old"], difference["new"])
        }
        let more = reply.text("more").flatMap { $0 == "0" ? nil : ["and \($0) more"] } ?? []
        guard !lines.isEmpty || !more.isEmpty else { return "There is no difference.\n" }
        return (lines + more).map { $0.onOneLine + "\n" }.joined()
    }
}
