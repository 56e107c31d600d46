/// The problems found in configuration files so far.
struct Findings {
    /// How many are kept; more would not help anyone to fix a file.
    static let most = 100

    private(set) var list: [Finding] = []
    private(set) var dropped = 0
    /// The number of errors, including dropped ones.
    private(set) var errors = 0
    private var warnings = 0
    /// The starts of lines that must not be shown because they contain a secret.
    private var hidden: Set<Mark> = []

    var hasErrors: Bool { errors > 0 }

    mutating func add(_ finding: @autoclosure () -> Finding) {
        errors += 1
        // What is only counted is not worth looking for its place.
        if list.count < Self.most { return list.append(finding()) }
        dropped += 1
        // An error is kept rather than what is only odd.
        guard warnings > 0, let place = list.lastIndex(where: { $0.severity == .warning }) else { return }
        warnings -= 1
        list.remove(at: place)
        list.append(finding())
    }

    /// Adds something that keeps no document from counting.
    mutating func add(warning: @autoclosure () -> Finding) {
        guard list.count < Self.most else { return dropped += 1 }
        var finding = warning()
        finding.severity = .warning
        warnings += 1
        list.append(finding)
    }

    /// Adds what was found in one of several texts while it was read.
    mutating func append(_ others: Findings, inText text: Int) {
        for finding in others.list {
            if finding.severity == .error { add(finding.inText(text)) } else { add(warning: finding.inText(text)) }
        }
        // Those that were dropped count on.
        errors += others.errors - others.list.count { $0.severity == .error }
        dropped += others.dropped
        hidden.formUnion(others.hidden.map { $0.inText(text) })
    }

    /// Keeps a line out of what diagnostics show.
    mutating func hideLine(of mark: Mark) { hidden.insert(Self.lineStart(mark)) }

    func hidesLine(of mark: Mark) -> Bool { hidden.contains(Self.lineStart(mark)) }

    private static func lineStart(_ mark: Mark) -> Mark { Mark(text: mark.text, line: mark.line, column: 1) }
}
