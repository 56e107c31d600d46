/// Something that was found in a document, as data; `Wording` says it in words.
struct Finding: Error {
    let severity: Diagnostic.Severity
    let problem: Problem
    let mark: Mark?
    let notes: [(mark: Mark, remark: Remark)]

    init(
        _ problem: Problem, at mark: Mark?, severity: Diagnostic.Severity = .error,
        notes: [(mark: Mark, remark: Remark)] = []
    ) {
        self.severity = severity
        self.problem = problem
        self.mark = mark
        self.notes = notes
    }
}
