@_spi(Hosting) internal import FeatureKit
package import HostConfig

/// Changes of the configuration that operators ask for.
extension ConfigurationManager {
    /// How long an operator's request waits for the outcome of a change.
    static let patience = Duration.seconds(25)

    /// Plans what would change if these configuration files replaced the local ones.
    ///
    /// - Parameter texts: The configuration files, the weakest first.
    /// - Parameter role: The role of the caller; planning, too, opens libraries, asks addresses and reads secrets.
    package func plan(
        _ texts: [SourceText], as role: OperatorRole = .admin
    ) async throws(ConfigProblem) -> ChangePlan {
        try await inTurn { () async throws(ConfigProblem) in
            try check(standIn(texts), for: role)
            let checked = try await checkStrictly(await layers(with: texts), with: overrides)
            guard let orders = checked.orders else { throw .refused(checked.diagnostics) }
            return ChangePlan(from: self.orders, to: orders, lifecycle: await registry.lifecycle)
        }
    }

    /// Applies configuration files in place of the local ones, until the local ones change.
    ///
    /// - Parameters:
    ///   - texts: The configuration files, the weakest first.
    ///   - name: Their name in the history.
    ///   - limit: How long they stay active unless somebody confirms them; nil for good.
    ///   - role: The role of the author.
    ///   - expected: Which revision has to be active; nil for any.
    /// - Returns: The outcome, once the modules that it changes have settled or `patience` is over.
    package func apply(
        _ texts: [SourceText], named name: String, by author: Author, because reason: String?,
        confirmWithin limit: Duration?,
        as role: OperatorRole = .admin, on expected: RevisionMatch? = nil
    ) async throws(ConfigProblem) -> ChangeOutcome {
        let (carried, trial) = try await inTurn(on: expected) { () async throws(ConfigProblem) in
            try check(reason)
            try check(standIn(texts), for: role)
            let layers = await layers(with: texts)
            let checked = try await checkStrictly(layers, with: overrides)
            var target = content
            target.layers = layers
            target.take(checked.gathered)
            return try await stand(
                in: target, checked, cause: .apply(name), by: author, because: reason, confirmWithin: limit)
        }
        return try await outcome(of: carried, trial)
    }

    /// Applies the content of an earlier revision as a new revision.
    package func rollBack(
        to revision: Int, by author: Author, because reason: String?, confirmWithin limit: Duration?,
        as role: OperatorRole = .admin, on expected: RevisionMatch? = nil
    ) async throws(ConfigProblem) -> ChangeOutcome {
        let (carried, trial) = try await inTurn(on: expected) { () async throws(ConfigProblem) in
            try check(reason)
            var target = try await content(of: revision)
            try check(target.layers, for: role)
            // Overrides that have expired since stay expired, and replaced units stay as they are now.
            let overrides = try overrides(of: target, revision).lasting(at: clock.now).withUnits(of: self.overrides)
            target.overrides = overrides.value
            let checked = try await checkStrictly(target.layers, with: overrides, standingIn: target)
            return try await stand(
                in: target, checked, cause: .rollback(to: revision), by: author, because: reason, confirmWithin: limit)
        }
        return try await outcome(of: carried, trial)
    }

    /// Keeps a revision that would be rolled back otherwise.
    package func confirm(
        by author: Author, on expected: RevisionMatch? = nil
    ) async throws(ConfigProblem) -> Revision {
        let (revision, receipt) = try await inTurn(on: expected) { () async throws(ConfigProblem) in
            guard let confirmation = journal.confirmation,
                let revision = journal.revisions.first(where: { $0.number == confirmation.revision })
            else { throw .nothingToConfirm }
            var next = journal
            next.confirmation = nil
            try await makeRoomToRecord()
            try await keep(next, content, isOrder: true)
            remember(next)
            log.info("confirmed", [("revision", "\(revision.number)"), ("by", author.name)])
            let receipt = audit.owe(
                AuditEntry(
                    .confirm, of: "revision \(revision.number)", by: author, revision: revision.number, at: clock.now))
            return (revision, receipt)
        }
        try await acknowledge(receipt, revision)
        return revision
    }

    /// The content of a revision.
    package func content(of revision: Int) async throws(ConfigProblem) -> RevisionContent {
        if revision == journal.last?.number, revision != damagedLast { return content }
        return try await store.content(of: revision)
    }

    private func overrides(of content: RevisionContent, _ revision: Int) throws(ConfigProblem) -> Overrides {
        do throws(Overrides.FormatProblem) { return try Overrides(content.overrides) } catch {
            throw .unreadableRevision(revision, because: "its overrides can't be read")
        }
    }

    // MARK: - Steps of a change

