internal import FeatureKit
internal import HostConfig

/// Replacing a feature's code while it runs: for a while the feature has two lives.
///
/// The new life changes nothing for the feature before it takes over: if it fails, or is not ready in time, that is no
/// failure of the feature.
extension Lifecycle {
    /// The second life of a feature: one that is to take over, or one from which another life has taken over.
    struct Beside: Sendable {
        enum Phase: Sendable {
            case starting
            /// It waits to be told to take over.
            case ready
            case draining
            case cancelled
            case stuck
        }

        let run: Run
        let rules: LifecycleRules
        /// The unit that it runs; the rules may have changed since.
        let made: FeatureMake
        let settings: Value
        /// The feature's wanted settings when this life began; where they change, it must not take over.
        let wantedAtStart: Value
        var phase: Phase
        /// When the phase must have ended.
        var deadline: Duration?
        /// The life that took over from it, and how long that life waits for its last messages; nil where none took
        /// over, or it waits no longer.
        var successor: (run: Run, until: Duration)?

        var isComing: Bool { phase == .starting || phase == .ready }
        var isLiving: Bool { phase != .stuck }
        var deadlines: [Duration] { [deadline, successor?.until].compactMap(\.self) }
    }

    /// Whether a run is the second life of its feature.
    func isBeside(_ run: Run) -> Bool { records[run.feature]?.beside?.run == run }

    /// Whether a life is still running from which another one has taken over.
    func hasPreviousRun(_ id: String) -> Bool { records[id]?.beside.map { !$0.isComing && $0.isLiving } ?? false }

    // MARK: - Coming

    mutating func replace(
        _ id: String, by rules: LifecycleRules, _ settings: Value, at now: Duration, _ actions: inout [Action]
    ) {
        guard let record = records[id] else { return actions.append(.keep(id, reason: "nobody knows it")) }
        if let reason = obstacle(to: record, rules) { return actions.append(.keep(id, reason: reason)) }
        guard let wanted = record.wanted else { return }
        let run = Run(feature: id, number: record.runs + 1)
        update(id) { [limits] record in
            record.runs = run.number
            record.beside = Beside(
                run: run, rules: rules, made: rules.make, settings: settings, wantedAtStart: wanted, phase: .starting,
                deadline: now + limits.start)
        }
        actions.append(.startBeside(run, settings: settings))
    }

    /// Why a second life can't be started now.
    private func obstacle(to record: Record, _ rules: LifecycleRules) -> String? {
        if let beside = record.beside {
            return beside.isComing
                ? "another version of it is being started already" : "a previous life of it has not ended"
        }
        guard record.isStartingOrActive else { return "it is \(record.state.word) by now" }
        return besideNeeds(record, rules)
    }

    private func besideNeeds(_ record: Record, _ rules: LifecycleRules) -> String? {
        if isShutDown { return "the host stops" }
        if record.wanted == nil { return "it was switched off" }
        let missing = rules.needs.filter { records[$0]?.state != .active }.sorted()
        return missing.isEmpty
            ? nil : "it needs \(missing.joined(separator: ", ")), which \(missing.count == 1 ? "is" : "are") not active"
    }

    mutating func besideIsPreparing(_ run: Run, at now: Duration) {
        updateBeside(run) { [limits] beside in
            guard beside.phase == .starting else { return }
            beside.deadline = now + limits.start
        }
    }

    /// - Returns: Whether that is a life beside another.
    mutating func besideIsReady(_ run: Run, at now: Duration, _ actions: inout [Action]) -> Bool {
        guard let beside = records[run.feature]?.beside, beside.run == run else { return false }
        guard beside.phase == .starting else { return true }
        updateBeside(run) { [limits] beside in
            beside.phase = .ready
            // If nobody lets it take over in time it is stopped, so that it does not wait forever.
            beside.deadline = now + limits.start
        }
        actions.append(.stands(run))
        return true
    }

    /// - Returns: Whether that was a life beside another.
    mutating func besideEnded(_ run: Run, _ reason: String?, _ actions: inout [Action]) -> Bool {
        guard let beside = records[run.feature]?.beside, beside.run == run else { return false }
        update(run.feature) { record in
            record.beside = nil
            // Everything that a worker held has gone with its process.
            if record.run == nil, record.state == .stuck, beside.made.runs == .worker { record.state = .off }
        }
        if beside.isComing {
            let reason = reason ?? "run() returned; a feature runs until it is asked to stop"
            actions.append(.keep(run.feature, reason: reason))
        }
        if let successor = beside.successor { actions.append(.publish(successor.run, after: nil)) }
        return true
    }

