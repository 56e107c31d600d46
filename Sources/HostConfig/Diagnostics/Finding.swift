/// Something that was found in a document, as data; `Wording` says it in words.
struct Finding: Error {
    let problem: Problem
    /// Nil where the whole text is meant.
    let mark: Mark?
    let notes: [(mark: Mark, remark: Remark)]
    /// Which text it is about, where there are several.
    let text: Int
    var severity = Diagnostic.Severity.error
    /// The flag that it spoils; nil where it harms more than a flag.
    var flag: String?

    init(_ problem: Problem, at mark: Mark?, notes: [(mark: Mark, remark: Remark)] = []) {
        self.init(problem, at: mark, notes: notes, text: mark?.text ?? 0)
    }

    private init(_ problem: Problem, at mark: Mark?, notes: [(mark: Mark, remark: Remark)], text: Int) {
        self.problem = problem
        self.mark = mark
        self.notes = notes
        self.text = text
    }

    /// The same in another text.
    func inText(_ text: Int) -> Finding {
        var finding = Finding(
            problem, at: mark?.inText(text), notes: notes.map { ($0.mark.inText(text), $0.remark) }, text: text)
        (finding.severity, finding.flag) = (severity, flag)
        return finding
    }
}
