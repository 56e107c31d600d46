package import FlagEngine

extension Diagnostics {
    /// Shows what the engine finds wrong with flags in the documents that they stand in.
    ///
    /// - Parameter documents: The text of each, by the name that its places have.
    package init(_ problems: [FlagProblem], documents: [String: [UInt8]]) {
        self.init()
        var files: [String] = []
        var findings: [String: Findings] = [:]
        for problem in problems {
            let file = problem.place?.file ?? Self.everyDocument
            if findings[file] == nil { files.append(file) }
            switch problem.severity {
            case .error: findings[file, default: Findings()].add(Finding(problem))
            case .warning: findings[file, default: Findings()].add(warning: Finding(problem))
            }
        }
        for file in files {
            let origin = Origin(name: file, folder: "/")
            // A document that is not there has no lines to show, and its places still count.
            append(Diagnostics(findings[file] ?? Findings(), origin: origin, bytes: documents[file]))
        }
    }

    /// What is named where no document in particular is meant.
    private static let everyDocument = "flags"
}

extension Finding {
    fileprivate init(_ problem: FlagProblem) {
        let mark = problem.place.map { Mark(line: $0.line, column: $0.column) }
        self.init(.engine(problem), at: mark)
    }
}
