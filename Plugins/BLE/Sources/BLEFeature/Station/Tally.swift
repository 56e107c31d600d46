/// What became of everything that was heard.
struct Tally: Equatable {
    private(set) var published: UInt64 = 0
    /// By the reasons' numbers: each word that is heard counts here, so that it has to be quick.
    private var counts = [UInt64](repeating: 0, count: AdvertRefusal.allCases.count)

    /// How often each reason occurred that did.
    var refused: [AdvertRefusal: UInt64] {
        var refused: [AdvertRefusal: UInt64] = [:]
        for reason in AdvertRefusal.allCases where counts[Int(reason.rawValue)] > 0 {
            refused[reason] = counts[Int(reason.rawValue)]
        }
        return refused
    }

    mutating func notePublished() { published += 1 }

    mutating func note(_ refusal: AdvertRefusal) { counts[Int(refusal.rawValue)] += 1 }

    mutating func add(_ other: Tally) {
        published += other.published
        for index in counts.indices { counts[index] += other.counts[index] }
    }

    /// What has come to it since an earlier one of the same.
    func since(_ earlier: Tally) -> Tally {
        var news = self
        news.published -= earlier.published
        for index in counts.indices { news.counts[index] -= earlier.counts[index] }
        return news
    }

    /// The reasons in words; those that did not occur are left out.
    var words: [String: UInt64] {
        Dictionary(uniqueKeysWithValues: refused.map { ($0.key.description, $0.value) })
    }

    /// Names and values for the log; reasons that did not occur are left out.
    var fields: [(String, String)] {
        let refused = refused
        return [("published", "\(published)")]
            + AdvertRefusal.allCases.compactMap { reason in refused[reason].map { (reason.description, "\($0)") } }
    }
}
