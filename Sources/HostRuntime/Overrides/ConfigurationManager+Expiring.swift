@_spi(Hosting) internal import FeatureKit

/// Removes overrides when they expire.
extension ConfigurationManager {
    /// Removes expired overrides until the task is cancelled.
    package func followOverrides() async {
        while !Task.isCancelled {
            let news = overrideWatch.news
            var wait: Duration?
            if let orders {
                switch ExpiryPlan(orders.overrides, at: clock.now) {
                case .expire:
                    if await removeExpired() { continue }
                    wait = ExpiryPlan.longestWait
                case .wait(let time): wait = time
                case .rest: break
                }
            }
            // Other overrides may have been set in the meantime.
            guard news === overrideWatch.news else { continue }
            if let wait {
                _ = try? await news.wait(until: clock.uptime + wait, on: clock)
            } else {
                await news.wait()
            }
        }
    }

    /// Removes the expired overrides, so that the configuration decides again.
    ///
    /// An override with a saved end has expired even while it is still on the disk.
    ///
    /// - Returns: Whether all expired overrides are removed.
    private func removeExpired() async -> Bool {
        // Overrides of units take longer and can't be removed in one step with others.
        let areUnitsGone = await removeExpiredUnits(orders?.overrides.lapsed(at: clock.now) ?? [])
        return await inTurn {
            guard !isClosed, !Task.isCancelled, let orders else { return false }
            let now = clock.now
            let expired = orders.overrides.lapsed(at: now).filter { $0.target.kind != .featureUnit }
            guard !expired.isEmpty else { return areUnitsGone }
            var overrides = orders.overrides
            for override in expired { overrides.remove(override.target) }
            let next = orders.with(overrides)
            let plan = await flags.plan(next, orders.plan?.sources ?? [])
            var content = content
            content.overrides = next.overrides.value
            let change = Change(
                orders: next.meaning(plan), content: content, aside: journal.aside,
                cause: .lapse(expired.map { "\($0.target)" }.joined(separator: ", ")))
            do throws(ConfigProblem) { try await carry(change, isOrder: false) } catch {
                log.error("overrides can't expire; their flags can't be kept", [("error", "\(error)")])
                return false
            }
            for override in expired { log.logExpired(override) }
            return areUnitsGone
        }
    }
}
