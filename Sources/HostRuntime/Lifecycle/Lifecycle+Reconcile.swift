internal import FeatureKit

/// What has to happen so that what is becomes what is wanted.
extension Lifecycle {
    mutating func reconcile(at now: Duration, _ actions: inout [Action]) {
        for id in leaving { update(id) { $0.beginStop() } }
        let ids = records.keys.sorted()
        for id in ids { reconcileBeside(id, at: now, &actions) }
        for id in ids { drain(id, at: now, &actions) }
        for id in ids { reconfigure(id, at: now, &actions) }
        for id in ids { reconcileStart(of: id, at: now, &actions) }
    }

    /// Everything that starts or is active and has to end, with all that needs it.
    private var leaving: Set<String> {
        var leaving: Set<String> = []
        while true {
            let more = records.filter { id, record in
                record.isStartingOrActive && !leaving.contains(id)
                    && (record.wanted == nil || isShutDown || record.mustRestart || record.isOutdated
                        || record.rules.needs.contains { leaving.contains($0) || records[$0]?.state != .active })
            }.keys
            guard !more.isEmpty else { return leaving }
            leaving.formUnion(more)
        }
    }

    private mutating func drain(_ id: String, at now: Duration, _ actions: inout [Action]) {
        guard let record = records[id], let run = record.run, record.state == .stopping, record.stop == .held else {
            return
        }
        // The features that need this one stop first, and so do those that start `after` it and are stopping too.
        let isHeld = records.values.contains { follower in
            follower.isLiving
                && (follower.needs(id)
                    || follower.rules.after.contains(id) && follower.state == .stopping)
        }
        guard !isHeld else { return }
        update(id) { [limits] record in
            record.stop = .draining
            record.deadline = now + limits.drain
        }
        actions.append(.drain(run))
    }

    private mutating func reconfigure(_ id: String, at now: Duration, _ actions: inout [Action]) {
        guard let record = records[id], let run = record.run, record.state == .active, !record.isReconfiguring,
            let wanted = record.wanted, wanted != record.settings
        else { return }
        update(id) { [limits] record in
            record.settings = wanted
            record.isReconfiguring = true
            record.deadline = now + limits.reconfigure
        }
        actions.append(.reconfigure(run, settings: wanted))
    }

    private mutating func reconcileStart(of id: String, at now: Duration, _ actions: inout [Action]) {
        guard let record = records[id], record.run == nil, record.state != .stuck else { return }
        guard let wanted = record.wanted, !isShutDown else {
            guard record.beside == nil else {
                // Not off before all of it is.
                return update(id) { $0.state = record.beside?.isLiving == true ? .stopping : .stuck }
            }
            // Switched off, it has nothing more to say; a failure of the past is in the log.
            return update(id) { record in
                record.state = .off
                record.failures = []
            }
        }
        if let broken = record.rules.broken {
            return update(id) { $0.state = .failed(reason: broken, retryAt: nil) }
        }
        switch record.state {
        case .off, .waiting: break
        // It has ended already, and only a life beside it has not.
        case .stopping: break
        case .failed(_, let retryAt): guard let retryAt, retryAt <= now else { return }
        default: return
        }
        let missing = record.rules.needs.filter { records[$0]?.state != .active }
        let earlier = record.rules.after.filter { isOnItsWay($0, asking: [id]) }
        let awaited = missing.union(earlier).sorted()
        guard awaited.isEmpty else { return update(id) { $0.state = .waiting(on: awaited) } }

        let run = Run(feature: id, number: record.runs + 1)
        update(id) { [limits] record in
            record.runs = run.number
            record.run = run
            record.settings = wanted
            record.made = record.rules.make
            record.state = .starting
            record.deadline = now + limits.start
        }
        actions.append(.start(run, settings: wanted))
    }

    /// Whether a feature will become active without anybody doing anything, so that waiting for it makes sense.
    private func isOnItsWay(_ id: String, asking: Set<String>) -> Bool {
        guard let record = records[id], record.wanted != nil, record.rules.broken == nil, !asking.contains(id) else {
            return false
        }
        switch record.state {
        case .starting: return true
        case .stopping: return record.failure == nil
        case .off, .waiting:
            return record.rules.needs.allSatisfy {
                records[$0]?.state == .active || isOnItsWay($0, asking: asking.union([id]))
            }
        default: return false
        }
    }
}