    /// Runs `body` once all earlier changes are done, unless the host is stopping.
    ///
    /// - Parameter expected: Which revision has to be active; nil for any.
    private func inTurn<Result>(
        on expected: RevisionMatch?, _ body: () async throws(ConfigProblem) -> Result
    ) async throws(ConfigProblem) -> Result {
        try await inTurn { () async throws(ConfigProblem) in
            guard !isClosed, !Task.isCancelled else { throw .stopping }
            guard orders != nil else { throw .notStarted }
            if let expected, !expected.allows(counting) { throw .changedMeanwhile(now: counting) }
            return try await body()
        }
    }

    /// The layers with these local files and the active remote file, without asking any address.
    private func standIn(_ texts: [SourceText]) -> LayerTexts {
        LayerTexts(local: texts, remote: content.layers.remote)
    }

    /// Refuses changes that only admins may make, before anything that the files name is opened, asked or read.
    private func check(_ layers: LayerTexts, for role: OperatorRole) throws(ConfigProblem) {
        guard role < .admin else { return }
        let folder = folder
        let document = HostDocument(layers, folder: folder)
        if let diagnostics = document.unreadable { throw .refused(diagnostics) }
        let parts = HostDocument(content.layers, folder: folder).guardedParts(changedIn: document)
        guard parts.isEmpty else { throw .forbidden(parts: parts, for: role) }
    }

    private func check(_ reason: String?) throws(ConfigProblem) {
        guard reason?.unicodeScalars.count ?? 0 <= Overrides.longestReason else { throw .reasonTooLong }
    }

    /// The layers with these local files and the remote file that they name.
    private func layers(with texts: [SourceText]) async -> LayerTexts {
        var layers = LayerTexts(local: texts)
        guard let address = document(layers).remote(secrets: .host) else { return layers }
        await follower.askFirst([address], within: SourceFollower.patience)
        let known = content.layers.remote.flatMap { $0.name == address.shown ? $0 : nil }
        layers.remote = known
        if known == nil { layers.remote = await follower.text(of: address) }
        return layers
    }

    /// Checks a configuration that an operator asks for, and refuses it for any error.
    private func checkStrictly(
        _ layers: LayerTexts, with overrides: Overrides, standingIn target: RevisionContent? = nil
    ) async throws(ConfigProblem) -> Assessment {
        guard orders != nil else { throw .notStarted }
        let checked = await assess(layers, with: overrides, standingIn: target)
        // The author of new files can fix flags with errors; an earlier revision is applied as it was.
        let isClean = target != nil || !checked.hasInvalidFlags
        guard checked.orders != nil, checked.faults.isEmpty, isClean else { throw .refused(checked.diagnostics) }
        return checked
    }

    /// Applies a content in place of what the sources say.
    private func stand(
        in target: RevisionContent, _ checked: Assessment, cause: Revision.Cause, by author: Author,
        because reason: String?, confirmWithin limit: Duration?
    ) async throws(ConfigProblem) -> (Carried, Trial?) {
        guard let orders = checked.orders else { throw .refused(checked.diagnostics) }
        tell(checked.diagnostics)
        let (previousOrders, previous, statuses) = (self.orders, content, registry.statuses)
        let change = Change(
            orders: orders, content: target,
            aside: content.ignored(for: target, beside: journal.aside),
            cause: cause, author: author, reason: reason, gathered: checked.gathered, confirmWithin: limit,
            endsConfirmation: true)
        let carried = try await carry(change, isOrder: true)
        await follow(orders.document)
        if let revision = carried.revision {
            log.info(
                "\(cause.inWords)",
                [("revision", "\(revision.number)"), ("by", author.name)]
                    + (reason.map { [("reason", $0)] } ?? []))
        }
        let trial = await beginTrial(carried, from: previousOrders, previous, statuses)
        return (carried, trial)
    }

    /// Waits for the audit record of an operator's change, and throws if it can't be written.
    private func acknowledge(_ receipt: AuditReceipt?, _ revision: Revision?) async throws(ConfigProblem) {
        do throws(AuditProblem) { try await waitForRecord(receipt) } catch {
            throw .notRecorded(revision?.number ?? 0, because: "\(error)")
        }
    }

    private func outcome(of carried: Carried, _ trial: Trial?) async throws(ConfigProblem) -> ChangeOutcome {
        try await acknowledge(carried.receipt, carried.revision)
        await giveBackMemory()
        let end = await trial?.outcome(within: Self.patience, on: clock) ?? .settled
        let number = carried.revision?.number
        let confirmation = journal.confirmation.flatMap { number == nil || $0.revision == number ? $0 : nil }
        return ChangeOutcome(
            revision: carried.revision, plan: carried.plan, end: end, confirmation: confirmation,
            previous: carried.counting)
    }
}
