/// How many places are in what, so that the worst is known without looking at each.
struct Tally {
    /// Those of one mode, by whose word it is.
    private struct Count {
        var fresh = Sources()
        var stale = Sources()
    }
    private struct Sources {
        /// One for each source, and one for nobody.
        private var counts = [Int](repeating: 0, count: Source.allCases.count + 1)
        private var all = 0

        mutating func add(_ count: Int, of source: Source?) {
            counts[source?.place ?? Source.allCases.count] += count
            all += count
        }

        func verdict(_ mode: Mode, isStale: Bool) -> Verdict? {
            guard all > 0, let first = counts.firstIndex(where: { $0 > 0 }) else { return nil }
            return Verdict(
                mode: mode, isStale: isStale,
                source: first < Source.allCases.count ? Source.allCases[first] : nil)
        }
    }

    private var counts = [Count](repeating: Count(), count: Mode.allCases.count)

    mutating func add(_ verdict: Verdict, times: Int = 1) { count(verdict, times) }
    mutating func remove(_ verdict: Verdict) { count(verdict, -1) }

    /// The worst of all; of as bad ones one that counts, and then whoever is named first.
    var worst: Verdict? {
        for mode in Mode.allCases.reversed() {
            let count = counts[mode.severity]
            if let verdict = count.fresh.verdict(mode, isStale: false) ?? count.stale.verdict(mode, isStale: true) {
                return verdict
            }
        }
        return nil
    }

    private mutating func count(_ verdict: Verdict, _ number: Int) {
        if verdict.isStale {
            counts[verdict.mode.severity].stale.add(number, of: verdict.source)
        } else {
            counts[verdict.mode.severity].fresh.add(number, of: verdict.source)
        }
    }
}
