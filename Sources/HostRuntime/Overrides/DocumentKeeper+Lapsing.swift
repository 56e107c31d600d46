@_spi(Hosting) internal import FeatureKit

/// Overrides that last for a while lapse by themselves.
extension DocumentKeeper {
    /// Takes overrides back whose time is over, until the task is cancelled.
    package func followOverrides() async {
        while !Task.isCancelled {
            let news = overrideWatch.news
            var wait: Duration?
            if let orders {
                switch LapsePlan(orders.overrides, at: clock.now) {
                case .lapse:
                    if await takeBackLapsed() { continue }
                    wait = LapsePlan.longestWait
                case .wait(let time): wait = time
                case .rest: break
                }
            }
            // Others may have come to count while this was busy.
            guard news === overrideWatch.news else { continue }
            if let wait {
                _ = try? await news.wait(until: clock.uptime + wait, on: clock)
            } else {
                await news.wait()
            }
        }
    }

    /// Lets the documents decide again where the time of overrides is over.
    ///
    /// An override whose end lies on the disk need not be gone from there to be over.
    ///
    /// - Returns: Whether they count no more.
    private func takeBackLapsed() async -> Bool {
        // Those take their time, and can't be had at once with others.
        let areUnitsGone = await takeBackLapsedUnits(orders?.overrides.lapsed(at: clock.now) ?? [])
        return await inTurn {
            guard !isClosed, !Task.isCancelled, let orders else { return false }
            let now = clock.now
            let lapsed = orders.overrides.lapsed(at: now).filter { $0.target.kind != .featureUnit }
            guard !lapsed.isEmpty else { return areUnitsGone }
            var overrides = orders.overrides
            for override in lapsed { overrides.remove(override.target) }
            let next = orders.with(overrides)
            let plan = await flags.plan(next, orders.plan?.sources ?? [])
            var content = content
            content.overrides = next.overrides.value
            let change = Change(
                orders: next.meaning(plan), content: content, aside: journal.aside,
                cause: .lapse(lapsed.map { "\($0.target)" }.joined(separator: ", ")))
            do throws(ConfigProblem) { try await carry(change, isOrder: false) } catch {
                log.error("overrides can't lapse; their flags can't be kept", [("error", "\(error)")])
                return false
            }
            for override in lapsed { log.tellLapsed(override) }
            return areUnitsGone
        }
    }
}
