internal import FeatureKit
internal import HostConfig

/// What each event changes in the feature that it is about.
extension Lifecycle {
    mutating func know(_ rules: [String: LifecycleRules]) {
        for (id, rule) in rules {
            if records[id] == nil { records[id] = Record(rules: rule) }
            update(id) { record in
                guard record.rules != rule else { return }
                guard record.run == nil else {
                    // A life whose feature can't be started any more goes on as it is.
                    if rule.broken == nil { record.rules.make = rule.make }
                    return
                }
                let isOther = record.rules.make != rule.make
                record.rules = rule
                switch record.state {
                // A broken feature that has been fixed is tried like a new one.
                case .failed(_, retryAt: nil): record.state = .off
                case .failed where isOther, .quarantined where isOther: record.forgetFailures()
                default: break
                }
            }
        }
        spreadWanted()
    }

    mutating func spreadWanted() {
        for id in records.keys {
            update(id) { [settings = wanted[id]] record in
                guard record.wanted != settings else { return }
                record.wanted = settings
                switch record.state {
                case .failed, .quarantined: record.forgetFailures()
                default: break
                }
            }
        }
    }

    mutating func preparing(_ run: Run, at now: Duration) {
        besideIsPreparing(run, at: now)
        update(run) { [limits, isShutDown] record in
            switch record.state {
            case .starting: record.deadline = now + limits.start
            // It ends by itself once that is done. A host that is stopping does not wait for it.
            case .stopping where record.deadline != nil && !isShutDown: record.deadline = now + limits.drain
            default: break
            }
        }
    }

    mutating func ready(_ run: Run) {
        update(run) { record in
            guard record.state == .starting else { return }
            record.state = .active
            record.deadline = nil
        }
    }

    mutating func ended(_ run: Run, _ reason: String?, at now: Duration) {
        guard let record = records[run.feature], record.run == run else { return }
        update(run) { record in
            record.run = nil
            record.settings = nil
            record.made = nil
            record.isReconfiguring = false
            record.mustRestart = false
            record.deadline = nil
        }
        switch record.state {
        case .starting, .active:
            fail(
                run.feature, reason ?? "run() returned; a feature runs until it is asked to stop",
                wasActive: record.state == .active, at: now)
        case .stopping: stopped(run.feature, at: now)
        // Everything that a worker held has gone with its process.
        case .stuck where record.made?.runs == .worker: stopped(run.feature, at: now)
        default: break  // Stuck stays stuck: what it held may be in any state.
        }
    }

    private mutating func stopped(_ id: String, at now: Duration) {
        if let failure = records[id]?.failure { return fail(id, failure, at: now) }
        update(id) { record in
            record.state = .off
            record.ending = nil
        }
    }

    mutating func reconfigured(_ run: Run, _ isApplied: Bool) {
        update(run) { record in
            guard record.isReconfiguring else { return }
            record.isReconfiguring = false
            record.deadline = nil
            if !isApplied { record.mustRestart = true }
        }
    }

    /// Ends starts, stops and reconfigurations that took too long.
    mutating func expire(at now: Duration, _ actions: inout [Action]) {
        for id in records.keys.sorted() {
            guard let record = records[id], let run = record.run, let deadline = record.deadline, deadline <= now else {
                continue
            }
            switch record.state {
            case .starting:
                update(id) { [limits] record in
                    record.failure = "did not become ready within \(limits.start.inWords)"
                    record.beginStop()
                }
            case .active:
                update(id) { record in
                    record.isReconfiguring = false
                    record.mustRestart = true
                    record.deadline = nil
                }
            case .stopping where record.stop == .draining:
                update(id) { [limits] record in
                    record.stop = .cancelled
                    record.deadline = now + limits.cancel
                }
                actions.append(.cancel(run))
            case .stopping:
                update(id) { record in
                    record.state = .stuck
                    record.deadline = nil
                }
                actions.append(.revoke(run))
            default: break
            }
        }
    }

    private mutating func fail(_ id: String, _ reason: String, wasActive: Bool = false, at now: Duration) {
        guard var record = records[id] else { return }
        record.failure = nil
        record.ending = reason
        record.failures = record.failures.filter { $0 > now - record.rules.restartLimit.within } + [now]
        let count = record.failures.count
        if count == 1 { record.wasWell = wasActive }
        if count > record.rules.restartLimit.most {
            let window = record.rules.restartLimit.within.inWords
            record.state = .quarantined(reason: "failed \(count) times within \(window), last: \(reason)")
        } else {
            let attempt = record.wasWell ? count - 1 : count
            let wait = attempt == 0 ? backoff.waitAfterHealth() : backoff.wait(beforeAttempt: attempt)
            record.state = .failed(reason: reason, retryAt: now + wait)
        }
        records[id] = record
    }

    /// Changes a feature's record if that run is the one that it lives.
    private mutating func update(_ run: Run, _ change: (inout Record) -> Void) {
        guard records[run.feature]?.run == run else { return }
        update(run.feature, change)
    }

    mutating func update(_ id: String, _ change: (inout Record) -> Void) {
        guard var record = records[id] else { return }
        change(&record)
        records[id] = record
    }
}

extension Lifecycle.Record {
    /// An operator has changed something, so what was says little about what comes.
    mutating func forgetFailures() {
        failures = []
        state = .off
    }

    /// From here on it counts as stopping, even if others have to go first.
    mutating func beginStop() {
        state = .stopping
        stop = .held
        isReconfiguring = false
        deadline = nil
    }
}
