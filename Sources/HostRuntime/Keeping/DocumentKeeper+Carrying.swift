@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// Changes on their way to counting.
extension DocumentKeeper {
    /// A change that was checked and may count.
    struct Change {
        /// What is to count, with its flags.
        let orders: Orders
        /// The same as it was written.
        let content: RevisionContent
        /// The sources that stand aside from now on.
        var aside: [SourceUnit: String]
        let cause: Revision.Cause
        var author: Author?
        var reason: String?
        /// Nil where the sources of flags were not looked at.
        var gathered: GatheredFlags?
        /// How long it counts unless somebody confirms it.
        var confirmWithin: Duration?
        /// Whether what waits for a word does not wait for it any more.
        var endsConfirmation = false
        /// The features that run from another unit from now on.
        var successors: Set<String> = []
    }

    /// What a change became.
    struct Carried {
        /// Nil where nothing is different.
        let revision: Revision?
        let plan: ChangePlan
        /// What counts with it.
        var counting: Int?
        /// What becomes of its record; nil where there is none, or where it waits for the disk.
        var receipt: AuditReceipt?
    }

    /// Has a change on the disk, and then lets it count.
    ///
    /// - Parameter isOrder: Whether an operator asked for it, and is to hear that it could not be kept; what a source says
    ///   counts all the same where only the revision could not be written down.
    @discardableResult
    func carry(_ change: Change, isOrder: Bool) async throws(ConfigProblem) -> Carried {
        guard let flagPlan = change.orders.plan else { return Carried(revision: nil, plan: ChangePlan()) }
        let plan = ChangePlan(from: orders, to: change.orders, lifecycle: await registry.lifecycle)
        var next = journal
        // Of several that nobody has confirmed the first one's predecessor is what somebody knew to do.
        let formerly = next.confirmation?.formerly ?? next.last?.number
        var revision: Revision?
        if change.content != content || next.last == nil {
            revision = next.append(
                store.outline(of: change.content), at: clock.now.toTheMillisecond, by: change.author,
                because: change.reason, cause: change.cause, summary: plan.summary)
        }
        next.aside = change.aside
        next.rememberLocked(change.orders)
        if change.endsConfirmation, revision != nil { next.confirmation = nil }
        // What waits already, and is said once more, waits from now on.
        if let limit = change.confirmWithin, let number = revision?.number ?? next.confirmation?.revision, let formerly
        {
            next.confirmation = Confirmation(
                revision: number, formerly: formerly, until: clock.now.toTheMillisecond.advanced(by: limit))
        }
        next.history = await flags.history(after: flagPlan)
        if isOrder, revision != nil { try await makeRoomToRecord() }
        let moved = AuditEntry.Change(
            former: content, now: change.content, overrides: (overrides, change.orders.overrides))
        try await keep(next, change.content, isOrder: isOrder)
        remember(next)
        content = change.content
        var receipt: AuditReceipt?
        if let revision { receipt = await record(revision, moved) }
        await flags.goBy(flagPlan, change.gathered)
        carryOut(change.orders, takingOver: change.successors)
        // Who asked waits once others may have their turn, so that several share one write.
        if !isOrder { try? await waitForRecord(receipt) }
        return Carried(revision: revision, plan: plan, counting: next.last?.number, receipt: receipt)
    }

    /// Has the journal on the disk.
    ///
    /// How splits divide people must outlast the process, or they would be divided anew; so where that changes, what
    /// can't be kept does not count, unless nothing counted before.
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

    /// Gives back what reading big documents took, once others have their turn.
    func giveBackMemory() async {
        let bytes = content.byteCount
        guard bytes >= MemoryArenas.leastWorthwhile else { return }
        _ = try? await OwnedThread.run("memory") { MemoryArenas.giveBack(afterReading: bytes) }
    }
}
