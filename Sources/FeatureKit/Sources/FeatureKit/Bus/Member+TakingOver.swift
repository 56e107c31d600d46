/// How one run of a feature takes over from another.
extension Member {
    /// Whether another run acts as the feature: until this one takes over, its routes and the events that it reads wait.
    var isHeld: Bool { turn.standing == .held }

    /// Raised once what it publishes is no longer held back.
    var opened: Signal { turn.opened }

    /// Takes over from another run of the same feature in one step, for callers of its routes as well as for
    /// publishers.
    ///
    /// No request finds the route unserved, and none goes to both runs. Each event goes to one of them: to the other
    /// one what was published before, to this one what comes from now on. What this one publishes is held back until
    /// `publishHeld(after:)`.
    ///
    /// - Parameter other: The other run; nil where there is none any more, and nothing has to be held back.
    public func takeOver(from other: Member?) {
        guard core.routes.handOver(from: other, to: self) else { return }
        core.handOver(from: other, to: self)
        guard other == nil else { return }
        publishHeld()
    }

    /// Publishes what was held back, since the other run has ended or has had enough time to end.
    ///
    /// - Parameter other: The run that has not ended; what it still publishes is not kept for late readers.
    public func publishHeld(after other: Member? = nil) {
        other?.turn.giveUp()
        guard turn.open(for: self), turn.lost > 0 else { return }
        log.warning("lost the oldest of what was published before it took over", [("lost", "\(turn.lost)")])
    }

    /// Starts to serve and read, under the lock of the routes; false where it does so already.
    func beginTakingOver() -> Bool { turn.takeOver() }
}
