@_spi(Hosting) internal import FeatureKit
package import HostConfig

/// What operators do with documents.
extension DocumentKeeper {
    /// How long an operator waits to hear what became of a change.
    static let patience = Duration.seconds(25)

    /// Says what documents would change that stood in for the local layer.
    ///
    /// - Parameter texts: The weakest first.
    /// - Parameter role: Whose question it is: planning, too, opens libraries, asks addresses and reads secrets.
    package func plan(
        _ texts: [SourceText], as role: OperatorRole = .admin
    ) async throws(ConfigProblem) -> ChangePlan {
        try await inTurn { () async throws(ConfigProblem) in
            try check(standIn(texts), for: role)
            let weighed = try await weighChecked(await layers(with: texts), with: overrides)
            guard let orders = weighed.orders else { throw .refused(weighed.diagnostics) }
            return ChangePlan(from: self.orders, to: orders, lifecycle: await registry.lifecycle)
        }
    }

    /// Lets documents stand in for the local layer until the files there change.
    ///
    /// - Parameters:
    ///   - texts: The weakest first.
    ///   - name: What the history calls them.
    ///   - limit: How long they count unless somebody confirms it; nil for good.
    ///   - role: How far its author may go.
    ///   - expected: On which revisions it may build; nil for whichever counts.
    /// - Returns: Once what it moves has come to rest, or has had a while for it.
    package func apply(
        _ texts: [SourceText], named name: String, by author: Author, because reason: String?,
        confirmWithin limit: Duration?,
        as role: OperatorRole = .admin, on expected: RevisionMatch? = nil
    ) async throws(ConfigProblem) -> ChangeOutcome {
        let (carried, trial) = try await inTurn(on: expected) { () async throws(ConfigProblem) in
            try check(reason)
            try check(standIn(texts), for: role)
            let layers = await layers(with: texts)
            let weighed = try await weighChecked(layers, with: overrides)
            var target = content
            target.layers = layers
            target.take(weighed.gathered)
            return try await stand(
                in: target, weighed, cause: .apply(name), by: author, because: reason, confirmWithin: limit)
        }
        return try await outcome(of: carried, trial)
    }

    /// Makes what a revision said count again.
    package func rollBack(
        to revision: Int, by author: Author, because reason: String?, confirmWithin limit: Duration?,
        as role: OperatorRole = .admin, on expected: RevisionMatch? = nil
    ) async throws(ConfigProblem) -> ChangeOutcome {
        let (carried, trial) = try await inTurn(on: expected) { () async throws(ConfigProblem) in
            try check(reason)
            var target = try await content(of: revision)
            try check(target.layers, for: role)
            // What has lapsed since does not come back, and code is replaced in another way.
            let overrides = try overrides(of: target, revision).lasting(at: clock.now).withUnits(of: self.overrides)
            target.overrides = overrides.value
            let weighed = try await weighChecked(target.layers, with: overrides, standingIn: target)
            return try await stand(
                in: target, weighed, cause: .rollback(to: revision), by: author, because: reason, confirmWithin: limit)
        }
        return try await outcome(of: carried, trial)
    }

    /// Lets what counts for a while only count for good.
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

    /// What a revision held.
    package func content(of revision: Int) async throws(ConfigProblem) -> RevisionContent {
        if revision == journal.last?.number { return content }
        return try await store.content(of: revision)
    }

    private func overrides(of content: RevisionContent, _ revision: Int) throws(ConfigProblem) -> Overrides {
        do throws(Overrides.Illegible) { return try Overrides(content.overrides) } catch {
            throw .illegibleRevision(revision, because: "its overrides can't be read")
        }
    }

    // MARK: - On the way

    /// Does something once whoever came before is done, unless the host stops.
    ///
    /// - Parameter expected: On which revisions it may build.
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

    /// What documents would stand in for, as far as that can be told without asking anybody.
    private func standIn(_ texts: [SourceText]) -> LayerTexts {
        LayerTexts(local: texts, remote: content.layers.remote)
    }

    /// Refuses documents that change what only admins may; before anything of them is opened, asked or read.
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

    /// What would count if documents stood in for the local ones, with the remote one that they name.
    private func layers(with texts: [SourceText]) async -> LayerTexts {
        var layers = LayerTexts(local: texts)
        guard let address = document(layers).remote(secrets: .host) else { return layers }
        await follower.askFirst([address], within: SourceFollower.patience)
        let known = content.layers.remote.flatMap { $0.name == address.shown ? $0 : nil }
        layers.remote = known
        if known == nil { layers.remote = await follower.text(of: address) }
        return layers
    }

    /// Weighs what an operator hands over: whoever looks on while it is refused need not be spared.
    private func weighChecked(
        _ layers: LayerTexts, with overrides: Overrides, standingIn target: RevisionContent? = nil
    ) async throws(ConfigProblem) -> Weighed {
        guard orders != nil else { throw .notStarted }
        let weighed = await weigh(layers, with: overrides, standingIn: target)
        // Who hands over a document can mend it; what counted once counts again as it did.
        let isClean = target != nil || !weighed.hasSpoiltFlags
        guard weighed.orders != nil, weighed.faults.isEmpty, isClean else { throw .refused(weighed.diagnostics) }
        return weighed
    }

    /// Makes a content count in the place of what sources say.
    private func stand(
        in target: RevisionContent, _ weighed: Weighed, cause: Revision.Cause, by author: Author,
        because reason: String?, confirmWithin limit: Duration?
    ) async throws(ConfigProblem) -> (Carried, Trial?) {
        guard let orders = weighed.orders else { throw .refused(weighed.diagnostics) }
        tell(weighed.diagnostics)
        let (formerOrders, former, statuses) = (self.orders, content, registry.statuses)
        let change = Change(
            orders: orders, content: target,
            aside: content.standingAside(for: target, beside: journal.aside),
            cause: cause, author: author, reason: reason, gathered: weighed.gathered, confirmWithin: limit,
            endsConfirmation: true)
        let carried = try await carry(change, isOrder: true)
        await follow(orders.document)
        if let revision = carried.revision {
            log.info(
                "\(cause.inWords)",
                [("revision", "\(revision.number)"), ("by", author.name)]
                    + (reason.map { [("reason", $0)] } ?? []))
        }
        let trial = await beginTrial(carried, from: formerOrders, former, statuses)
        return (carried, trial)
    }

    /// Waits for the record of what an operator said, and says where there is none.
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
            former: carried.counting)
    }
}
