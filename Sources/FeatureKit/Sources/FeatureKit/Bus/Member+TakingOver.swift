/// One run of a feature takes over from another.
extension Member {
    /// Whether another run is the feature: what this one serves, and the events that it reads, wait.
    var isHeld: Bool { turn.standing == .held }

    /// Raised once what it publishes does not wait any more.
    var opened: Signal { turn.opened }

    /// Takes the place of another run of the same feature in one step, for those who ask as well as for those who publish.
    ///
    /// No question finds nobody, and none is asked of both. Each event comes to one of them: to the other one what was
    /// published before, to this one all that comes now. What this one publishes waits until `publish()`.
    ///
    /// - Parameter other: Nil where there is none any more; then nothing has to wait.
    public func takeOver(from other: Member?) {
        guard core.routes.handOver(from: other, to: self) else { return }
        core.handOver(from: other, to: self)
        guard other == nil else { return }
        publishHeld()
    }

    /// The other run has said its last, or has had long enough for it: what this one has published comes now.
    ///
    /// - Parameter other: What it still says, is not kept any more for those who come late.
    public func publishHeld(after other: Member? = nil) {
        other?.turn.giveUp()
        guard turn.open(for: self), turn.lost > 0 else { return }
        log.warning("lost the oldest of what was published before it took over", [("lost", "\(turn.lost)")])
    }

    /// Serves and reads from here on, under the lock of the routes; false where it did so already.
    func beginTakingOver() -> Bool { turn.takeOver() }
}
