internal import Dispatch
internal import FeatureKit

/// What one hash of a password costs, and how many are made at the same time; OWASP's minimum for argon2id is the floor.
@Record struct HashingCost: Equatable {
    /// How many MiB a hash takes.
    @In(19...1024) var memory = 64
    /// How often it goes through them.
    @In(2...20) var passes = 3
    /// How many hashes are made at the same time.
    @In(1...64) var atOnce = 2

    var bytes: Int { memory << 20 }
}

/// Hashes passwords on threads of its own, since each hash computes for as long as a thousand other requests.
final class HashingQueue: Sendable {
    /// How many wait at most; more are refused at once.
    static let mostWaiting = 32

    private struct State {
        var running = 0
        var lastID = 0
        var waiting: [(id: Int, start: CheckedContinuation<Void, any Error>)] = []
    }

    private let atOnce: Int
    private let state = Lock(State())

    init(atOnce: Int) { self.atOnce = atOnce }

    /// Does a piece of work on a thread that may compute for long; a caller who is cancelled waits no more.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
        try await begin()
        defer { end() }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }

    private func begin() async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.running < atOnce {
                        state.running += 1
                        return .success(())
                    }
                    guard state.waiting.count < Self.mostWaiting else { return .failure(AccountRefusal.tooManyHashes) }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            waiter?.start.resume(throwing: CancellationError())
        }
    }

    /// Hands the place to the one that has waited longest.
    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().start
        }
        next?.resume()
    }
}
