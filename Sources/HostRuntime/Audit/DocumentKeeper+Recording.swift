@_spi(Hosting) internal import FeatureKit

/// Writes down what counts, and who wanted it.
extension DocumentKeeper {
    /// Makes sure that what an operator says can be written down, before it counts.
    func makeRoomToRecord() async throws(ConfigProblem) {
        do throws(AuditProblem) { try await audit.makeRoom() } catch { throw .notRecordable("\(error)") }
    }

    /// Hands over the record of a revision that counts; in turn.
    ///
    /// - Returns: Nil where it waits until the revision itself is on the disk.
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

    /// Hands over what could not be written down so far: of revisions that an earlier host left without a record, and of
    /// those that could not be kept; in turn.
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

    /// A crash may have come between a revision and its record.
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
            // Told first: what was between these revisions nobody will ever know.
            let words = "there were no records of \(owed) revisions: they were removed, or an older host wrote none"
            log.error("the audit begins anew", [("because", words)])
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
    /// - Throws: Where it can't be for now: what it tells of counts, and it is written later.
    nonisolated func waitForRecord(_ receipt: AuditReceipt?) async throws(AuditProblem) {
        guard let receipt else { return }
        do throws(AuditProblem) { try await receipt.wait() } catch {
            // Somebody has to try again.
            wakeFollowers()
            throw error
        }
    }

    /// Whether something counts that has no record yet.
    var owesRecords: Bool { !hasCaughtUp || !unrecorded.isEmpty || audit.standing.owes > 0 }

    /// Tries again to write down what counts.
    func recordWhatIsOwed() async {
        guard owesRecords else { return }
        await inTurn { await recordWhatWaits() }
        await audit.retry()
    }

    /// Holds the audit against itself, and against the history.
    package func verifyAudit(expecting hash: String?) async throws(AuditProblem) -> AuditVerdict {
        let (journal, waiting) = await inTurn { () async -> (Journal, Set<Int>) in
            await recordWhatWaits()
            return (self.journal, Set(unrecorded.compactMap(\.revision)))
        }
        return try await audit.verify(journal, but: waiting, expecting: hash, asHost: true)
    }
}

extension Journal {
    /// What a revision did to the overrides, where the index says it.
    fileprivate func changeOfOverrides(with revision: Revision) -> AuditEntry.Change? {
        guard let now = overrides(of: revision.number), let former = overrides(of: revision.number - 1) else {
            return nil
        }
        let content = RevisionContent()
        return AuditEntry.Change(former: content, now: content, overrides: (former, now))
    }

    private func overrides(of number: Int) -> Overrides? {
        outlines[number]?.overrides.inside.flatMap { try? Overrides($0) }
    }
}
