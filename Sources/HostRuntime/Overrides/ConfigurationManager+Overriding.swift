@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import HostSystem

/// Sets and removes operators' overrides.
extension ConfigurationManager {
    /// Sets or removes the override of a target.
    ///
    /// It is on disk before anything changes. The same override once more changes nothing and is no error.
    ///
    /// - Parameters:
    ///   - wish: What is wanted; nil removes the override, and stops no locked feature.
    ///   - author: The operator who asks for it.
    ///   - limit: How long to wait for a feature to get there.
    ///   - proven: What the preflight of a feature ran with, which must not have changed since.
    ///   - expected: Which revision has to be active; nil for any.
    package func override(
        _ target: OverrideTarget, _ wish: OverrideRequest?, by author: Author, within limit: Duration,
        proven: ProofGround? = nil, on expected: RevisionMatch? = nil
    ) async throws(OverrideProblem) -> OverrideOutcome {
        let start = clock.uptime
        let wish = wish ?? .reset
        if target.kind == .featureUnit {
            return try await takeBackUnit(target, wish, by: author, within: limit, on: expected)
        }
        let change = try await makeChange(target, wish, by: author, proven, on: expected)
        do throws(AuditProblem) { try await waitForRecord(change.receipt) } catch { throw .notRecorded("\(error)") }
        return OverrideOutcome(
            target: target, override: change.override, replaced: change.replaced, status: change.status,
            revision: change.revision, feature: await outcome(of: change, at: target, since: start, within: limit))
    }

    /// Removes the override of a feature's unit, which takes a hand-over that no other override needs.
    private func takeBackUnit(
        _ target: OverrideTarget, _ wish: OverrideRequest, by author: Author, within limit: Duration,
        on expected: RevisionMatch?
    ) async throws(OverrideProblem) -> OverrideOutcome {
        guard wish.value == nil else { throw .replacedOtherwise(target.name) }
        let replaced = orders?.overrides[target]
        let outcome = try await takeBack(target.name, by: author, within: limit, on: expected)
        return OverrideOutcome(
            target: target, override: nil, replaced: replaced, status: .counts, revision: outcome.revision,
            feature: FeatureOutcome(
                id: outcome.id, isOn: orders?.wants(outcome.id) ?? false, state: outcome.state,
                isReached: outcome.isReached, took: outcome.took, stops: [], starts: [], why: outcome.why))
    }

    /// What a feature would run with if it were switched on now.
    ///
    /// - Parameters:
    ///   - id: The feature.
    ///   - wish: How it is to be switched on; any obstacle is then thrown. Nil where nobody wants that yet.
    ///   - author: The operator who asks for it.
    ///   - expected: Which revision has to be active; nil for any.
    package func ground(
        under id: String, toBe wish: OverrideRequest? = nil, by author: Author? = nil, on expected: RevisionMatch? = nil
    ) async throws(OverrideProblem) -> ProofGround {
        let target = OverrideTarget(.featureEnabled, of: id)
        var override: Override?
        if let author, let wish { override = try self.override(target, wish, by: author) }
        return try await inTurn { () async throws(OverrideProblem) in
            try check(expected)
            let orders = try await orders(for: target, override)
            try check(target, override, orders, flags: self.orders ?? orders)
            return ProofGround(
                feature: id, unit: orders.survey.folders[id] ?? "", folder: folder, content: content)
        }
    }

    private func override(
        _ target: OverrideTarget, _ wish: OverrideRequest, by author: Author
    ) throws(OverrideProblem) -> Override? {
        let now = clock.now.toTheMillisecond
        if let lifetime = wish.lifetime, !Overrides.lifetimes.contains(lifetime) { throw .lifetime(lifetime) }
        guard wish.reason?.unicodeScalars.count ?? 0 <= Overrides.longestReason else { throw .reasonTooLong }
        return wish.value.map {
            Override(
                target, to: $0, author: author, reason: wish.reason, at: now,
                until: wish.lifetime.map { now.advanced(by: $0).toTheMillisecond }, isForced: wish.isForced)
        }
    }

    /// The active orders, with the library of a feature that is to be switched on; called in turn.
    private func orders(for target: OverrideTarget, _ override: Override?) async throws(OverrideProblem) -> Orders {
        guard !isClosed, !Task.isCancelled else { throw .stopping }
        guard let orders else { throw .notStarted }
        // The library of a feature that was never wanted is not open, and its folder may have been added since.
        guard let override, let id = target.feature, override.isOn == true, orders.shape(of: id) == nil else {
            return orders
        }
        var overrides = orders.overrides
        overrides.add(override)
        let looked = await look(at: content.layers, with: overrides)
        tell(looked.diagnostics)
        guard let seen = looked.orders else { throw .documentUnusable }
        return seen
    }

