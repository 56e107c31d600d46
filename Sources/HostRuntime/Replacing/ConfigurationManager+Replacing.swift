@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// Replaces a module's unit while the host runs: the new one is checked as at a start, tried beside the one that runs,
/// written to disk, and only then put in its place.
extension ConfigurationManager {
    /// How long an operator's request waits for the outcome, beside the time that starting takes.
    package static let patienceForReplacing = Duration.seconds(60)

    /// Which unit a module is to run from.
    private enum Wish {
        case copy(UnitName, author: Author, reason: String?, lifetime: Duration?)
        /// The unit in the configured folders.
        case none
    }

    /// Replaces a module's unit by a copy of the one in a folder; the folder is not needed afterwards.
    ///
    /// - Parameters:
    ///   - folder: The folder of the unit.
    ///   - author: The operator who asks for it.
    ///   - lifetime: How long the replacement lasts; nil for good.
    ///   - limit: How long to wait until the previous life has ended.
    ///   - expected: Which revision has to be active; nil for any.
    /// - Throws: Why it is not possible; the module goes on as it was.
    package func replace(
        _ id: String, byUnitIn folder: String, because reason: String? = nil, for lifetime: Duration? = nil,
        by author: Author, within limit: Duration, on expected: RevisionMatch? = nil
    ) async throws(OverrideProblem) -> ReplaceOutcome {
        guard reason?.unicodeScalars.count ?? 0 <= Overrides.longestReason else { throw .reasonTooLong }
        if let lifetime, !Overrides.lifetimes.contains(lifetime) { throw .lifetime(lifetime) }
        // Checked first, so that no unit is copied for a module that is not there or can't be replaced.
        guard let orders else { throw .notStarted }
        try check(expected)
        try check(id, orders)
        try begin(id)
        let name: UnitName
        do throws(UnitProblem) { name = try await units.take(folder, of: id) } catch {
            await end(id)
            throw .unit(error)
        }
        replacing[id] = .some(name)
        let wish = Wish.copy(name, author: author, reason: reason, lifetime: lifetime)
        return try await ending(id) { () async throws(OverrideProblem) in
            try await self.replace(id, wish, from: folder, by: author, within: limit, on: expected)
        }
    }

    /// Returns to the unit in the configured folders.
    package func takeBack(
        _ id: String, by author: Author, within limit: Duration, on expected: RevisionMatch? = nil
    ) async throws(OverrideProblem) -> ReplaceOutcome {
        guard let orders else { throw .notStarted }
        try check(expected)
        guard orders.survey.folders[id] != nil || orders.overrides[.featureUnit, of: id] != nil else {
            throw unknown(id, orders)
        }
        guard orders.overrides[.featureUnit, of: id] != nil else { throw .notReplaced(id) }
        try begin(id)
        return try await ending(id) { () async throws(OverrideProblem) in
            try await self.replace(id, .none, from: nil, by: author, within: limit, on: expected)
        }
    }

    /// Returns to the units in the configured folders where a replacement has expired.
    ///
    /// - Returns: Whether all of these replacements are gone.
    func removeExpiredUnits(_ expired: [Override]) async -> Bool {
        var areGone = true
        for override in expired where override.target.kind == .featureUnit {
            let id = override.target.name
            do throws(OverrideProblem) {
                try begin(id)
                _ = try await ending(id) { () async throws(OverrideProblem) in
                    try await self.replace(id, .none, from: nil, by: nil, within: .zero, on: nil)
                }
                log.logExpired(override)
            } catch {
                areGone = false
                log.error(
                    "a replacement's time is over, and yet it stays",
                    [("id", id), ("reason", "\(error)")])
            }
        }
        return areGone
    }

    // MARK: - One at a time

    private func begin(_ id: String) throws(OverrideProblem) {
        guard !isClosed else { throw .stopping }
        guard replacing[id] == nil else { throw .replacing(id) }
        replacing[id] = .some(nil)
    }

