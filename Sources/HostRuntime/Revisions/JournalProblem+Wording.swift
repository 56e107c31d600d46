extension JournalProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    var description: String {
        switch self {
        case .index(let problem): "\(problem)"
        case .blob(let path, let fault, let revisions):
            "\(path): error: \(fault.inWords); \(Self.inWords(revisions)) can't be brought back"
        case .moreBlobs(let count): "and \(count) more of these"
        case .noContent(let path, let revisions):
            "\(path): error: does not say what was in it; \(Self.inWords(revisions)) can't be brought back"
        case .lastIsLost(let path, let last, let instead?):
            "\(path): error: revision \(last) can't be read; what revision \(instead) said counts in its place"
        case .lastIsLost(let path, let last, nil):
            "\(path): error: revision \(last) can't be read, and no other; nothing of them counts"
        case .allocations(let path, let fault): "\(path): error: \(fault.inWords); all splits are divided again"
        case .allocation(let path, let problem): "\(path): error: \(problem)"
        }
    }

    /// `revision 3`, `revisions 3, 5–7`.
    private static func inWords(_ revisions: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in revisions.sorted() {
            if let last = ranges.last, number <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...max(number, last.upperBound)
            } else {
                ranges.append(number...number)
            }
        }
        let words = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        return "\(revisions.count == 1 ? "revision" : "revisions") \(words.joined(separator: ", "))"
    }
}

extension BlobFolder.Fault {
    /// What is wrong with the file.
    var inWords: String {
        switch self {
        case .missing: "is missing"
        case .damaged: "is damaged: its checksum is another one"
        case .unreadable(let message): message
        case .foreign: "was not written by this version of the host"
        }
    }
}
