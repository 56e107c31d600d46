@_spi(Hosting) internal import FeatureKit

/// Records changes of the configuration in the audit log.
extension ConfigurationManager {
    /// Reserves space for the record of an operator's change, before the change is applied.
    func makeRoomToRecord() async throws(ConfigProblem) {
        do throws(AuditProblem) { try await audit.makeRoom() } catch { throw .notRecordable("\(error)") }
    }

    /// Records an active revision; called in turn.
    ///
    /// - Returns: Nil if the record waits until the revision itself is on disk.
    func record(_ revision: Revision, _ change: AuditEntry.Change) async -> AuditReceipt? {
        let entry = AuditEntry(revision, change)
        await recordWhatWaits()
        guard hasCaughtUp, !isUnkept else {
            unrecorded.append(entry)
            if unrecorded.count > AuditLimits.owed { unrecorded.removeFirst() }
            return nil
        }
        return audit.owe(entry)
    }

    /// Records what could not be recorded so far: revisions that an earlier host left without a record, and those that
    /// were not on disk; called in turn.
    func recordWhatWaits() async {
        if !hasCaughtUp {
            guard case .success(let through) = await audit.lastRevision() else { return }
            hasCaughtUp = true
            let later = Set(unrecorded.compactMap(\.revision))
            recordMissing(after: through ?? 0, but: later)
        }
        guard !isUnkept, !unrecorded.isEmpty else { return }
        for entry in unrecorded { _ = audit.owe(entry) }
        unrecorded = []
    }

    /// Records the revisions that have no record, as after a crash between writing both.
    private func recordMissing(after through: Int, but later: Set<Int>) {
        let journal = journal
        let kept = journal.revisions.filter { !later.contains($0.number) }
        let last = kept.last?.number ?? 0
        if through > last {
            var entry = AuditEntry(
                .historyLost, of: store.path, because: "the history ends with revision \(last)", revision: last,
                at: clock.now)
            entry.isLate = true
            _ = audit.owe(entry)
        }
        let owed = kept.count { $0.number <= inherited }
        if through == 0, owed > 0 {
            // Recorded first: what else happened between these revisions is lost.
            let words = "there were no records of \(owed) revisions: they were removed, or an older host wrote none"
            log.error("the audit log starts over", [("because", words)])
            _ = audit.owe(AuditEntry(.chainBroken, of: AuditFolder.name, because: words, at: clock.now))
        }
        var missing = 0
        for revision in kept where revision.number > through {
            var entry = AuditEntry(revision, journal.changeOfOverrides(with: revision))
            entry.isLate = true
            _ = audit.owe(entry)
            missing += 1
        }
        if missing > 0, through > 0 {
            log.warning("revisions had no record in the audit yet", [("revisions", "\(missing)")])
        }
    }

    /// Returns once a record is on the disk.
    ///
    /// - Throws: If it can't be written now; the change is active all the same, and its record is written later,
    ///   unless too many wait.
    nonisolated func waitForRecord(_ receipt: AuditReceipt?) async throws(AuditProblem) {
        guard let receipt else { return }
        do throws(AuditProblem) { try await receipt.wait() } catch {
            // `followConfirmations()` tries again.
            wakeFollowers()
            throw error
        }
    }

    /// Whether an active change has no record yet.
    var owesRecords: Bool { !hasCaughtUp || !unrecorded.isEmpty || audit.status.owes > 0 }

    /// Tries again to write the missing records.
    func recordWhatIsOwed() async {
        guard owesRecords else { return }
        await inTurn { await recordWhatWaits() }
        await audit.retry()
    }

    /// Verifies the audit log, and compares it with the history.
    package func verifyAudit(expecting hash: String?) async throws(AuditProblem) -> AuditVerdict {
        let (journal, waiting) = await inTurn { () async -> (Journal, Set<Int>) in
            await recordWhatWaits()
            return (self.journal, Set(unrecorded.compactMap(\.revision)))
        }
        return try await audit.verify(journal, but: waiting, expecting: hash, asHost: true)
    }
}

extension Journal {
    /// How a revision changed the overrides, if the index says it.
    fileprivate func changeOfOverrides(with revision: Revision) -> AuditEntry.Change? {
        guard let now = overrides(of: revision.number), let previous = overrides(of: revision.number - 1) else {
            return nil
        }
        let content = RevisionContent()
        return AuditEntry.Change(previous: content, now: content, overrides: (previous, now))
    }

    private func overrides(of number: Int) -> Overrides? {
        outlines[number]?.overrides.inside.flatMap { try? Overrides($0) }
    }
}
