@_spi(Hosting) internal import FeatureKit

/// A change that counts and still has to prove itself.
final class Trial: Sendable {
    let probation: Probation
    /// What it changed, and what counts again where it does not do.
    let change: RevisionContent
    let former: RevisionContent
    /// The features that it switched off; they stay off.
    let switchedOff: Set<String>
    private let over = Signal()
    private let end = Lock<ChangeOutcome.End>(.trying)

    init(_ probation: Probation, change: RevisionContent, former: RevisionContent, switchedOff: Set<String>) {
        self.probation = probation
        self.change = change
        self.former = former
        self.switchedOff = switchedOff
    }

    /// Says how it went, to all who wait for it.
    func finish(_ end: ChangeOutcome.End) {
        self.end.withLock { $0 = end }
        over.raise()
    }

    /// How it went, once that is known or it took too long to wait for.
    func outcome(within limit: Duration, on clock: any ClockSource) async -> ChangeOutcome.End {
        _ = try? await over.wait(until: clock.uptime + limit, on: clock)
        return end.withLock { $0 }
    }
}
