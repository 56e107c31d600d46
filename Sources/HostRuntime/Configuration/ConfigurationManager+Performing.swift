@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// Writes checked changes to disk and makes them active.
extension ConfigurationManager {
    /// A checked change that is ready to be applied.
    struct Change {
        /// The orders to make active, with their flags.
        let orders: Orders
        /// The same configuration in its original text.
        let content: RevisionContent
        /// The sources that are ignored after this change, with the digest of their content.
        var aside: [SourceUnit: String]
        let cause: Revision.Cause
        var author: Author?
        var reason: String?
        /// Nil if the sources of flags were not read.
        var gathered: GatheredFlags?
        /// How long it stays active unless somebody confirms it; nil for good.
        var confirmWithin: Duration?
        /// Whether the change ends a pending confirmation.
        var endsConfirmation = false
        /// The modules that run from another unit after this change.
        var successors: Set<String> = []
    }

    /// The result of a change.
    struct Carried {
        /// Nil if the content did not change.
        let revision: Revision?
        let plan: ChangePlan
        /// The number of the active revision after the change.
        var counting: Int?
        /// The receipt of its audit record; nil if there is none, or if it waits until the revision is on disk.
        var receipt: AuditReceipt?
    }

    /// Writes a change to disk and then makes it active.
    ///
    /// - Parameter isOrder: Whether an operator asked for the change, who then gets an error if it can't be written.
    ///   Any other change becomes active all the same, unless it alters how splits divide people; see `keep`.
    @discardableResult
    func carry(_ change: Change, isOrder: Bool) async throws(ConfigProblem) -> Carried {
        guard let flagPlan = change.orders.plan else { return Carried(revision: nil, plan: ChangePlan()) }
        let plan = ChangePlan(from: orders, to: change.orders, lifecycle: await registry.lifecycle)
        var next = journal
        // If several revisions are unconfirmed, the one before the first of them is the last that is known to work.
        let previous = next.confirmation?.formerly ?? next.last?.number
        var revision: Revision?
        if change.content != content || next.last == nil {
            revision = next.append(
                store.outline(of: change.content), at: clock.now.toTheMillisecond, by: change.author,
                because: change.reason, cause: change.cause, summary: plan.summary)
        }
        next.aside = change.aside
        next.rememberLocked(change.orders)
        if change.endsConfirmation, revision != nil { next.confirmation = nil }
        // Applying an unconfirmed revision once more starts its confirmation period again.
        if let limit = change.confirmWithin, let number = revision?.number ?? next.confirmation?.revision, let previous
        {
            next.confirmation = Confirmation(
                revision: number, formerly: previous, until: clock.now.toTheMillisecond.advanced(by: limit))
        }
        next.history = await flags.history(after: flagPlan)
        if isOrder, revision != nil { try await makeRoomToRecord() }
        let moved = AuditEntry.Change(
            previous: content, now: change.content, overrides: (overrides, change.orders.overrides))
        try await keep(next, change.content, isOrder: isOrder)
        remember(next)
        content = change.content
        var receipt: AuditReceipt?
        if let revision { receipt = await record(revision, moved) }
        await flags.goBy(flagPlan, change.gathered)
        perform(change.orders, takingOver: change.successors)
        // An operator's change waits for its record after its turn, so that several records share one write.
        if !isOrder { try? await waitForRecord(receipt) }
        return Carried(revision: revision, plan: plan, counting: next.last?.number, receipt: receipt)
    }

    /// Writes the journal to disk.
    ///
    /// An operator's change that can't be written is refused. So is any change of how splits divide people, which has
    /// to survive a restart, unless nothing has been written since the start.
    func keep(_ next: Journal, _ content: RevisionContent, isOrder: Bool) async throws(ConfigProblem) {
        guard next != journal || isUnkept else { return }
        do throws(SystemError) {
            try await store.commit(next, content == self.content && !isUnkept ? nil : content)
            hasKept = true
            isUnkept = false
        } catch {
            guard !isOrder, !hasKept || next.history.allocations == journal.history.allocations else {
                throw .notWritten(path: store.path, because: error)
            }
            isUnkept = true
            log.warning(
                "what counts can't be kept; a restart may go back to what counted before",
                [("file", store.path), ("error", "\(error)")])
        }
    }

    /// Returns the memory that reading large configuration files took; called after the turn.
    func giveBackMemory() async {
        let bytes = content.byteCount
        guard bytes >= MemoryArenas.leastWorthwhile else { return }
        _ = try? await OwnedThread.run("memory") { MemoryArenas.giveBack(afterReading: bytes) }
    }
}
