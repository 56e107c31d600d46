/// What is wrong with one or more documents, in the order of the files and their lines.
package struct Diagnostics: Sendable, Equatable {
    /// All that are kept.
    package private(set) var list: [Diagnostic] = []
    /// How many there were beyond what is kept.
    package private(set) var dropped = 0

    package init(_ list: [Diagnostic] = []) { self.list = list }

    /// Words what was found in a document and shows its lines, where there are any.
    init(_ findings: Findings, origin: Origin, bytes: [UInt8]?) {
        self.init(findings, texts: [(origin.name, bytes)])
    }

    /// Words what was found in several texts, in their order.
    init(_ findings: Findings, texts: [(name: String, bytes: [UInt8]?)]) {
        var lines: [Int: SourceLines] = [:]
        for text in Set(findings.list.map(\.text)) where texts.indices.contains(text) {
            lines[text] = texts[text].bytes.map(SourceLines.init)
        }
        func excerpt(_ mark: Mark) -> Excerpt? {
            guard !findings.hidesLine(of: mark), let line = lines[mark.text]?[mark.line] else { return nil }
            return Excerpt(line: line, column: mark.column)
        }
        // The position is a part of the key because Swift's sort does not promise to keep the order of equals.
        let sorted = findings.list.enumerated().sorted {
            ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
        }
        list = sorted.map { _, finding in
            let mark = finding.mark.map { lines[$0.text]?.clamped($0) ?? $0 }
            return Diagnostic(
                finding.severity, file: texts.indices.contains(finding.text) ? texts[finding.text].name : "",
                mark: mark,
                message: finding.problem.message, suggestion: finding.problem.suggestion,
                notes: finding.notes.map { place, remark in
                    let mark = lines[place.text]?.clamped(place) ?? place
                    return Diagnostic.Note(mark: mark, message: remark.message, excerpt: excerpt(mark))
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

    /// The same with each told otherwise.
    func map(_ change: (Diagnostic) -> Diagnostic) -> Diagnostics {
        var changed = self
        changed.list = list.map(change)
        return changed
    }

    /// All of them, with a line end after each.
    package var text: String { list.map { $0.text + "\n" }.joined() + (rest.map { $0 + "\n" } ?? "") }

    /// Says how many are not told; nil where all are.
    package var rest: String? { dropped > 0 ? Wording.dropped(dropped) : nil }
}

extension Finding {
    /// Where it is told: what is about a whole text comes before what is in it.
    fileprivate var place: Mark { mark ?? Mark.start.inText(text) }
}
