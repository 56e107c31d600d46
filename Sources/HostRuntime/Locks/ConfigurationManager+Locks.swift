@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// Locked features stay on unless somebody gives a reason to stop them.
extension ConfigurationManager {
    /// The locked features that orders would stop; at a start, of those that an earlier host had on.
    private func losses(in orders: Orders) -> [LockedFeatures.Loss] {
        guard let previous = self.orders else { return journal.lockedLosses(in: orders) }
        return LockedFeatures.lossesByDocuments(from: previous, to: orders)
    }

    /// Refuses a configuration that stops locked features without a reason.
    ///
    /// At a start the last active configuration is never refused for that, since there is nothing better to start with.
    func guardLocked(_ assessed: inout Assessment, _ layers: LayerTexts) {
        guard let orders = assessed.orders else { return }
        let losses = losses(in: orders)
        guard !losses.isEmpty else { return }
        let document = document(layers)
        defer { forgetRead() }
        // A feature that an override keeps on is not off, even if the configuration switches it off.
        let off = losses.filter { !$0.isByDocuments }
        assessed.diagnostics.append(document.remarks(on: off.compactMap(orders.forcedReason).unique))
        let breaches = losses.filter { orders.forcedReason($0) == nil }.map(orders.breach).unique
        guard !breaches.isEmpty else { return }
        guard self.orders != nil || layers != content.layers else {
            log.error("locked features are off", [("ids", breaches.map(\.feature).joined(separator: " "))])
            return
        }
        let (diagnostics, faults) = document.refusal(of: breaches, over: content.layers)
        assessed.diagnostics.append(diagnostics)
        assessed.orders = nil
        assessed.faults.formUnion(faults)
    }

    /// Whether what operators want of a target takes force, and is said by force.
    ///
    /// - Parameters:
    ///   - wish: What they want.
    ///   - next: What would count then.
    /// - Returns: Whether it takes force.
    func checkLocked(
        _ target: OverrideTarget, _ wish: OverrideRequest, _ previous: Orders, _ next: Orders
    ) throws(OverrideProblem) -> Bool {
        let name = target.name
        let losses = LockedFeatures.losses(from: previous, to: next)
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
