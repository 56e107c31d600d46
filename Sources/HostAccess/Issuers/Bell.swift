@_spi(Hosting) package import FeatureKit

/// Wakes one who waits; rung while nobody waits, it ends the next wait.
package final class Bell: Sendable {
    private let signal = Lock(Signal())

    package init() {}

    package func ring() { signal.withLock { $0 }.raise() }

    /// Waits until it is rung, a time has come, or the task is cancelled.
    package func wait(until uptime: Duration, on clock: any ClockSource) async {
        let signal = signal.withLock { $0 }
        let wasRung = (try? await signal.wait(until: uptime, on: clock)) ?? signal.isRaised
        if wasRung { self.signal.withLock { $0 = Signal() } }
    }
}
