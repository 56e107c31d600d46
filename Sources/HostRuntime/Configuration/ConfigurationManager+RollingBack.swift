@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// Rolls back changes that fail, and those that nobody confirms.
extension ConfigurationManager {
    /// The longest wait before the time is read again, since the system clock may be set.
    static let longestNap = Duration.seconds(30)

    /// Begins the trial of a change: the modules that it starts and reconfigures have to become active.
    ///
    /// - Returns: Nil if no module has to become active.
    func beginTrial(
        _ carried: Carried, from previousOrders: Orders?, _ previous: RevisionContent, _ statuses: [FeatureStatus]
    ) async -> Trial? {
        guard let revision = carried.revision, let previousOrders, let orders,
            let last = journal.revisions.dropLast().last?.number
        else { return nil }
        let earlier = trial
        let requirements = StartupCheck(
            revision: revision.number, earlierRevision: last, from: previousOrders.wanted, to: orders.wanted,
            needs: orders.survey.manifests.mapValues { Set($0.needs) }, statuses: statuses,
            upgraded: orders.madeOtherwise(than: previousOrders), earlier: earlier?.startupCheck)
        earlier?.finish(.trying)
        trial = nil
        guard !requirements.touched.isEmpty else { return nil }
        let switchedOff = previousOrders.survey.folders.keys.filter {
            previousOrders.documentSays(of: $0) == true && orders.documentSays(of: $0) != true
        }
        let next = Trial(
            requirements, change: content, previous: earlier?.previous ?? previous,
            switchedOff: (earlier?.switchedOff ?? []).union(switchedOff)
                .filter { orders.documentSays(of: $0) != true })
        trial = next
        begin.yield(next)
        return next
    }

    /// Rolls back changes that fail their trial, until it is cancelled.
    package nonisolated func followTrials() async {
        for await trial in trials {
            // The registry settles every module within its own limits.
            for id in trial.startupCheck.touched.sorted() {
                _ = await registry.rest(of: id, within: Trial.longest)
            }
            await judge(trial)
        }
    }

    private func judge(_ trial: Trial) async {
        await inTurn {
            // A cancelled task has not waited for the modules, so it can't judge them.
            guard self.trial === trial, !isClosed, !Task.isCancelled, let orders else { return }
            self.trial = nil
            let failures = trial.startupCheck.failures(registry.statuses, wanted: Set(orders.wanted.keys))
            guard !failures.isEmpty else { return trial.finish(.settled) }
            let number = trial.startupCheck.revision
            guard
                let revision = await goBack(
                    from: number, trial.change, to: trial.startupCheck.earlierRevision, trial.previous,
                    retaining: trial.switchedOff, because: failures)
            else { return trial.finish(.trying) }
            trial.finish(.goneBack(reasons: failures, to: revision))
        }
    }

    /// Rolls back a change, except that what it switched off stays off.
    ///
    /// - Returns: The revision that is active now; nil if the change could not be rolled back.
    private func goBack(
        from number: Int, _ change: RevisionContent, to earlierRevision: Int, _ previous: RevisionContent,
        retaining off: Set<String>, because reasons: [String]
    ) async -> Int? {
        var target = content.undoing(change, since: previous)
        if !off.isEmpty { target.layers.retained = .retaining(off, since: number) }
        let checked = await assess(target.layers, with: overrides, standingIn: target, isGoingBack: true)
        guard let orders = checked.orders else {
            tell(checked.diagnostics)
            log.error(
                "revision \(number) failed, and the configuration before it can't be used any more",
                [("because", reasons.joined(separator: "; "))])
            return nil
        }
        let back = Change(
            orders: orders, content: target, aside: content.ignored(for: target, beside: journal.aside),
            cause: .goneBack(from: number), reason: reasons.joined(separator: "; "), gathered: checked.gathered,
            // A pending confirmation of an earlier revision stays pending.
            endsConfirmation: journal.confirmation.map { $0.revision > earlierRevision } ?? false)
        let now = journal.last?.number
        // Not an order: a full disk does not prevent the rollback, unless splits would divide people differently.
        let carried: Carried
        do throws(ConfigProblem) { carried = try await carry(back, isOrder: false) } catch {
            log.error(
                "revision \(number) failed, and can't be rolled back",
                [("because", reasons.joined(separator: "; ")), ("error", "\(error)")])
            return nil
        }
        await follow(orders.document)
        let counting = carried.revision?.number ?? now ?? 0
        log.error(
            "rolled back revision \(number)",
            [("revision", "\(counting)"), ("because", reasons.joined(separator: "; "))])
        return counting
    }

