/// Whether a server is asked: after some failures in a row it is left alone for a while, and then tried once.
struct Breaker: Sendable {
    private static let mostFailures = 3
    private static let pause = Duration.seconds(30)

    private var failures = 0
    private var closedUntil: Duration?

    /// Whether to ask now; of those who come after the pause one asks, the others wait for what comes of it.
    mutating func admits(at uptime: Duration) -> Bool {
        guard let until = closedUntil else { return true }
        guard uptime >= until else { return false }
        closedUntil = uptime + Self.pause
        return true
    }

    /// Notes what came of a question; true where the server is left alone from now on.
    mutating func note(success: Bool, at uptime: Duration) -> Bool {
        guard !success else {
            (failures, closedUntil) = (0, nil)
            return false
        }
        failures += 1
        guard failures >= Self.mostFailures else { return false }
        let isNew = closedUntil == nil
        closedUntil = uptime + Self.pause
        return isNew
    }
}

extension Breaker {
    /// Whether the server is left alone.
    func isResting(at uptime: Duration) -> Bool { closedUntil.map { uptime < $0 } ?? false }
}
