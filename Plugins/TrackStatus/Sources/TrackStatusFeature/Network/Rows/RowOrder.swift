internal import FeatureKit

/// Which rows are taken: none that was written before one that was heard, as a replica that lags gives them out, unless it
/// is worse than what counts now: no sender's clock hides an evacuation.
///
/// Where nothing newer has come until what was heard is stale, the older one is taken after all: the server's clock was
/// set back, or its table was restored, and by then nothing counts any more that it could hide.
struct RowOrder {
    /// After how long what was heard is stale.
    let stale: Duration
    private var newest: Timestamp?
    private var heard: Duration?
    /// What counts now, and when that was written.
    private var last: (mode: Mode, updated: Timestamp?)?

    init(stale: Duration) { self.stale = stale }

    /// The moment that a row has to be as new as, if there is one now.
    func limit(at uptime: Duration) -> Timestamp? {
        guard let newest, let heard, uptime - heard < stale else { return nil }
        return newest
    }

    /// Whether a row is taken; one that does not say when it was written is.
    ///
    /// - Parameter mode: The worst that it says anywhere.
    mutating func takes(_ updated: Timestamp?, saying mode: Mode, at uptime: Duration) -> Bool {
        if let limit = limit(at: uptime), let updated, updated < limit {
            guard isAsBad(mode, updated) else { return false }
            // What is better has to be as new as the newest still.
        } else {
            newest = updated ?? newest
        }
        last = (mode, updated)
        heard = uptime
        return true
    }

    /// What was taken last holds still, as the server says.
    mutating func holds(at uptime: Duration) { heard = uptime }

    /// Whether it is worse than what counts now, or that again.
    private func isAsBad(_ mode: Mode, _ updated: Timestamp) -> Bool {
        guard let last else { return true }
        return mode > last.mode || (mode == last.mode && last.updated.map { $0 <= updated } ?? false)
    }
}
