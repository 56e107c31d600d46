@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// Locked features stay on unless somebody says why they don't.
extension DocumentKeeper {
    /// What orders would stop that was on before, or at a start what an earlier host had on.
    private func losses(in orders: Orders) -> [LockedFeatures.Loss] {
        guard let former = self.orders else { return journal.lockedLosses(in: orders) }
        return LockedFeatures.lossesByDocuments(from: former, to: orders)
    }

    /// Refuses what documents mean where it stops locked features without a word.
    ///
    /// What counted last is never refused for that at a start: there is nothing better to start with.
    func guardLocked(_ weighed: inout Weighed, _ layers: LayerTexts) {
        guard let orders = weighed.orders else { return }
        let losses = losses(in: orders)
        guard !losses.isEmpty else { return }
        let document = document(layers)
        defer { forgetRead() }
        // What an override keeps on is not off, whatever the documents say.
        let off = losses.filter { !$0.isByDocuments }
        weighed.diagnostics.append(document.remarks(on: off.compactMap(orders.forcedReason).unique))
        let breaches = losses.filter { orders.forcedReason($0) == nil }.map(orders.breach).unique
        guard !breaches.isEmpty else { return }
        guard self.orders != nil || layers != content.layers else {
            log.error("locked features are off", [("ids", breaches.map(\.feature).joined(separator: " "))])
            return
        }
        let (diagnostics, faults) = document.refusal(of: breaches, over: content.layers)
        weighed.diagnostics.append(diagnostics)
        weighed.orders = nil
        weighed.faults.formUnion(faults)
    }

    /// Whether what operators want of a target takes force, and is said by force.
    ///
    /// - Parameters:
    ///   - wish: What they want.
    ///   - next: What would count then.
    /// - Returns: Whether it takes force.
    func checkLocked(
        _ target: OverrideTarget, _ wish: OverrideWish, _ former: Orders, _ next: Orders
    ) throws(OverrideProblem) -> Bool {
        let name = target.name
        let losses = LockedFeatures.losses(from: former, to: next)
        let others = losses.filter { $0.origin != name }.map(\.feature)
        // Something else is lost, which this one did not ask for.
        guard others.isEmpty, losses.isEmpty || target.feature != nil else {
            throw .stopsLocked(Set(losses.map(\.feature)).sorted())
        }
        let isOff = target.kind == .featureEnabled && wish.value == .truth(false) && next.isLocked(name)
        guard isOff || !losses.isEmpty else { return false }
        let stopped = losses.map(\.feature).unique
        guard wish.isForced else {
            throw isOff || stopped.contains(name) ? .locked(name) : .neededByLocked(name, by: stopped)
        }
        guard let reason = wish.reason, !reason.isBlank else { throw .forceWithoutReason(name) }
        return true
    }
}

extension Array where Element: Hashable {
    /// Each one once, in their order.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
