@_spi(Hosting) internal import FeatureKit

/// An active change that is still on trial.
final class Trial: Sendable {
    let startupCheck: StartupCheck
    /// The content with the change.
    let change: RevisionContent
    /// The content before it, which becomes active again if the trial fails.
    let previous: RevisionContent
    /// The modules that it switched off; they stay off even if it is rolled back.
    let switchedOff: Set<String>
    private let over = Signal()
    private let end = Lock<ChangeOutcome.End>(.trying)

    init(_ startupCheck: StartupCheck, change: RevisionContent, previous: RevisionContent, switchedOff: Set<String>) {
        self.startupCheck = startupCheck
        self.change = change
        self.previous = previous
        self.switchedOff = switchedOff
    }

    /// Ends the trial, and passes its outcome to everyone who waits for it.
    func finish(_ end: ChangeOutcome.End) {
        self.end.withLock { $0 = end }
        over.raise()
    }

    /// Waits for the outcome; after `limit` it returns what is known by then.
    func outcome(within limit: Duration, on clock: any ClockSource) async -> ChangeOutcome.End {
        _ = try? await over.wait(until: clock.uptime + limit, on: clock)
        return end.withLock { $0 }
    }
}
