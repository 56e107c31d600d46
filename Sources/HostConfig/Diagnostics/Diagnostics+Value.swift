package import FeatureKit

extension Diagnostics {
    /// All of them for programs; `text` is the whole of one for people, its lines and carets with it.
    package var value: Value {
        .list(
            list.map { diagnostic in
                var members: Members = [
                    "file": .text(diagnostic.file), "severity": .text(diagnostic.severity.rawValue),
                    "message": .text(diagnostic.message),
                ]
                members["line"] = diagnostic.mark.map { .integer(Int64($0.line)) }
                members["column"] = diagnostic.mark.map { .integer(Int64($0.column)) }
                members["suggestion"] = diagnostic.suggestion.map { .text($0) }
                members["excerpt"] = diagnostic.excerpt.map { .text($0.text) }
                members["text"] = .text(diagnostic.text)
                return .object(members)
            })
    }
}
