package import FeatureKit

/// Decides what to start, stop and try again, for all features together.
///
/// Pure: events and the time go in, actions come out. Its owner performs the actions, reports their results as events,
/// and calls `handle(.tick)` at `nextDeadline`.
package struct Lifecycle: Sendable {
    /// One life of a feature, from `run()` being called to its return.
    package struct Run: Sendable, Hashable, CustomStringConvertible {
        package let feature: String
        package let number: Int
        package var description: String { "\(feature)#\(number)" }
    }

    package enum Event: Sendable {
        /// These features exist; one that is known already takes its new rules once it does not run.
        ///
        /// Features whose needs form a cycle have to be `broken`; see `Resolver`.
        ///
        /// `wanting` changes what is to run in the same step, so that nothing unwanted starts in between. The features
        /// of `takingOver` change to another unit, by the life that was started beside if there is one.
        case know([String: LifecycleRules], wanting: [String: Value]? = nil, takingOver: Set<String> = [])
        /// A life of another unit is to start beside the present one; it takes over when a later event says so.
        case replace(String, by: LifecycleRules, settings: Value)
        /// The new life is not to take over after all.
        case giveUp(String, reason: String)
        /// These features and no others are to run, with these settings.
        case want([String: Value])
        /// The host still prepares something for the run, such as its store: the run's time to start or to stop starts
        /// again.
        case preparing(Run)
        /// The run said that it can be used.
        case ready(Run)
        /// The run's `run()` returned, or threw for this reason.
        case ended(Run, reason: String?)
        /// The run took its new settings, or asks for a restart.
        case reconfigured(Run, isApplied: Bool)
        /// The host is stopping: nothing is to run, whatever is wanted.
        case shutDown
        /// Time has passed.
        case tick
    }

    package enum Action: Sendable, Equatable {
        case start(Run, settings: Value)
        case reconfigure(Run, settings: Value)
        /// Ask it to stop.
        case drain(Run)
        /// Cancel it: it did not stop when it was asked.
        case cancel(Run)
        /// Cut it off: it did not stop when it was cancelled.
        case revoke(Run)
        /// Start it from the unit that is to take over, beside the life that there is.
        case startBeside(Run, settings: Value)
        /// The new life is ready, and waits to be told to take over.
        case stands(Run)
        /// The feature is not replaced, for that reason.
        case keep(String, reason: String)
        /// Let one life replace the other, if there is one.
        case handOver(from: Run?, to: Run)
        /// The life's messages need no longer wait for those of the previous life, which may not have ended.
        case publish(Run, after: Run?)
        /// Its state has changed; look it up.
        case announce(String)

        var isAnnouncement: Bool { if case .announce = self { true } else { false } }
    }

    /// The steps of stopping a life that is `stopping`.
    enum Stop: Sendable {
        /// It waits until the features that need it have stopped, and those that start `after` it and are stopping too.
        case held
        case draining
        case cancelled
    }

    struct Record: Sendable {
        var rules: LifecycleRules
        var wanted: Value?
        var state = FeatureState.off
        var runs = 0
        /// The life that has not ended, also one that is stuck.
        var run: Run?
        /// The settings of this life.
        var settings: Value?
        /// The unit that this life runs.
        var made: FeatureMake?
        var isReconfiguring = false
        /// The life has to end so that another one can begin.
        var mustRestart = false
        /// Why the life is being stopped, where that counts as a failure.
        var failure: String?
        var stop = Stop.held
        /// When the present state must have ended.
        var deadline: Duration?
        var failures: [Duration] = []
        /// Whether the first of these failures led to an immediate restart, since the feature had run well until then.
        var wasWell = false
        /// Why the last life ended; nil where it was asked to stop.
        var ending: String?
        /// The second life, where there is one.
        var beside: Beside?

        var isStartingOrActive: Bool { state == .starting || state == .active }

        /// Whether the next life would run another unit.
        var isOutdated: Bool { made.map { $0 != rules.make } ?? false }

        /// Whether an active life needs no change.
        var hasWhatIsWanted: Bool { !mustRestart && !isReconfiguring && !isOutdated && wanted == settings }
    }

    package let limits: LifecycleLimits
    var records: [String: Record] = [:]
    var wanted: [String: Value] = [:]
    var isShutDown = false
    var backoff: Backoff

    /// Begins without features.
    package init(limits: LifecycleLimits = LifecycleLimits(), seed: UInt64) {
        self.limits = limits
        backoff = Backoff(seed: seed)
    }

    /// Takes an event and says what to do now, in this order.
    package mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        var actions: [Action] = []
        let before = records.mapValues(\.state)
        switch event {
        case .know(let rules, let wanted, let successors):
            for id in successors.sorted() { takeOver(id, rules[id], at: now, &actions) }
            if let wanted { self.wanted = wanted }
            know(rules)
        case .replace(let id, let rules, let settings): replace(id, by: rules, settings, at: now, &actions)
        case .giveUp(let id, let reason): giveUp(id, reason, at: now, &actions)
        case .want(let wanted):
            self.wanted = wanted
            spreadWanted()
        case .preparing(let run): preparing(run, at: now)
        case .ready(let run): if !besideIsReady(run, at: now, &actions) { ready(run) }
        case .ended(let run, let reason): if !besideEnded(run, reason, &actions) { ended(run, reason, at: now) }
        case .reconfigured(let run, let isApplied): reconfigured(run, isApplied)
        case .shutDown: isShutDown = true
        case .tick: break
        }
        expire(at: now, &actions)
        expireBeside(at: now, &actions)
        reconcile(at: now, &actions)
        for id in records.keys.sorted() where records[id]?.state != before[id] { actions.append(.announce(id)) }
        return actions
    }

    /// Where a feature stands.
    package func state(of id: String) -> FeatureState? { records[id]?.state }

    /// How many lives a feature has had.
    package func runs(of id: String) -> Int { records[id]?.runs ?? 0 }

    /// Whether everything that is wanted has come to rest: nothing starts, stops or waits for something that does.
    package var isSettled: Bool {
        records.values.allSatisfy { record in
            guard record.beside?.isLiving != true else { return false }
            return switch record.state {
            case .starting, .stopping: false
            case .active: record.hasWhatIsWanted
            default: true
            }
        }
    }

    /// Whether a feature has come to rest: it moves only if something happens to it, or to what it waits for.
    ///
    /// A failure that is tried again later is rest until then.
    package func isAtRest(_ id: String) -> Bool { isAtRest(id, asking: []) }

    private func isAtRest(_ id: String, asking: Set<String>) -> Bool {
        guard let record = records[id], !asking.contains(id) else { return true }
        guard record.beside?.isLiving != true else { return false }
        return switch record.state {
        case .starting, .stopping: false
        case .active: record.hasWhatIsWanted
        case .waiting(let others): others.allSatisfy { isAtRest($0, asking: asking.union([id])) }
        case .off, .failed, .quarantined, .stuck: true
        }
    }

    /// Whether nothing runs any more, but for what is stuck.
    package var isAtRest: Bool {
        records.values.allSatisfy { ($0.run == nil || $0.state == .stuck) && $0.beside?.isLiving != true }
    }

    /// When to call `handle(.tick)` next, if nothing else happens.
    package var nextDeadline: Duration? {
        records.values.flatMap { record -> [Duration] in
            let deadlines = record.beside?.deadlines ?? []
            if case .failed(_, let retryAt) = record.state { return deadlines + [retryAt].compactMap(\.self) }
            return deadlines + [record.deadline].compactMap(\.self)
        }.min()
    }
}
