/// Whether a server is asked: after some failures in a row it is left alone for a while, and then tried once.
public struct Breaker: Sendable {
    private let mostFailures: Int
    private let pause: Duration
    private var failures = 0
    private var restsUntil: Duration?

    /// - Parameters:
    ///   - mostFailures: After how many failures in a row it is left alone.
    ///   - pause: For how long.
    public init(after mostFailures: Int = 3, for pause: Duration = .seconds(30)) {
        (self.mostFailures, self.pause) = (mostFailures, pause)
    }

    /// Whether to ask now; of those who come after the pause one asks, the others wait for what comes of it.
    public mutating func admits(at uptime: Duration) -> Bool {
        guard let until = restsUntil else { return true }
        guard uptime >= until else { return false }
        restsUntil = uptime + pause
        return true
    }

    /// Notes what came of a question; true where the server is left alone from now on.
    public mutating func note(success: Bool, at uptime: Duration) -> Bool {
        guard !success else {
            (failures, restsUntil) = (0, nil)
            return false
        }
        failures += 1
        guard failures >= mostFailures else { return false }
        let isNew = restsUntil == nil
        restsUntil = uptime + pause
        return isNew
    }

    /// Whether the server is left alone.
    public func isResting(at uptime: Duration) -> Bool { restsUntil.map { uptime < $0 } ?? false }
}
