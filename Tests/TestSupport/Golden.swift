internal import Glibc
package import Testing

/// Compares a text with the file `Tests/Golden/<name>.txt`; with `FLAGSTAND_UPDATE_GOLDEN=1` the file is written instead.
///
/// For wording: a test asserts codes and places itself, and a new wording is one command and a diff to read.
package func expectGolden(_ text: String, _ name: String, at place: SourceLocation = #_sourceLocation) throws {
    let path = "Tests/Golden/\(name).txt"
    if unsafe getenv("FLAGSTAND_UPDATE_GOLDEN") != nil {
        try CommittedFile.write(text, to: path)
        return
    }
    let (now, before) = (lines(of: text), lines(of: try CommittedFile.text(path)))
    let differences = now.difference(from: before).map { change in
        switch change {
        case .remove(let line, let text, _): "\(path):\(line + 1): - \(text)"
        case .insert(let line, let text, _): "\(path):\(line + 1): + \(text)"
        }
    }
    guard !differences.isEmpty else { return }
    Issue.record(
        """
        \(differences.prefix(40).joined(separator: "\n"))
        To accept the new wording, run the test again with FLAGSTAND_UPDATE_GOLDEN=1.
        """, sourceLocation: place)
}

/// What is said of each input, below it; an input's lines begin with `> `.
package func expectGolden(
    _ said: [(of: String, lines: [String])], _ name: String, at place: SourceLocation = #_sourceLocation
) throws {
    let cases = said.map { input, output in
        (lines(of: input).map { "> \($0)\n" } + output.map { "\($0)\n" }).joined()
    }
    try expectGolden(cases.joined(separator: "\n"), name, at: place)
}

private func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
