/// The file that contains a scenario, for diagnostics about it.
package struct ScenarioSource: Sendable {
    /// The name of the file alone, such as `beacons.yaml`.
    package let name: String
    let origin: Origin
    let bytes: [UInt8]

    /// A message about a place, in the form of all diagnostics: file, line, column, the line and a caret.
    package func told(_ message: String, at mark: Mark) -> String {
        let lines = SourceLines(bytes)
        let mark = lines.clamped(mark)
        let excerpt = lines[mark.line].map { Excerpt(line: $0, column: mark.column) }
        return Diagnostic(
            .error, file: origin.name, mark: mark, message: message, suggestion: nil, notes: [], excerpt: excerpt
        ).text
    }

    func told(_ findings: Findings) -> String { Diagnostics(findings, origin: origin, bytes: bytes).text }
}

/// Why a part of a scenario means nothing now that all of it is known.
package struct ScenarioFault: Error, CustomStringConvertible {
    /// In the form of all diagnostics.
    package let description: String

    package init(description: String) { self.description = description }
}

/// What is wrong with a folder of scenarios, or with a file as a whole.
package enum ScenarioFileProblem: Sendable {
    case tooManyFiles
    /// What it should be called.
    case otherName(String)
    /// The other file.
    case conformanceTwice(String)
    /// It can't be read, for the reason that the system gave.
    case unreadable(String)
}

extension Diagnostics {
    /// The diagnostics of a problem with a file or folder of scenarios as a whole.
    package static func about(_ file: String, _ problem: ScenarioFileProblem) -> Diagnostics {
        let mistake: ScenarioMistake =
            switch problem {
            case .tooManyFiles: .tooManyFiles(most: ScenarioLimits.files)
            case .otherName(let name): .otherFileName(name)
            case .conformanceTwice(let file): .conformanceTwice(file: file)
            case .unreadable(let reason): .unreadable(reason)
            }
        return Diagnostics([Diagnostic(.error, file: file, message: mistake.message)])
    }
}
