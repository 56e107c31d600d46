internal import FeatureKit

/// Which rows are taken: none that was written before one that was heard, as a replica that lags gives them out.
///
/// Where nothing newer has come until what was heard is stale, the older one is taken after all: the server's clock was
/// set back, or its table was restored, and by then nothing counts any more that it could hide.
struct RowOrder {
    /// After how long what was heard is stale.
    let stale: Duration
    private var newest: Timestamp?
    private var heard: Duration?

    init(stale: Duration) { self.stale = stale }

    /// The moment that a row has to be as new as, if there is one now.
    func limit(at uptime: Duration) -> Timestamp? {
        guard let newest, let heard, uptime - heard < stale else { return nil }
        return newest
    }

    /// Whether a row is taken; one that does not say when it was written is.
    mutating func takes(_ updated: Timestamp?, at uptime: Duration) -> Bool {
        if let limit = limit(at: uptime), let updated, updated < limit { return false }
        newest = updated ?? newest
        heard = uptime
        return true
    }

    /// What was taken last holds still, as the server says.
    mutating func holds(at uptime: Duration) { heard = uptime }
}
