/// What is wrong with one or more documents, in the order of the files and their lines.
package struct Diagnostics: Sendable, Equatable {
    /// All that are kept.
    package private(set) var list: [Diagnostic] = []
    /// How many there were beyond what is kept.
    package private(set) var dropped = 0

    package init(_ list: [Diagnostic] = []) { self.list = list }

    /// Words what was found in a document and shows its lines, where there are any.
    init(_ findings: Findings, origin: Origin, bytes: [UInt8]?) {
        guard !findings.list.isEmpty else { return }
        let lines = bytes.map(SourceLines.init)
        func excerpt(_ mark: Mark) -> Excerpt? {
            guard !findings.hiddenLines.contains(mark.line), let line = lines?[mark.line] else { return nil }
            return Excerpt(line: line, column: mark.column)
        }
        // The position is a part of the key because Swift's sort does not promise to keep the order of equals.
        let sorted = findings.list.enumerated().sorted {
            ($0.element.mark ?? .start, $0.offset) < ($1.element.mark ?? .start, $1.offset)
        }
        list = sorted.map { _, finding in
            let mark = finding.mark.map { lines?.clamped($0) ?? $0 }
            return Diagnostic(
                finding.severity, file: origin.name, mark: mark, message: finding.problem.message,
                suggestion: finding.problem.suggestion,
                notes: finding.notes.map {
                    Diagnostic.Note(mark: $0.mark, message: $0.remark.message, excerpt: excerpt($0.mark))
                },
                excerpt: mark.flatMap(excerpt))
        }
        dropped = findings.dropped
    }

    /// Whether one of them is an error.
    package var hasErrors: Bool { list.contains { $0.severity == .error } }

    /// Whether there is nothing to say.
    package var isEmpty: Bool { list.isEmpty }

    /// Adds those of another document after these.
    package mutating func append(_ more: Diagnostics) {
        list += more.list
        dropped += more.dropped
    }

    /// All of them, with a line end after each.
    package var text: String {
        let texts = list.map { $0.text + "\n" }.joined()
        return dropped > 0 ? texts + Wording.dropped(dropped) + "\n" : texts
    }
}
