@_spi(Hosting) internal import FeatureKit

/// A store in the host: the bodies of transactions run here, each on a thread that waits for every answer of the host.
final class RemoteEngine: StoreEngine {
    private let store: RemoteStore
    private let rehearsal: RestingExecutor?
    private let beats: BodyBeats
    private let threads = BodyThreads(most: WireLimits.transactions)
    private let last = Lock<UInt32>(0)

    init(feature: String, _ calls: WireCalls, _ rehearsal: RestingExecutor?, _ beats: BodyBeats) {
        self.beats = beats
        store = RemoteStore(feature: feature, calls: calls)
        self.rehearsal = rehearsal
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result { try await run(.read) { try body($0) } }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result { try await run(.write) { try body($0) } }

    private func run<Result: Sendable>(
        _ kind: WireKind, _ body: @escaping @Sendable (RemoteSession) throws -> Result
    ) async throws -> Result {
        let session = last.withLock { last in
            last &+= 1
            return last
        }
        // A body's thread is work that the executor does not see.
        rehearsal?.hold()
        defer { rehearsal?.release() }
        let isGivenUp = Lock(false)
        return try await withTaskCancellationHandler {
            try await threads.run { [self] in
                try runTransaction(kind, session, isGivenUp: isGivenUp.withLock { $0 }, body)
            }
        } onCancel: {
            isGivenUp.withLock { $0 = true }
            // Only the host knows what that means: there, as here, a body that has begun goes on.
            store.calls.tell(.finish) { $0.verdict(.giveUp, of: session) }
        }
    }

    /// Runs one transaction on the thread of its body, again from the start where the host has to begin again.
    private func runTransaction<Result>(
        _ kind: WireKind, _ session: UInt32, isGivenUp: Bool, _ body: (RemoteSession) throws -> Result
    ) throws -> Result {
        _ = try store.ask(kind) { writer in
            writer.number(session)
            writer.flag(isGivenUp)
        } reading: { (reader) throws(WireError) in
            try reader.flag()
        }
        while true {
            let result: Swift.Result<Result, any Error>
            beats.runs(session)
            do {
                result = .success(try body(RemoteSession(session, of: store, beats)))
            } catch { result = .failure(error) }
            beats.rests(session)
            let verdict: StoreVerdict = if case .success = result { .keep } else { .undo }
            let isAgain: Bool
            do {
                isAgain = try store.ask(.finish) { writer in
                    writer.verdict(verdict, of: session)
                } reading: { (reader) throws(WireError) in
                    try reader.flag()
                }
            } catch {
                // An error of the body takes precedence over the outcome of the transaction.
                _ = try result.get()
                throw error
            }
            if !isAgain { return try result.get() }
        }
    }

    // MARK: - Changes

    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document> {
        let answer = try await store.calls.ask(.changes) { writer in
            writer.text(collection.name)
            writer.text(place.description)
            writer.number(UInt32(clamping: most))
        }
        let batch = try store.read(answer) { (reader) throws(WireError) in try reader.changes() }
        var changes: [DocumentChange<Document>] = []
        for change in batch.changes {
            let document: Document? =
                if let value = change.document {
                    try collection.read(value, change.id, as: type)
                } else { nil }
            changes.append(
                DocumentChange(id: change.id, version: change.version, document: document, token: change.token))
        }
        return ChangeBatch(changes: changes, reached: batch.reached, isAtEnd: batch.isAtEnd)
    }

    func untilChanged(after place: ChangeToken) async {
        _ = try? await store.calls.ask(.untilChanged) { $0.text(place.description) }
    }
}