    private struct Overriding {
        let orders: Orders
        let override: Override?
        let replaced: Override?
        let status: OverrideStatus
        /// The active revision.
        let revision: Int?
        /// The other features that start or stop with this one.
        let plan: TogglePlan?
        let receipt: AuditReceipt?
    }

    /// Refuses a change that expects another revision; to be called in turn.
    func check(_ expected: RevisionMatch?) throws(OverrideProblem) {
        guard let expected, !expected.allows(counting) else { return }
        throw .otherRevision(now: counting)
    }

    private func makeChange(
        _ target: OverrideTarget, _ wish: OverrideRequest, by author: Author, _ proven: ProofGround?,
        on expected: RevisionMatch?
    ) async throws(OverrideProblem) -> Overriding {
        var override = try self.override(target, wish, by: author)
        return try await inTurn { () async throws(OverrideProblem) in
            try check(expected)
            let orders = try await orders(for: target, override)
            if let proven, proven.content != content { throw .changedMeanwhile(proven.feature) }
            let previous = self.orders?.overrides ?? orders.overrides
            try check(target, override, orders, flags: self.orders ?? orders)
            var next = try await plan(previous.deciding(override, of: target), orders)
            let takesForce = try checkLocked(target, wish, self.orders ?? orders, next)
            // Force is not recorded where it is not needed, unless the override had it before.
            if let wished = override, wished.isForced, !takesForce, previous[target]?.isForced != true {
                override = wished.forced(false)
                next = try await plan(previous.deciding(override, of: target), orders)
            }
            let overrides = next.overrides
            let isNews = overrides != previous
            let plan = target.feature.map { moves(with: $0, next) }
            // The author of this override need not be told that it contradicts the configuration.
            if let override { overrideWatch.hush(target, remark(on: override, next)) }
            let receipt = try await carry(next, target, because: wish.reason, by: author, isForced: takesForce)
            if isNews { tellOverridden(target, override, by: author, because: wish.reason, isForced: takesForce) }
            return Overriding(
                orders: next, override: overrides[target], replaced: isNews ? previous[target] : nil,
                status: overrides[target].map { next.status(of: $0) } ?? .counts, revision: counting, plan: plan,
                receipt: receipt)
        }
    }

    /// Whether a target can be overridden that way.
    private func check(
        _ target: OverrideTarget, _ override: Override?, _ orders: Orders, flags: Orders
    ) throws(OverrideProblem) {
        // What is gone can still be forgotten.
        if override == nil, flags.overrides[target] != nil { return }
        if let id = target.feature {
            guard orders.survey.folders[id] != nil else {
                guard flags.flag(id) == nil else { throw .flagNotFeature(id) }
                throw .unknown(id, nearest: Suggestion.closest(to: id, in: orders.survey.folders.keys.sorted()))
            }
        } else {
            try check(target, override, flags)
        }
        guard let override else { return }
        guard let id = target.feature else { return }
        guard override.part == nil || !orders.isLocked(id) else { throw .lockedRollout(id) }
        guard override.isOn == true else { return }
        if let breakage = orders.survey.broken[id] { throw .broken(id, reason: breakage.reason) }
        if orders.lacksSettings(id) {
            throw .noSettings(
                id, missing: orders.shape(of: id).map { $0.problems(in: $0.completed([:])).map(\.description) } ?? [])
        }
    }

    /// Whether a flag can be overridden that way.
    private func check(_ target: OverrideTarget, _ override: Override?, _ orders: Orders) throws(OverrideProblem) {
        let key = target.name
        if let id = FlagProgram.feature(ofGate: key) { throw .flagOfFeature(id) }
        guard let flag = orders.flag(key) else {
            let keys = (orders.flags?.program.flags ?? []).map(\.key).filter { FlagProgram.feature(ofGate: $0) == nil }
            throw .unknownFlag(key, nearest: Suggestion.closest(to: key, in: keys))
        }
        guard let name = override?.variant else { return }
        let names = flag.variants.map(\.name)
        guard names.contains(name) else { throw .unknownVariant(name, of: key, known: names) }
    }

    private func moves(with id: String, _ orders: Orders) -> TogglePlan {
        TogglePlan(
            switching: id, on: orders.wants(id), needs: orders.survey.manifests.mapValues { Set($0.needs) },
            states: Dictionary(uniqueKeysWithValues: registry.statuses.map { ($0.id, $0.state) }),
            wanted: Set(orders.wanted.keys))
    }

