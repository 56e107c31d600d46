/// What became of everything that was heard.
struct Tally: Equatable {
    private(set) var published: UInt64 = 0
    private(set) var refused: [Refusal: UInt64] = [:]

    mutating func notePublished() { published += 1 }

    mutating func note(_ refusal: Refusal) { refused[refusal, default: 0] += 1 }

    /// Names and values for the log; reasons that did not occur are left out.
    var fields: [(String, String)] {
        [("published", "\(published)")]
            + Refusal.allCases.compactMap { reason in refused[reason].map { (reason.rawValue, "\($0)") } }
    }
}
