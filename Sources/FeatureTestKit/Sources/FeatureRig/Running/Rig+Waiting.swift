@_spi(Hosting) import FeatureKit
@_spi(Hosting) internal import FeatureWire

/// How a test waits: for the feature to rest, and for time to pass; never for the machine's own clock.
extension Rig {
    /// Returns once the feature has nothing left to do until a request comes or the time moves; false where it computes
    /// without a pause.
    @discardableResult
    public func settle() async -> Bool {
        guard let rested = executor.rest() else { return true }
        let limit = isRestless.withLock { $0 } ? RigLimits.unseenWork : RigLimits.computing
        let rests = await RigLimits.wait(for: rested, within: limit)
        isRestless.withLock { $0 = !rests }
        return rests
    }

    /// Moves the time on, from one sleeper to the next; each has finished its work before the next one wakes.
    public func advance(by duration: Duration) async { _ = await advance(by: duration, mostWakes: .max) }

    /// Moves the time on as `advance` does, unless the feature wakes too often or computes without a pause.
    ///
    /// - Returns: Whether all of the time has passed.
    func advance(by duration: Duration, mostWakes: Int) async -> Bool {
        let end = clock.uptime + duration
        var wakes = 0
        var rests = await settle()
        while let next = clock.nextWake, next <= end {
            guard wakes < mostWakes, rests || mostWakes == .max else { return false }
            clock.advance(to: next)
            wakes += 1
            rests = await settle()
        }
        clock.advance(to: end)
        return await settle()
    }

    /// Lets time pass until a condition holds, no more than is needed.
    ///
    /// Where no sleeper is left, it waits a little for work that the feature does on threads of its own.
    ///
    /// - Returns: Whether the condition holds.
    public func wait(within limit: Duration = .zero, until isSo: @Sendable () -> Bool) async -> Bool {
        let end = clock.uptime + limit
        let machine = SystemClock()
        var unseen = Duration.zero
        while true {
            guard await settle() else { return isSo() }
            // Before the look, so that nothing that comes after it is missed.
            let known = executor.rests
            if isSo() { return true }
            if let next = clock.nextWake, next <= end {
                // A sleeper that a thread of the feature's own has woken meanwhile may be the very thing that is waited
                // for: that is looked at before its time is moved on.
                if executor.hasRested(since: known) { clock.advance(to: next) }
                continue
            }
            // What threads of its own hand in again and again must come to an end too.
            let before = machine.uptime
            let hasCome =
                if let rested = executor.rest(after: known) {
                    await RigLimits.wait(for: rested, within: RigLimits.unseenAnswer)
                } else { true }
            unseen += machine.uptime - before
            if !hasCome || unseen > RigLimits.event, !isSo() { break }
        }
        clock.advance(to: end)
        await settle()
        return isSo()
    }
}
