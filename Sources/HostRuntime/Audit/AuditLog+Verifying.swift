@_spi(Hosting) internal import FeatureKit
internal import HostSystem

/// Verifies the whole chain.
extension AuditLog {
    /// Verifies the chain of all records, and compares it with the revisions that are kept.
    ///
    /// - Parameters:
    ///   - waiting: The revisions that have no record yet.
    ///   - hash: A hash that has to be in the chain.
    ///   - isHost: Whether the host verifies its own audit log, and therefore reports what is wrong, once: in its log,
    ///     in its readiness and in a record.
    package func verify(
        _ journal: Journal, but waiting: Set<Int> = [], expecting hash: String? = nil, asHost isHost: Bool = false
    ) async throws(AuditProblem) -> AuditVerdict {
        await rest()
        let (known, owed) = state.withLock { state in
            (state.last, Set(state.waiting.compactMap { $0.entry.seal == nil ? nil : $0.entry.revision }))
        }
        let outcome: Result<Verified, AuditProblem>
        do throws(SystemError) {
            outcome = try await OwnedThread.run("audit-verify") { [self] in
                Result { () throws(AuditProblem) in
                    try verifyNow(HistoryWalk(journal, but: waiting.union(owed)), known, expecting: hash)
                }
            }
        } catch { throw .unreadable(path: folder.path, because: error) }
        let verified = try outcome.get()
        if let broken = verified.broken, broken.kind == .chain || isHost, note(broken), isHost, !broken.isTold {
            await record(broken)
        }
        return verified.verdict
    }

    private func verifyNow(
        _ history: HistoryWalk, _ known: Int?, expecting hash: String?
    ) throws(AuditProblem) -> Verified {
        var (walk, history) = (AuditWalk(after: nil, nil), history)
        var verdict = AuditVerdict()
        var start: (file: String, place: AuditLine.Place)?
        /// The problems that records report already.
        var told: Set<String> = []
        /// The numbers of the last records of removed files, by the hash of that record.
        var dropped: [String: Int] = [:]
        var expected = hash.map { $0 == AuditLine.nothing }
        for (file, count) in try files() {
            guard let bytes = try AuditBytes.open(folder.path(of: file)) else { continue }
            walk.begin(file.name)
            var isFirst = true
            try bytes.forEachLine(upTo: try bytes.count(known: count)) { piece throws(AuditProblem) in
                switch piece {
                case .rest(_, let rest): walk.note(.cutOff(bytes: rest.count), at: walk.number ?? 0)
                case .tooLong: walk.take(nil)
                case .whole(let line):
                    guard let place = walk.take(line) else { return }
                    if isFirst, place.number != file.first {
                        walk.note(.outOfPlace(instead: file.first), at: place.number)
                    }
                    isFirst = false
                    if start == nil {
                        start = (file.name, place)
                        verdict.since = AuditLine.members(line)?.text("at")
                    }
                    if place.hash == hash { expected = true }
                    if let what = AuditLine.toldBreak(line) { told.insert(what) }
                    guard AuditLine.action(line).map(Self.compared.contains) ?? false,
                        let record = AuditLine.members(line)
                    else { return }
                    if AuditLine.tells(.fileDropped, line), let hash = record["after"]?.text("hash"),
                        case .integer(let last)? = record["after"]?["last"]
                    {
                        dropped[hash] = Int(last)
                    }
                    history.take(record, place.number)
                }
            }
        }
        var broken = walk.problem
        if let start,
            start.place.number == 1
                ? start.place.previous != AuditLine.nothing : dropped[start.place.previous] != start.place.number - 1
        {
            broken = AuditWalk.Break(file: start.file, number: start.place.number, fault: .missingBefore)
        }
        if let known, known > walk.number ?? 0, broken == nil {
            broken = .init(file: AuditFolder.name, number: walk.number ?? 0, fault: .lastMissing(until: known))
        }
        verdict.records = walk.records
        (verdict.first, verdict.last, verdict.hash) = (start?.place.number, walk.number, walk.previous)
        verdict.hasExpected = expected
        verdict.problem = broken.map { "\($0)" } ?? history.problem
        let found = verdict.problem.map { what in
            AuditStatus.Broken(kind: broken == nil ? .history : .chain, what: what, isTold: told.contains(what))
        }
        if verdict.problem == nil, expected == false {
            verdict.problem = "the chain does not hold the hash that was asked for"
        }
        return Verified(verdict: verdict, broken: found)
    }

    private struct Verified {
        let verdict: AuditVerdict
        /// What is wrong with the records; a missing expected hash concerns only the caller.
        let broken: AuditStatus.Broken?
    }

    /// The actions whose records are parsed and compared.
    private static let compared: Set<AuditAction> = [
        .start, .document, .flags, .override, .reset, .lapse, .apply, .rollback, .goneBack, .replace, .fileDropped,
        .historyLost,
    ]

    /// Notes what is wrong, and returns whether nothing was before.
    private func note(_ broken: AuditStatus.Broken) -> Bool {
        let isNews = state.withLock { state in
            guard state.status.broken == nil else { return false }
            state.status.broken = broken
            return true
        }
        if isNews {
            switch broken.kind {
            case .chain: log?.error("the audit's chain is broken", [("because", broken.what)])
            case .history: log?.error("the audit and the history disagree", [("because", broken.what)])
            }
        }
        return isNews
    }

    private func record(_ broken: AuditStatus.Broken) async {
        let action = broken.kind == .chain ? AuditAction.chainBroken : .historyDiffers
        let entry = AuditEntry(action, of: AuditFolder.name, because: broken.what, at: clock.now)
        do throws(AuditProblem) { try await add(entry) } catch {
            log?.error("that can't be written to the audit itself", [("because", "\(error)")])
        }
    }
}