    /// The outcome for the feature of a change, once it has settled or the time is over.
    private func outcome(
        of change: Overriding, at target: OverrideTarget, since start: Duration, within limit: Duration
    ) async -> FeatureOutcome? {
        guard let id = target.feature, let plan = change.plan else { return nil }
        // A feature that was switched on and whose gate lets nobody in has not reached what the operator wants.
        let isOn = change.override?.isOn ?? change.orders.wants(id)
        // Other overrides may be set while this waits.
        let status = await registry.rest(of: id, within: limit - (clock.uptime - start))
        let state = status?.state ?? .off
        let view = FeatureView(orders: change.orders, statuses: registry.statuses, uptime: clock.uptime)
        return FeatureOutcome(
            id: id, isOn: isOn, state: state, isReached: state == (isOn ? .active : .off),
            took: clock.uptime - start, stops: plan.stops, starts: plan.starts, why: view.why.sentences(of: id))
    }
}

// MARK: - Steps of a change

extension ConfigurationManager {
    /// The orders with other overrides and the flags that follow from them.
    private func plan(_ overrides: Overrides, _ orders: Orders) async throws(OverrideProblem) -> Orders {
        guard overrides.count <= Overrides.most else { throw .tooMany }
        let next = orders.with(overrides)
        let plan = await flags.plan(next, orders.plan?.sources ?? self.orders?.plan?.sources ?? [])
        guard !plan.hasErrors else { throw .documentUnusable }
        return next.meaning(plan)
    }

    /// Has overrides, and the flags that they mean, on the disk, and then lets them count.
    private func carry(
        _ orders: Orders, _ target: OverrideTarget, because reason: String?, by author: Author, isForced: Bool
    ) async throws(OverrideProblem) -> AuditReceipt? {
        var next = content
        next.overrides = orders.overrides.value
        let cause =
            "\(target) " + (orders.overrides[target].map { "\($0.value)" } ?? "reset")
            + (isForced ? Revision.Cause.byForce : "")
        let change = Change(
            orders: orders, content: next, aside: journal.aside, cause: .override(cause),
            author: author, reason: reason)
        do throws(ConfigProblem) { return try await carry(change, isOrder: true).receipt } catch {
            throw OverrideProblem(notCarried: error)
        }
    }
}

// MARK: - In the log

extension ConfigurationManager {
    /// Logs the remarks on overrides, each once.
    func noteOverrides(of orders: Orders) {
        var remarks: [OverrideTarget: String] = [:]
        for override in orders.overrides.all { remarks[override.target] = remark(on: override, orders) }
        for target in overrideWatch.note(remarks) {
            guard let override = orders.overrides[target], let remark = remarks[target] else { continue }
            let fields = target.feature.map { [("id", $0)] } ?? [("target", "\(target)")]
            switch orders.status(of: override) {
            case .counts, .waits: log.info(remark, fields)
            default: log.warning(remark, fields)
            }
        }
    }

    /// The remark that an override has no effect, or that it contradicts the configuration; nil where it does neither.
    private func remark(on override: Override, _ orders: Orders) -> String? {
        if let words = orders.status(of: override).words(override) { return words }
        return override.target.feature.flatMap { orders.documentSays(of: $0) }.flatMap { override.overruling($0) }
    }

    private func tellOverridden(
        _ target: OverrideTarget, _ override: Override?, by author: Author, because reason: String?, isForced: Bool
    ) {
        let subject = target.kind == .featureEnabled ? [("id", target.name)] : [("target", "\(target)")]
        let verbs = target.kind == .featureEnabled ? ("toggled", "toggle reset") : ("overridden", "override reset")
        let force = isForced ? [("forced", "true")] : []
        let why = reason.map { [("reason", $0)] } ?? []
        guard let override else {
            guard isForced else { return log.info(verbs.1, subject) }
            return log.warning(verbs.1, subject + force + author.fields + why)
        }
        let value = target.kind == .featureEnabled ? "on" : "value"
        let fields =
            subject + [(value, "\(override.value)")] + force + author.fields
            + (override.until.map { [("until", "\($0)")] } ?? []) + why
        if isForced { log.warning(verbs.0, fields) } else { log.info(verbs.0, fields) }
    }
}

extension Log {
    func logExpired(_ override: Override) {
        info(
            "override expired",
            [
                ("target", "\(override.target)"), ("value", "\(override.value)"), ("by", override.author.name),
                ("until", override.until.map { "\($0)" } ?? ""),
            ])
    }
}
