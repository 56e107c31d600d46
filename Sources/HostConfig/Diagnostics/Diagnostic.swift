internal import HostSystem

/// Something wrong with a document, for the one who wrote it.
package struct Diagnostic: Sendable, Equatable {
    /// How bad it is.
    package enum Severity: String, Sendable {
        case error
        case warning
    }

    /// Another place that belongs to it.
    package struct Note: Sendable, Equatable {
        package let mark: Mark
        package let message: String
        let excerpt: Excerpt?
    }

    package let severity: Severity
    /// The name of the file, as the operator knows it.
    package let file: String
    /// Nil where the whole file is meant.
    package let mark: Mark?
    package let message: String
    /// What was probably meant.
    package let suggestion: String?
    package let notes: [Note]
    let excerpt: Excerpt?

    /// Makes a diagnostic of a whole file or of something that has no lines, such as a library.
    package init(_ severity: Severity, file: String, message: String, suggestion: String? = nil) {
        self.init(severity, file: file, mark: nil, message: message, suggestion: suggestion, notes: [], excerpt: nil)
    }

    init(
        _ severity: Severity, file: String, mark: Mark?, message: String, suggestion: String?, notes: [Note],
        excerpt: Excerpt?
    ) {
        self.severity = severity
        self.file = Printable.escaped(file)
        self.mark = mark
        self.message = Printable.escaped(message)
        self.suggestion = suggestion.map(Printable.escaped)
        self.notes = notes
        self.excerpt = excerpt
    }

    /// The first line alone: `plugins.yaml:3:5: error: unknown key "enabeld"; did you mean "enabled"?`.
    package var headline: String {
        let hint = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return "\(place(mark)): \(severity.rawValue): \(message)\(hint)"
    }

    /// The headline, the source line with a caret, and the notes, each with its own source line.
    package var text: String {
        var lines = [headline]
        if let excerpt { lines.append(excerpt.text) }
        for note in notes {
            lines.append("\(place(note.mark)): note: \(note.message)")
            if let excerpt = note.excerpt { lines.append(excerpt.text) }
        }
        return lines.joined(separator: "\n")
    }

    private func place(_ mark: Mark?) -> String { mark.map { "\(file):\($0.line):\($0.column)" } ?? file }
}
