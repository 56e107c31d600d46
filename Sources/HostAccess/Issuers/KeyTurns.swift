internal import FeatureKit

/// Decides when an issuer's keys are fetched, and what to answer to tokens with unknown keys; pure, with the uptime as
/// an argument.
package struct KeyTurns: Sendable {
    /// When the keys are fetched in any case.
    private var due: Duration
    private var began: Duration?
    /// The unknown keys that tokens have named since the last fetch began.
    private var wishes: Set<String> = []
    /// The keys that the last successful fetch was made for; those still unknown do not exist.
    private var vain: Set<String> = []
    private var ended: Duration?

    package init(due: Duration) { self.due = due }

    /// Whether an unknown key may be known soon, so that the client should try again; false where a recent fetch was
    /// made for it and did not find it.
    ///
    /// - Parameter id: The key's id in the token; empty where the token names none.
    package mutating func wants(_ id: String, at now: Duration) -> Bool {
        if vain.contains(id), let ended, now < ended + IssuerLimits.pause { return false }
        if wishes.count < IssuerLimits.wishes { wishes.insert(id) }
        return true
    }

    /// When the keys are fetched next.
    package var next: Duration {
        guard !wishes.isEmpty else { return due }
        return min(due, began.map { $0 + IssuerLimits.pause } ?? .zero)
    }

    /// Makes the next fetch due now, because there is somebody new to ask.
    package mutating func hurry(at now: Duration) { due = now }

    /// Notes that a fetch begins.
    ///
    /// - Returns: The unknown keys that tokens have named.
    package mutating func begin(at now: Duration) -> Set<String> {
        began = now
        defer { wishes = [] }
        return wishes
    }

    /// Notes that a fetch succeeded: the keys that were asked for and are unknown now do not exist.
    package mutating func end(_ asked: Set<String>, at now: Duration, next pause: Duration) {
        vain = asked
        ended = now
        due = now + pause
    }

    /// Notes that a fetch failed; clients try again.
    package mutating func fail(at now: Duration, next pause: Duration) { due = now + pause }
}
