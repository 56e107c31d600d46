internal import FeatureKit

/// When an issuer's keys are asked for, and what is said of tokens with keys that nobody knows; pure, with the uptime
/// as an argument.
package struct KeyTurns: Sendable {
    /// When they are asked for in any case.
    private var due: Duration
    private var began: Duration?
    /// What tokens named since the last question began.
    private var wishes: Set<String> = []
    /// What was asked for with the last question that was answered, and is not there.
    private var vain: Set<String> = []
    private var ended: Duration?

    package init(due: Duration) { self.due = due }

    /// Whether a key is likely to be known soon, so that whoever needs it asks again; otherwise there is none.
    ///
    /// - Parameter id: What the token calls it; empty where it names none.
    package mutating func wants(_ id: String, at now: Duration) -> Bool {
        if vain.contains(id), let ended, now < ended + IssuerLimits.pause { return false }
        if wishes.count < IssuerLimits.wishes { wishes.insert(id) }
        return true
    }

    /// When they are asked for next.
    package var next: Duration {
        guard !wishes.isEmpty else { return due }
        return min(due, began.map { $0 + IssuerLimits.pause } ?? .zero)
    }

    /// They are asked for at once: there is somebody new to ask.
    package mutating func hurry(at now: Duration) { due = now }

    /// They are asked for.
    ///
    /// - Returns: What tokens named.
    package mutating func begin(at now: Duration) -> Set<String> {
        began = now
        defer { wishes = [] }
        return wishes
    }

    /// They were told: what is not among them now is in vain.
    package mutating func end(_ asked: Set<String>, at now: Duration, next pause: Duration) {
        vain = asked
        ended = now
        due = now + pause
    }

    /// They were not told; whoever needs one asks again.
    package mutating func fail(at now: Duration, next pause: Duration) { due = now + pause }
}
