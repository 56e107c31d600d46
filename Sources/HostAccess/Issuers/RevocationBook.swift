package import FeatureKit

/// The sessions of one issuer that were ended before their time; pure, with the time as an argument.
package struct RevocationBook: Sendable {
    /// The content of a message, and when it came.
    private struct Entry {
        let until: Timestamp
        let told: Timestamp
    }

    private var entries: [String: Entry] = [:]
    private let most: Int
    /// Tokens that were made up to then are refused: it is not known any more which of them were revoked.
    package private(set) var refusesUpTo: Timestamp?

    package init(most: Int = Revocations.most) { self.most = max(1, most) }

    package var count: Int { entries.count }

    /// Notes that a session has ended, for as long as its tokens would be valid.
    ///
    /// - Returns: Whether others had to be forgotten for it.
    package mutating func add(_ session: String, until: Timestamp, at now: Timestamp) -> Bool {
        guard until > now else { return false }
        let known = entries[session]
        entries[session] = Entry(until: max(until, known?.until ?? until), told: known?.told ?? now)
        guard entries.count > most else { return false }
        entries = entries.filter { $0.value.until > now }
        guard entries.count > most else { return false }
        // Forgets the oldest sixteenth at once, so that the sort is paid once for many additions.
        let order = entries.sorted { $0.value.told < $1.value.told }
        for (session, entry) in order.prefix(max(1, most / 16)) {
            entries[session] = nil
            refusesUpTo = max(refusesUpTo ?? entry.told, entry.told)
        }
        return true
    }

    /// Refuses all tokens that were made up to now, since it is not known which of them were revoked.
    package mutating func refuse(upTo now: Timestamp) { refusesUpTo = max(refusesUpTo ?? now, now) }

    /// Whether a token of a session has been revoked, or may have been.
    package func holds(_ session: String?, issued: Timestamp?, at now: Timestamp) -> Bool {
        if let refusesUpTo, issued.map({ $0 <= refusesUpTo }) ?? true { return true }
        guard let session, let entry = entries[session] else { return false }
        return entry.until > now
    }
}
