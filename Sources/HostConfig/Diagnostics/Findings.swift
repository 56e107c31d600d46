/// What was found in one document so far.
struct Findings {
    /// How many are kept; a document can't be mended by reading more of them.
    static let most = 100

    private(set) var list: [Finding] = []
    private(set) var dropped = 0
    /// The lines that must not be shown, because a secret stands on them.
    var hiddenLines: Set<Int> = []

    mutating func add(_ finding: @autoclosure () -> Finding) {
        // What is only counted is not worth looking for its place.
        if list.count < Self.most { list.append(finding()) } else { dropped += 1 }
    }

    /// How many errors are among those that are kept.
    var errors: Int { list.count { $0.severity == .error } }

    var hasErrors: Bool { list.contains { $0.severity == .error } }
}