    mutating func giveUp(_ id: String, _ reason: String, at now: Duration, _ actions: inout [Action]) {
        guard let beside = records[id]?.beside, beside.isComing else { return }
        updateBeside(beside.run) { [limits] beside in
            beside.phase = .draining
            beside.deadline = now + limits.drain
        }
        actions += [.keep(id, reason: reason), .drain(beside.run)]
    }

    /// Gives the second life up where the feature itself could not run, or its settings have changed.
    mutating func reconcileBeside(_ id: String, at now: Duration, _ actions: inout [Action]) {
        guard let record = records[id], let beside = record.beside, beside.isComing else { return }
        let hasOtherSettings = record.wanted.map { $0 != beside.wantedAtStart } ?? false
        let reason = hasOtherSettings ? "its settings were changed meanwhile" : besideNeeds(record, beside.rules)
        if let reason { giveUp(id, reason, at: now, &actions) }
    }

    // MARK: - Taking over

    /// The feature runs from another unit from now on.
    mutating func takeOver(_ id: String, _ rules: LifecycleRules?, at now: Duration, _ actions: inout [Action]) {
        guard let record = records[id] else { return }
        guard let beside = record.beside, beside.phase == .ready else {
            // The next life of the feature itself, or its restart for the other unit, is then the first from that unit.
            return giveUp(id, "its unit was changed meanwhile", at: now, &actions)
        }
        let (previous, previousRules, previousMade) = (record.run, record.rules, record.made)
        update(id) { [limits] record in
            let isStuck = record.state == .stuck
            record.run = beside.run
            record.settings = beside.settings
            record.rules = rules ?? beside.rules
            record.made = beside.made
            record.state = .active
            record.isReconfiguring = false
            record.mustRestart = false
            record.failure = nil
            record.deadline = nil
            record.failures = []
            record.ending = nil
            record.beside = previous.map {
                Beside(
                    run: $0, rules: previousRules, made: previousMade ?? previousRules.make,
                    settings: beside.wantedAtStart, wantedAtStart: beside.wantedAtStart,
                    phase: isStuck ? .stuck : .draining, deadline: isStuck ? nil : now + limits.drain,
                    successor: isStuck ? nil : (beside.run, now + limits.handOver))
            }
        }
        actions.append(.handOver(from: previous, to: beside.run))
        guard let previous else { return }
        let isLiving = records[id]?.beside?.isLiving == true
        actions.append(isLiving ? .drain(previous) : .publish(beside.run, after: previous))
    }

    // MARK: - Time

    mutating func expireBeside(at now: Duration, _ actions: inout [Action]) {
        for id in records.keys.sorted() {
            guard let beside = records[id]?.beside else { continue }
            if let successor = beside.successor, successor.until <= now {
                updateBeside(beside.run) { $0.successor = nil }
                actions.append(.publish(successor.run, after: beside.run))
            }
            guard let deadline = beside.deadline, deadline <= now else { continue }
            switch beside.phase {
            case .starting: giveUp(id, "did not become ready within \(limits.start.inWords)", at: now, &actions)
            case .ready: giveUp(id, "nobody let it take over within \(limits.start.inWords)", at: now, &actions)
            case .draining:
                updateBeside(beside.run) { [limits] beside in
                    beside.phase = .cancelled
                    beside.deadline = now + limits.cancel
                }
                actions.append(.cancel(beside.run))
            case .cancelled:
                updateBeside(beside.run) { beside in
                    beside.phase = .stuck
                    beside.deadline = nil
                }
                actions.append(.revoke(beside.run))
            case .stuck: break
            }
        }
    }

    private mutating func updateBeside(_ run: Run, _ change: (inout Beside) -> Void) {
        update(run.feature) { record in
            guard var beside = record.beside, beside.run == run else { return }
            change(&beside)
            record.beside = beside
        }
    }
}

extension Lifecycle.Record {
    /// Whether a life of it goes on that will end.
    var isLiving: Bool { run != nil && state != .stuck || beside?.isLiving == true }

    /// Whether a life of it needs another feature.
    func needs(_ id: String) -> Bool { rules.needs.contains(id) || beside?.rules.needs.contains(id) == true }
}
