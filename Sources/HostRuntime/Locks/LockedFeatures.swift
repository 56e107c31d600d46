internal import HostConfig

/// Which locked features run, and which of them a change would stop.
///
/// Pure: it looks at orders, not at the states of features. One that has failed is still meant to run.
struct LockedFeatures: Sendable, Equatable {
    /// One that would stop.
    struct Loss: Sendable, Hashable {
        let feature: String
        /// Which feature would be off: itself, or one that it needs.
        let origin: String
        /// Whether it would stop once the temporary overrides have expired.
        let isLater: Bool
        /// Whether it would stop without the overrides that switch something on.
        var isByDocuments = false
    }

    /// Those that run.
    let running: Set<String>

    init(running: Set<String>) { self.running = running }

    /// Those that run by orders.
    init(_ orders: Orders) { running = orders.running.filter(orders.isLocked) }

    /// Those that run by old orders and that new ones would stop.
    ///
    /// It also looks behind temporary overrides, so that nothing stops when they expire that nobody has switched off.
    static func losses(from old: Orders, to new: Orders) -> [Loss] {
        let now = LockedFeatures(old, thatCountFor: new).losses(in: new)
        guard old.overrides.haveEnds || new.overrides.haveEnds else { return now }
        let lasting = new.withoutEnds
        return now + LockedFeatures(old.withoutEnds, thatCountFor: lasting).losses(in: lasting, isLater: true)
    }

    /// Those that a new configuration would stop, with those that only an override would keep on: without settings from
    /// it, and off as soon as somebody removes the override.
    static func lossesByDocuments(from old: Orders, to new: Orders) -> [Loss] {
        let losses = losses(from: old, to: new)
        guard old.overrides.switchOn || new.overrides.switchOn else { return losses }
        return losses + Self.losses(from: old.withoutOns, to: new.withoutOns).map(\.byDocuments)
    }

    /// Whether a feature is locked is decided by its present manifest, or by its last one if it has none any more.
    private init(_ old: Orders, thatCountFor new: Orders) {
        running = old.running.filter { new.survey.manifests[$0]?.isLocked ?? old.isLocked($0) }
    }

    /// Those that orders would stop, with what would be off, in the order of their names.
    func losses(in orders: Orders, isLater: Bool = false) -> [Loss] {
        let still = orders.running
        let lost = running.filter { !still.contains($0) && orders.survey.manifests[$0]?.isLocked ?? true }
        return lost.sorted().flatMap { id in
            Self.origins(of: id, orders, still).sorted().map { Loss(feature: id, origin: $0, isLater: isLater) }
        }
    }

    /// The features by which one does not run: itself, or those that it needs, however far.
    private static func origins(of id: String, _ orders: Orders, _ running: Set<String>) -> Set<String> {
        var (origins, seen): (Set<String>, Set<String>) = ([], [])
        var open = [id]
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            let needs = orders.survey.manifests[next]?.needs ?? []
            if orders.canBeWanted(next) { open += needs.filter { !running.contains($0) } } else { origins.insert(next) }
        }
        // Those that need one another in a circle never run.
        return origins.isEmpty ? [id] : origins
    }
}

extension LockedFeatures.Loss {
    /// The same loss, marked as one without the overrides that switch something on.
    var byDocuments: LockedFeatures.Loss {
        LockedFeatures.Loss(feature: feature, origin: origin, isLater: isLater, isByDocuments: true)
    }
}

extension Journal {
    /// Remembers which locked features are on.
    mutating func rememberLocked(_ orders: Orders) {
        let lasting = orders.withoutEnds
        locked = LockedFeatures(lasting).running
        lockedByDocuments = LockedFeatures(lasting.withoutOns).running
    }

    /// Those that were on before this start and that orders would stop.
    func lockedLosses(in orders: Orders) -> [LockedFeatures.Loss] {
        let lasting = orders.withoutEnds
        let losses = LockedFeatures(running: lockedByDocuments).losses(in: lasting.withoutOns, isLater: true)
        return LockedFeatures(running: locked).losses(in: lasting, isLater: true) + losses.map(\.byDocuments)
    }
}

extension Orders {
    /// Whether a feature is to run, and has the settings for it.
    fileprivate func canBeWanted(_ id: String) -> Bool { wants(id) && !lacksSettings(id) }

    /// The features that are to run and whose needs are all to run too.
    fileprivate var running: Set<String> {
        var running = Set(survey.folders.keys.filter(canBeWanted))
        while true {
            let waiting = running.filter { id in
                !(survey.manifests[id]?.needs ?? []).allSatisfy(running.contains)
            }
            guard !waiting.isEmpty else { return running }
            running.subtract(waiting)
        }
    }

    /// The orders without the overrides that expire.
    var withoutEnds: Orders { with(overrides.withoutEnd) }

    /// The orders without the overrides that switch a feature on.
    var withoutOns: Orders { with(overrides.withoutOn) }

    /// Why the configuration would stop a feature.
    func breach(_ loss: LockedFeatures.Loss) -> LockBreach {
        let id = loss.origin
        let cause: LockBreach.Cause =
            if survey.folders[id] == nil { .gone } else if decider(loss)?.isOn == false {
                .overridden
            } else if documentSays(of: id) == false { .off } else if documentSays(of: id) == true, !canBeHad(id) {
                .shut
            } else { .unnamed }
        return LockBreach(loss.feature, cause, of: id)
    }

    /// The configuration's stated reason for switching a feature off; nil without one, or where an override decides.
    func forcedReason(_ loss: LockedFeatures.Loss) -> ForcedOff? {
        guard decider(loss) == nil, let reason = document.forced[loss.origin] else { return nil }
        return ForcedOff(loss.feature, off: loss.origin, because: reason)
    }

    /// The override that decides about the feature that would be off.
    private func decider(_ loss: LockedFeatures.Loss) -> Override? {
        toggle(of: loss.origin).flatMap { toggle in
            let isIgnored = loss.isLater && toggle.until != nil || loss.isByDocuments && toggle.isOn == true
            return isIgnored ? nil : toggle
        }
    }
}
