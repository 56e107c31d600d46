@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// Operators' switches, on top of the document.
extension DocumentKeeper {
    /// Switches a feature, whatever the document says, or lets the document decide again.
    ///
    /// It lies on the disk before anything changes. The same once more changes nothing and is fine.
    ///
    /// - Parameters:
    ///   - id: The feature.
    ///   - isOn: What it shall be; nil lets the document decide.
    ///   - author: Who wants it.
    ///   - reason: Why, for those who wonder later.
    ///   - limit: How long to wait for the feature to get there.
    package func toggle(
        _ id: String, on isOn: Bool?, by author: Author, because reason: String?, within limit: Duration
    ) async throws(ToggleProblem) -> ToggleOutcome {
        let start = clock.uptime
        let change = try await makeChange(
            id, isOn.map { Toggle(isOn: $0, author: author, reason: reason, at: clock.now.toTheMillisecond) })
        // Others may switch while this waits.
        let status = await registry.rest(of: id, within: limit - (clock.uptime - start))
        let state = status?.state ?? .off
        let view = FeatureView(orders: change.orders, statuses: registry.statuses, uptime: clock.uptime)
        return ToggleOutcome(
            id: id, isOn: change.isOn, state: state, isReached: state == (change.isOn ? .active : .off),
            took: clock.uptime - start, stops: change.plan.stops, starts: change.plan.starts,
            why: view.why.sentences(of: id))
    }

    private struct Switched {
        let orders: Orders
        let plan: TogglePlan
        let isOn: Bool
    }

    private func makeChange(_ id: String, _ toggle: Toggle?) async throws(ToggleProblem) -> Switched {
        let turn = await takeTurn()
        defer { turn.raise() }
        guard !isClosed, !Task.isCancelled else { throw .stopping }
        guard var orders = orders else { throw .notStarted }
        var toggles = orders.toggles
        let isNews = toggle.map { !$0.means(toggles[id]) } ?? (toggles[id] != nil)
        if isNews { toggles[id] = toggle }
        // What nobody has asked for yet may lie in its folder since a minute ago, and its library is not open.
        if toggle?.isOn == true, orders.shape(of: id) == nil {
            let (seen, diagnostics, _) = await look(at: content.layers, with: toggles)
            tell(diagnostics)
            guard let seen else { throw .documentUnusable }
            orders = seen.with(orders.toggles)
        }
        try check(id, toggle, orders)
        guard toggles.count <= Toggles.most else { throw .tooMany }
        let sources = orders.plan?.sources ?? self.orders?.plan?.sources ?? []
        orders = orders.with(toggles)
        orders = orders.meaning(await flags.plan(orders, sources))
        let plan = TogglePlan(
            switching: id, on: orders.wants(id), needs: orders.survey.manifests.mapValues { Set($0.needs) },
            states: Dictionary(uniqueKeysWithValues: registry.statuses.map { ($0.id, $0.state) }),
            wanted: Set(orders.wanted.keys))
        try await carry(orders, id, toggle)
        if isNews { tellToggled(id, toggle) }
        // What is switched on and can't be had is not what its operator wants.
        return Switched(orders: orders, plan: plan, isOn: toggle?.isOn ?? orders.wants(id))
    }

    /// Whether a feature can be switched that way.
    private func check(_ id: String, _ toggle: Toggle?, _ orders: Orders) throws(ToggleProblem) {
        guard orders.survey.folders[id] != nil else {
            // What is gone can still be forgotten.
            if toggle == nil, orders.toggles[id] != nil { return }
            throw .unknown(id, nearest: Suggestion.closest(to: id, in: orders.survey.folders.keys.sorted()))
        }
        guard let toggle else { return }
        guard toggle.reason?.unicodeScalars.count ?? 0 <= Toggles.longestReason else { throw .reasonTooLong }
        guard !orders.isLocked(id) else { throw .locked(id) }
        guard toggle.isOn else { return }
        if let breakage = orders.survey.broken[id] { throw .broken(id, reason: breakage.reason) }
        if orders.lacksSettings(id) {
            throw .noSettings(
                id, missing: orders.shape(of: id).map { $0.problems(in: $0.completed([:])).map(\.description) } ?? [])
        }
    }

    private func carry(_ orders: Orders, _ id: String, _ toggle: Toggle?) async throws(ToggleProblem) {
        var next = content
        next.overrides = orders.toggles.value
        let change = Change(
            orders: orders, content: next, aside: journal.aside, cause: .override("features/\(id)/enabled"),
            author: toggle?.author, reason: toggle?.reason)
        do throws(ConfigProblem) { try await carry(change, isOrder: true) } catch {
            guard case .notWritten(let path, let error) = error else { return }
            throw .notWritten(path: path, because: error)
        }
    }

    private func tellToggled(_ id: String, _ toggle: Toggle?) {
        guard let toggle else { return log.info("toggle reset", [("id", id)]) }
        let fields = [
            ("id", id), ("on", "\(toggle.isOn)"), ("by", toggle.author.name), ("uid", "\(toggle.author.user)"),
        ]
        log.info("toggled", fields + (toggle.reason.map { [("reason", $0)] } ?? []))
    }
}