    private func ending(
        _ id: String, _ body: () async throws(OverrideProblem) -> ReplaceOutcome
    ) async throws(OverrideProblem) -> ReplaceOutcome {
        let outcome: Result<ReplaceOutcome, OverrideProblem>
        do throws(OverrideProblem) { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        await end(id)
        return try outcome.get()
    }

    private func end(_ id: String) async {
        replacing[id] = nil
        await removeOtherCopies()
    }

    /// Removes the copies that nothing names.
    func removeOtherCopies() async {
        var kept: [String: Set<String>] = [:]
        for override in overrides.all {
            if let name = override.unit { kept[override.target.name, default: []].insert(name.digest) }
        }
        for case (let id, let name?) in replacing { kept[id, default: []].insert(name.digest) }
        await units.removeOthers(but: kept)
    }

    // MARK: - Checking

    private func unknown(_ id: String, _ orders: Orders) -> OverrideProblem {
        .unknown(id, nearest: Suggestion.closest(to: id, in: orders.survey.folders.keys.sorted()))
    }

    private func check(_ id: String, _ orders: Orders) throws(OverrideProblem) {
        guard orders.survey.folders[id] != nil else { throw unknown(id, orders) }
        guard orders.make(of: id)?.runs != .host else { throw .runsInHost(id) }
    }

    /// What would become active.
    private struct Prepared {
        let orders: Orders
        /// The unit that the feature would run from.
        let feature: LoadedFeature
        let override: Override?
    }

    /// Checks what would become active; called in turn.
    private func prepare(_ id: String, _ wish: Wish, from folder: String?) async throws(OverrideProblem) -> Prepared {
        guard !isClosed, !Task.isCancelled else { throw .stopping }
        guard let orders else { throw .notStarted }
        let target = OverrideTarget(.featureUnit, of: id)
        var overrides = orders.overrides
        overrides.remove(target)
        var override: Override?
        if case .copy(let name, let author, let reason, let lifetime) = wish {
            let now = clock.now.toTheMillisecond
            let next = Override(
                target, to: .unit(name), author: author, reason: reason, at: now,
                until: lifetime.map { now.advanced(by: $0).toTheMillisecond })
            overrides.add(next)
            override = next
        }
        guard overrides.count <= Overrides.most else { throw .tooMany }
        let looked = await look(at: content.layers, with: overrides)
        let place = override?.unit.map { units.place(of: $0, id) }
        func shown(_ text: String) -> String {
            // The operator knows the unit by the path of its original.
            guard let place, let folder else { return text }
            return text.replacing(place, with: folder)
        }
        guard let next = looked.orders else { throw .unfit(id, reasons: looked.diagnostics.errorLines.map(shown)) }
        if let lost = next.survey.lostUnits[id] { throw .unfit(id, reasons: [shown(lost)]) }
        guard next.survey.folders[id] != nil else { throw .nothingToGoBackTo(id) }
        // Problems that were there before are not due to this unit.
        let broken = next.survey.broken.filter { orders.survey.broken[$0.key] != $0.value || $0.key == id }
        guard broken.isEmpty, let feature = next.survey.loaded.first(where: { $0.id == id }) else {
            let before = Set(orders.survey.diagnostics.errorLines)
            let news = looked.diagnostics.errorLines.filter { !before.contains($0) }.map(shown)
            let reasons = broken.sorted { $0.key < $1.key }.map { shown("\($0.key): \($0.value.reason)") }
            throw .unfit(id, reasons: news.isEmpty ? reasons : news)
        }
        // A module in the host has no replaced unit, but one that it still has can be taken back.
        guard feature.make.runs == .worker || override == nil else { throw .runsInHost(id) }
        if next.wants(id), next.lacksSettings(id) {
            throw .noSettings(
                id, missing: next.shape(of: id).map { $0.problems(in: $0.completed([:])).map(\.description) } ?? [])
        }
        if let old = orders.survey.loaded.first(where: { $0.id == id }), old.keepsOtherwise(than: feature) {
            throw .otherCollections(id)
        }
        let stopped = Set(LockedFeatures.losses(from: orders, to: next).map(\.feature)).sorted()
        guard stopped.isEmpty else { throw .stopsLocked(stopped) }
        return Prepared(orders: next, feature: feature, override: override)
    }

    // MARK: - Replacing

    private func replace(
        _ id: String, _ wish: Wish, from folder: String?, by author: Author?, within limit: Duration,
        on expected: RevisionMatch?
    ) async throws(OverrideProblem) -> ReplaceOutcome {
        let start = clock.uptime
        let oldVersion = orders?.survey.manifests[id]?.version
        let prepared = try await inTurn { () async throws(OverrideProblem) in
            try await prepare(id, wish, from: folder)
        }
        // Starting takes its time, and others may switch things meanwhile: this feature, too.
        let hasTakenOver = try await tryBeside(id, prepared)
        let receipt: AuditReceipt?
        do throws(OverrideProblem) {
            receipt = try await inTurn { () async throws(OverrideProblem) in
                try check(expected)
                return try await count(id, wish, from: folder, by: author)
            }
        } catch {
            registry.giveUp(id, because: "\(error)")
            throw error
        }
        do throws(AuditProblem) { try await waitForRecord(receipt) } catch { throw .notRecorded("\(error)") }
        return await outcome(
            of: id, prepared.override, replacing: oldVersion, hasTakenOver, since: start, within: limit)
    }

    /// Starts the new unit beside the running life, if there is one.
    ///
    /// - Returns: Whether it is ready to take over.
    private func tryBeside(_ id: String, _ prepared: Prepared) async throws(OverrideProblem) -> Bool {
        guard prepared.feature.make.runs == .worker else { return false }
        guard let settings = prepared.orders.wanted[id], let rules = prepared.orders.survey.rules[id] else {
            return false
        }
        guard let state = registry.statuses.first(where: { $0.id == id })?.state, state == .active || state == .starting
        else { return false }
        switch await registry.replace(by: prepared.feature, rules, settings: settings) {
        case .stands: return true
        case .keeps(let reason):
            // A cancelled task has not waited for the new life, so end it: nobody would let it take over.
            registry.giveUp(id, because: reason)
            let version = prepared.orders.survey.manifests[id]?.version ?? "the new unit"
            throw .keeps(id, version: version, reason: reason)
        }
    }

    /// Writes the change to disk and then makes it active; called in turn.
    private func count(
        _ id: String, _ wish: Wish, from folder: String?, by author: Author?
    ) async throws(OverrideProblem) -> AuditReceipt? {
        // Prepared again, since the rest of the configuration may have changed.
        let prepared = try await prepare(id, wish, from: folder)
        let plan = await flags.plan(prepared.orders, prepared.orders.plan?.sources ?? orders?.plan?.sources ?? [])
        guard !plan.hasErrors else { throw .documentUnusable }
        let next = prepared.orders.meaning(plan)
        var content = content
        content.overrides = next.overrides.value
        let target = OverrideTarget(.featureUnit, of: id)
        let cause: Revision.Cause =
            if let override = prepared.override { .override("\(target) \(override.value)") } else if author == nil {
                .lapse("\(target)")
            } else { .override("\(target) reset") }
        var change = Change(
            orders: next, content: content, aside: journal.aside, cause: cause, author: author,
            reason: prepared.override?.reason)
        change.successors = [id]
        let receipt: AuditReceipt?
        do throws(ConfigProblem) { receipt = try await carry(change, isOrder: true).receipt } catch {
            throw OverrideProblem(notCarried: error)
        }
        tell(id, prepared, next, author)
        return receipt
    }

    private func tell(_ id: String, _ prepared: Prepared, _ next: Orders, _ author: Author?) {
        var fields = [("id", id), ("version", next.survey.manifests[id]?.version ?? "?")]
        if let author { fields += author.fields }
        if let until = prepared.override?.until { fields.append(("until", "\(until)")) }
        if let reason = prepared.override?.reason { fields.append(("reason", reason)) }
        log.info(prepared.override == nil ? "unit of the host's folders runs again" : "unit replaced", fields)
    }

    private func outcome(
        of id: String, _ override: Override?, replacing oldVersion: String?, _ hasTakenOver: Bool,
        since start: Duration, within limit: Duration
    ) async -> ReplaceOutcome {
        let orders = orders
        let wants = orders?.wanted[id] != nil
        let at = clock.now
        // The previous life still answers its requests, and a module that failed is started again.
        let status = await registry.rest(of: id, within: limit)
        let state = status?.state ?? .off
        let view = orders.map { FeatureView(orders: $0, statuses: registry.statuses, uptime: clock.uptime) }
        return ReplaceOutcome(
            id: id, version: orders?.survey.manifests[id]?.version, previous: oldVersion, override: override,
            revision: counting,
            hasTakenOver: hasTakenOver, isDraining: await registry.lifecycle.hasPreviousRun(id), state: state,
            since: hasTakenOver ? at : status?.since ?? at, took: clock.uptime - start,
            why: view?.why.sentences(of: id) ?? [], isReached: state == (wants ? .active : .off))
    }

    // MARK: - Looking

    /// The folders of the copies that overrides name, if they are whole, and why the others can't be used.
    ///
    /// - Parameter ways: Where modules run by the configuration; code that runs in the host can't be replaced.
    func chosenUnits(
        _ overrides: Overrides, _ ways: [String: RunMode]
    ) async -> (folders: [String: String], lost: [String: String]) {
        var (folders, lost): ([String: String], [String: String]) = ([:], [:])
        for override in overrides.all {
            guard let name = override.unit else { continue }
            let id = override.target.name
            do throws(UnitProblem) {
                guard ways[id] != .host else { throw .inHost }
                folders[id] = try await units.whole(name, id)
            } catch { lost[id] = "\(error)" }
        }
        return (folders, lost)
    }
}

extension Diagnostics {
    /// The errors, each in one line.
    fileprivate var errorLines: [String] { list.filter { $0.severity == .error }.map(\.headline) }
}

extension LoadedFeature {
    /// Whether the collections of both differ, so that they can't have the same store open.
    fileprivate func keepsOtherwise(than other: LoadedFeature) -> Bool {
        let (mine, others) = (collections, other.collections)
        return !mine.isEmpty && !others.isEmpty && mine != others
    }

    /// The collections that it keeps, by name.
    private var collections: [String: CollectionLayout] {
        let layouts = entry.contracts.filter { $0.role == .keeps }.compactMap(\.collection)
        return Dictionary(layouts.map { ($0.name, $0) }) { first, _ in first }
    }
}
