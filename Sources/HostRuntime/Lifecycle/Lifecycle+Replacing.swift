internal import FeatureKit
internal import HostConfig

/// A feature's code is replaced while it runs: for a while it has two lives.
///
/// The one that was started beside changes nothing for the feature before it takes over: that it fails, or is not ready
/// in time, is no failure of the feature.
extension Lifecycle {
    /// The life of a feature that does not count: one that is to take over, or one from which another one took over.
    struct Beside: Sendable {
        enum Phase: Sendable {
            case starting
            /// It waits for the word to take over.
            case ready
            case draining
            case cancelled
            case stuck
        }

        let run: Run
        let rules: LifecycleRules
        /// What it is made of; the rules may have changed since.
        let made: FeatureMake
        let settings: Value
        /// What the feature had to be told when this life began; where that changes it is not to take over.
        let formerly: Value
        var phase: Phase
        /// When the patience with the phase ends.
        var deadline: Duration?
        /// The life that took over from it, and how long that one waits for its last words; nil where none did, or it
        /// does not wait any more.
        var heir: (run: Run, until: Duration)?

        var isComing: Bool { phase == .starting || phase == .ready }
        var isLiving: Bool { phase != .stuck }
        var deadlines: [Duration] { [deadline, heir?.until].compactMap(\.self) }
    }

    /// Whether a run is a life that does not count.
    func isBeside(_ run: Run) -> Bool { records[run.feature]?.beside?.run == run }

    /// Whether a life goes on from which another one took over.
    func hasFormerLife(_ id: String) -> Bool { records[id]?.beside.map { !$0.isComing && $0.isLiving } ?? false }

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
                run: run, rules: rules, made: rules.make, settings: settings, formerly: wanted, phase: .starting,
                deadline: now + limits.start)
        }
        actions.append(.startBeside(run, settings: settings))
    }

    /// Why a life can't begin beside the one that there is.
    private func obstacle(to record: Record, _ rules: LifecycleRules) -> String? {
        if let beside = record.beside {
            return beside.isComing
                ? "another version of it is being started already" : "a former life of it has not ended"
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
            // Whoever asked for it has to say that it counts, or it would stand there for ever.
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
            // What a process held has gone with it.
            if record.run == nil, record.state == .stuck, beside.made.runs == .worker { record.state = .off }
        }
        if beside.isComing {
            let reason = reason ?? "run() returned; a feature runs until it is asked to stop"
            actions.append(.keep(run.feature, reason: reason))
        }
        if let heir = beside.heir { actions.append(.publish(heir.run, after: nil)) }
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

    /// What keeps the feature itself from running keeps its second life from taking over.
    mutating func reconcileBeside(_ id: String, at now: Duration, _ actions: inout [Action]) {
        guard let record = records[id], let beside = record.beside, beside.isComing else { return }
        let hasOtherSettings = record.wanted.map { $0 != beside.formerly } ?? false
        let reason = hasOtherSettings ? "its settings were changed meanwhile" : besideNeeds(record, beside.rules)
        if let reason { giveUp(id, reason, at: now, &actions) }
    }

    // MARK: - Taking over

    /// The feature runs from another unit from now on.
    mutating func takeOver(_ id: String, _ rules: LifecycleRules?, at now: Duration, _ actions: inout [Action]) {
        guard let record = records[id] else { return }
        guard let beside = record.beside, beside.phase == .ready else {
            // Its next life, or the one that is started because of what it is made of, is the first one.
            return giveUp(id, "its unit was changed meanwhile", at: now, &actions)
        }
        let (former, formerRules, formerMade) = (record.run, record.rules, record.made)
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
            record.beside = former.map {
                Beside(
                    run: $0, rules: formerRules, made: formerMade ?? formerRules.make, settings: beside.formerly,
                    formerly: beside.formerly,
                    phase: isStuck ? .stuck : .draining, deadline: isStuck ? nil : now + limits.drain,
                    heir: isStuck ? nil : (beside.run, now + limits.handOver))
            }
        }
        actions.append(.handOver(from: former, to: beside.run))
        guard let former else { return }
        actions.append(records[id]?.beside?.isLiving == true ? .drain(former) : .publish(beside.run, after: former))
    }

    // MARK: - Time

    mutating func expireBeside(at now: Duration, _ actions: inout [Action]) {
        for id in records.keys.sorted() {
            guard let beside = records[id]?.beside else { continue }
            if let heir = beside.heir, heir.until <= now {
                updateBeside(beside.run) { $0.heir = nil }
                actions.append(.publish(heir.run, after: beside.run))
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
