@_spi(Hosting) package import FeatureKit
internal import Glibc
internal import HostSystem

/// The audit log: a chain of records in the state folder that says what was done, and by whom.
///
/// One thread writes the entries in their order, and ends when none is left; entries that arrive during a write share
/// the next one.
package final class AuditLog: Sendable {
    struct Waiting {
        let entry: AuditEntry
        let receipt: AuditReceipt
        /// Whether the action has happened already, so that its record has to be written some time.
        let isOwed: Bool
    }

    struct State {
        var waiting: [Waiting] = []
        /// How many of them, from the first, the thread is writing right now.
        var beingWritten = 0
        /// Whether a thread is writing.
        var isWriting = false
        /// Raised when no thread is writing any more.
        var atRest = Signal()
        /// How many past actions were dropped without a record.
        var lost = 0
        /// How many bytes are reserved on disk.
        var room = 0
        var status = AuditStatus()
        /// The file and the offset up to which readers may read.
        var end: (file: AuditFolder.File, count: Int)?
        /// The number of the last record.
        var last: Int?
    }

    let folder: AuditFolder
    let clock: any ClockSource
    let log: Log?
    let state = Lock(State())
    /// Held while the disk works, so it is taken only on threads that may block.
    private let writer: Lock<AuditWriter>

    /// - Parameter state: The state folder.
    package convenience init(state: String, clock: any ClockSource = SystemClock(), log: Log? = nil) {
        self.init(state: state, clock: clock, log: log, disk: LocalAuditDisk(), limits: .init())
    }

    init(
        state: String, clock: any ClockSource, log: Log?, disk: any AuditDisk, limits: AuditWriter.Limits
    ) {
        folder = AuditFolder(state: state)
        self.clock = clock
        self.log = log
        writer = Lock(AuditWriter(folder, disk, limits))
    }

    /// The state of the audit log, for readiness.
    package var status: AuditStatus { state.withLock { $0.status } }

    // MARK: - Writing

    /// Records an action before or after it happens; the record is on disk once this returns.
    ///
    /// - Throws: If it could not be written; then there is no record, and the action must not happen.
    package func add(_ entry: AuditEntry) async throws(AuditProblem) {
        let isFull = state.withLock { $0.waiting.count >= AuditLimits.waiting }
        guard !isFull else { throw .tooMany(AuditLimits.waiting) }
        try await handOver(entry, isOwed: false).wait()
    }

    /// Records an action that has happened already, as soon as there is space for the record.
    func owe(_ entry: AuditEntry) -> AuditReceipt { handOver(entry, isOwed: true) }

    /// Reserves space for the next record, before the action that it records.
    package func makeRoom() async throws(AuditProblem) {
        let hasRoom = state.withLock { $0.room >= ($0.waiting.count + 2) * AuditLimits.record }
        guard !hasRoom else { return }
        let outcome: Result<Void, AuditProblem>
        do throws(SystemError) {
            outcome = try await OwnedThread.run("audit") { [self] in
                Result { () throws(AuditProblem) in
                    try writer.withLock { writer throws(AuditProblem) in try makeRoom(&writer) }
                }
            }
        } catch { throw .notWritten(path: folder.path, because: error) }
        try outcome.get()
    }

    /// The newest revision that has a record; nil if none has.
    func lastRevision() async -> Result<Int?, AuditProblem> {
        do throws(SystemError) {
            return try await OwnedThread.run("audit") { [self] in
                Result { () throws(AuditProblem) in
                    try writer.withLock { writer throws(AuditProblem) in
                        let own = try open(&writer)
                        do throws(SystemError) {
                            if !own.isEmpty { note(try writer.write(own, lost: 0, at: clock.now), writer) }
                        } catch { throw .notWritten(path: folder.path, because: error) }
                        return writer.last?.through
                    }
                }
            }
        } catch { return .failure(.notWritten(path: folder.path, because: error)) }
    }

    /// Returns once everything that can be written now is written.
    package func rest() async {
        let signal = state.withLock { $0.isWriting ? $0.atRest : nil }
        await signal?.wait()
    }

    /// Tries again to write the records of past actions that have none yet.
    package func retry() async {
        beginWriting()
        await rest()
    }

    private func handOver(_ entry: AuditEntry, isOwed: Bool) -> AuditReceipt {
        let receipt = AuditReceipt()
        state.withLock { state in
            state.waiting.append(Waiting(entry: entry, receipt: receipt, isOwed: isOwed))
            guard state.waiting.count > AuditLimits.waiting + AuditLimits.owed,
                let oldest = state.waiting.indices.dropFirst(state.beingWritten)
                    .first(where: { state.waiting[$0].isOwed })
            else { return }
            state.waiting.remove(at: oldest).receipt.settle(.failure(.tooMany(AuditLimits.owed)))
            state.lost += 1
        }
        beginWriting()
        return receipt
    }

    private func beginWriting() {
        let begins = state.withLock { state in
            guard !state.isWriting, !state.waiting.isEmpty else { return false }
            state.isWriting = true
            return true
        }
        guard begins else { return }
        do throws(SystemError) { try OwnedThread.begin("audit") { [self] in writeAll() } } catch {
            fail(.notWritten(path: folder.path, because: error))
        }
    }

    private func writeAll() {
        while true {
            let (batch, lost) = state.withLock { state in
                let batch = Array(state.waiting.prefix(AuditLimits.batch))
                state.beingWritten = batch.count
                return (batch, state.lost)
            }
            guard !batch.isEmpty || !restIfEmpty() else { return }
            guard !batch.isEmpty else { continue }
            do throws(AuditProblem) {
                let taken = try writer.withLock { writer throws(AuditProblem) in
                    try write(batch.map(\.entry), lost, &writer)
                }
                let done = state.withLock { state in
                    state.lost -= lost
                    state.beingWritten = 0
                    defer { state.waiting.removeFirst(taken) }
                    return state.waiting.prefix(taken).map(\.receipt)
                }
                for receipt in done { receipt.settle(.success(())) }
            } catch { return fail(error) }
        }
    }

    private func restIfEmpty() -> Bool {
        let signal = state.withLock { state -> Signal? in
            guard state.waiting.isEmpty else { return nil }
            state.isWriting = false
            state.status.owes = 0
            defer { state.atRest = Signal() }
            return state.atRest
        }
        signal?.raise()
        return signal != nil
    }

    /// Fails all receipts since nothing can be written; the entries of past actions go on waiting.
    private func fail(_ problem: AuditProblem) {
        let (failed, signal, isNews) = state.withLock { state in
            let failed = state.waiting.map(\.receipt)
            state.waiting.removeAll { !$0.isOwed }
            while state.waiting.count > AuditLimits.owed {
                state.waiting.removeFirst()
                state.lost += 1
            }
            state.isWriting = false
            state.beingWritten = 0
            state.room = 0
            let isNews = state.status.failure == nil
            state.status.failure = "\(problem)"
            state.status.owes = state.waiting.count
            defer { state.atRest = Signal() }
            return (failed, state.atRest, isNews)
        }
        for receipt in failed { receipt.settle(.failure(problem)) }
        signal.raise()
        if isNews { log?.error("nothing can be written to the audit", [("because", "\(problem)")]) }
    }

    // MARK: - On the thread that writes

    private func write(_ entries: [AuditEntry], _ lost: Int, _ writer: inout AuditWriter) throws(AuditProblem) -> Int {
        let own = try open(&writer)
        let all = own + entries
        var taken = 0
        do throws(SystemError) {
            while taken <= own.count, taken < all.count {
                let written = try writer.write(Array(all[taken...]), lost: taken == 0 ? lost : 0, at: clock.now)
                taken += written.taken
                note(written, writer)
            }
        } catch {
            // Records that were written before stay.
            guard taken > own.count else {
                throw .notWritten(path: folder.path, because: error)
            }
        }
        return max(0, taken - own.count)
    }

    private func note(_ written: AuditWriter.Written, _ writer: AuditWriter) {
        let isBack = state.withLock { state in
            state.end = (written.file, written.count)
            state.last = writer.last?.number
            state.room = writer.room
            defer { state.status.failure = nil }
            return state.status.failure != nil
        }
        if isBack { log?.info("the audit can be written to again", [("file", folder.path(of: written.file))]) }
    }

    private func makeRoom(_ writer: inout AuditWriter) throws(AuditProblem) {
        let own = try open(&writer)
        let waiting = state.withLock { $0.waiting.count }
        do throws(SystemError) {
            if !own.isEmpty { note(try writer.write(own, lost: 0, at: clock.now), writer) }
            try writer.reserve((waiting + 2) * AuditLimits.record)
        } catch { throw .notWritten(path: folder.path, because: error) }
        state.withLock { $0.room = writer.room }
    }

    /// - Returns: Entries about the audit log itself, such as a break in its chain.
    private func open(_ writer: inout AuditWriter) throws(AuditProblem) -> [AuditEntry] {
        guard let found = try writer.open() else { return [] }
        state.withLock { state in
            state.end = writer.growing.map { ($0.file, $0.count) }
            state.last = writer.last?.number
            state.room = writer.room
            if let problem = found.problem { state.status.broken = .init(what: "\(problem)", isTold: found.isTold) }
        }
        var own: [AuditEntry] = []
        if let aside = found.aside {
            log?.error(
                "half a record was at the audit's end; it is put aside",
                [("file", aside.path), ("bytes", "\(aside.bytes)")])
            own.append(
                AuditEntry(
                    .cutOff, of: AuditFolder.name,
                    after: ["file": .text(aside.path), "bytes": .integer(Int64(aside.bytes))],
                    at: clock.now))
        }
        if let problem = found.problem {
            log?.error("the audit's chain is broken", [("at", "\(problem)")])
            if !found.isTold {
                own.append(AuditEntry(.chainBroken, of: problem.file, because: "\(problem)", at: clock.now))
            }
        }
        return own
    }
}

/// The state of the audit log, for readiness.
package struct AuditStatus: Sendable, Equatable {
    /// A break in the chain, or a mismatch between the records and the history.
    package struct Broken: Sendable, Equatable {
        /// Whether the chain itself is broken, or does not match the history.
        package enum Kind: Sendable {
            case chain, history
        }

        package var kind = Kind.chain
        package let what: String
        /// Whether a record had reported it before it was found.
        package let isTold: Bool

        /// What is wrong, as an operator reads it.
        package var inWords: String {
            switch kind {
            case .chain: "the chain is broken: \(what)"
            case .history: "the audit and the history disagree: \(what)"
            }
        }
    }

    package var broken: Broken?
    /// Why nothing can be written.
    package var failure: String?
    /// How many past actions have no record yet.
    package var owes = 0

    package init() {}
}
