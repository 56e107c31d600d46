/// What flags that others require have turned out to hold, in one evaluation.
struct VerdictMemory: Sendable {
    private struct Entry {
        var evaluation: UInt64 = 0
        var verdict = Verdict(-1, .default)
    }

    /// By flag.
    ///
    /// What is of an earlier evaluation does not count, so that nothing has to be wiped.
    private var entries: [Entry] = []
    private var evaluation: UInt64 = 0

    /// Forgets everything and keeps the memory.
    mutating func begin(flagCount: Int) {
        evaluation &+= 1
        if entries.count < flagCount {
            entries.append(contentsOf: repeatElement(Entry(), count: flagCount - entries.count))
        }
    }

    func verdict(of flag: Int) -> Verdict? {
        entries[flag].evaluation == evaluation ? entries[flag].verdict : nil
    }

    mutating func remember(_ verdict: Verdict, of flag: Int) {
        entries[flag] = Entry(evaluation: evaluation, verdict: verdict)
    }
}