    // MARK: - Confirmations

    /// Rolls back changes that nobody confirms in time, until it is cancelled.
    package func followConfirmations() async {
        while !Task.isCancelled {
            let (confirmation, news) = posted.withLock { ($0.journal.confirmation, $0.deadlines) }
            await keepWhatIsUnkept()
            if orders != nil { await recordWhatIsOwed() }
            guard let confirmation, orders != nil else {
                if isUnkept || owesRecords {
                    _ = try? await news.wait(until: clock.uptime + Self.longestNap, on: clock)
                } else {
                    await news.wait()
                }
                continue
            }
            let rest = Duration.nanoseconds(confirmation.until.nanoseconds - clock.now.nanoseconds)
            guard rest > .zero else {
                await expire(confirmation)
                continue
            }
            _ = try? await news.wait(until: clock.uptime + min(rest, Self.longestNap), on: clock)
        }
    }

    /// Tries again to write the configuration that could not be written before.
    private func keepWhatIsUnkept() async {
        guard isUnkept else { return }
        await inTurn {
            guard isUnkept, (try? await store.commit(journal, content)) != nil else { return }
            (hasKept, isUnkept) = (true, false)
            await recordWhatWaits()
            log.info("what counts is kept again", [("file", store.path)])
        }
    }

    private func expire(_ confirmation: Confirmation) async {
        await inTurn {
            guard journal.confirmation == confirmation, !isClosed else { return }
            do throws(ConfigProblem) {
                let change = try await content(of: confirmation.revision)
                let previous = try await content(of: confirmation.formerly)
                let reason = "nobody confirmed it by \(confirmation.until.toTheMillisecond)"
                // Later changes may have replaced all of it, so that there is nothing to roll back.
                if content.undoing(change, since: previous) != content,
                    await goBack(
                        from: confirmation.revision, change, to: confirmation.formerly, previous, retaining: [],
                        because: [reason]) != nil
                {
                    return
                }
            } catch { log.error("an unconfirmed revision stays", [("error", "\(error)")]) }
            // Trying again would not help.
            var next = journal
            next.confirmation = nil
            try? await keep(next, content, isOrder: false)
            remember(next)
        }
    }

    /// At a start, rolls back a change whose time to be confirmed ended while the host was down.
    func goBackIfUnconfirmed() async {
        guard let confirmation = journal.confirmation, confirmation.until <= clock.now else { return }
        do throws(ConfigProblem) {
            let change = try await content(of: confirmation.revision)
            let previous = try await content(of: confirmation.formerly)
            let target = content.undoing(change, since: previous)
            var next = journal
            next.aside = content.ignored(for: target, beside: next.aside)
            let overrides = (try? Overrides(target.overrides)) ?? overrides
            if let orders = await look(at: target.layers, with: overrides).orders {
                next.rememberLocked(orders)
            }
            next.confirmation = nil
            let reason = "nobody confirmed it by \(confirmation.until.toTheMillisecond)"
            let revision = next.append(
                store.outline(of: target), at: clock.now.toTheMillisecond, by: nil, because: reason,
                cause: .goneBack(from: confirmation.revision), summary: "")
            try await keep(next, target, isOrder: false)
            let moved = AuditEntry.Change(
                previous: content, now: target, overrides: (self.overrides, overrides))
            content = target
            remember(next)
            try? await waitForRecord(await record(revision, moved))
            log.error("rolled back revision \(confirmation.revision)", [("because", reason)])
        } catch { log.error("an unconfirmed revision stays", [("error", "\(error)")]) }
    }
}

extension Trial {
    /// The longest wait for a module to settle, which is longer than the registry takes.
    static let longest = Duration.seconds(300)
}

extension SourceText {
    /// A configuration file that keeps off what a change switched off, although the change was rolled back.
    fileprivate static func retaining(_ ids: Set<String>, since revision: Int) -> SourceText {
        let lines = ids.sorted().map { "  \(Value.text($0).json): { enabled: false }\n" }
        return SourceText(
            name: "what revision \(revision) switched off", bytes: Array(("features:\n" + lines.joined()).utf8))
    }
}
