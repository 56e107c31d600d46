internal import FeatureKit
internal import Glibc

/// Where passwords are hashed: on threads of its own, since each hash computes for as long as a thousand other requests.
///
/// A thread is there for as long as there is something to hash; making one costs nothing beside that.
final class HashingDesk: Sendable {
    /// How many wait at most; more are refused at once.
    static let mostWaiting = 32

    private struct Job: Sendable {
        let id: Int
        let work: @Sendable () -> Void
        let drop: @Sendable (any Error) -> Void
    }

    private struct State {
        var threads = 0
        var last = 0
        var waiting: [Job] = []
    }

    private enum Place { case thread, queue, none }

    private let most: Int
    private let state = Lock(State())

    init(atOnce: Int) { most = atOnce }

    /// Does a piece of work on a thread that may compute for long.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                take(
                    Job(id: id) {
                        continuation.resume(returning: work())
                    } drop: {
                        continuation.resume(throwing: $0)
                    })
                // Cancelled before it lay there.
                if Task.isCancelled { drop(id) }
            }
        } onCancel: {
            drop(id)
        }
    }

    private func take(_ job: Job) {
        let place = state.withLock { state -> Place in
            if state.threads < most {
                state.threads += 1
                return .thread
            }
            guard state.waiting.count < Self.mostWaiting else { return .none }
            state.waiting.append(job)
            return .queue
        }
        switch place {
        case .queue: break
        case .none: job.drop(RouteError.tooManyHashes)
        case .thread: begin(job)
        }
    }

    /// Forgets what waits; what is being done is done.
    private func drop(_ id: Int) {
        let job = state.withLock { state -> Job? in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
        job?.drop(CancellationError())
    }

    // MARK: - On its threads

    /// What a thread is handed.
    private final class Errand: Sendable {
        let desk: HashingDesk
        let job: Job
        init(_ desk: HashingDesk, _ job: Job) { (self.desk, self.job) = (desk, job) }
    }

    private func begin(_ job: Job) {
        let errand = unsafe Unmanaged.passRetained(Errand(self, job))
        var thread = pthread_t()
        let failed = unsafe pthread_create(
            &thread, nil,
            { errand in
                guard let errand = unsafe errand else { return nil }
                let taken = unsafe Unmanaged<Errand>.fromOpaque(errand).takeRetainedValue()
                taken.desk.work(taken.job)
                return nil
            }, errand.toOpaque())
        guard failed == 0 else {
            unsafe errand.release()
            let left = state.withLock { state -> [Job] in
                state.threads -= 1
                guard state.threads == 0 else { return [] }
                // Nobody is left who would take them up.
                defer { state.waiting = [] }
                return state.waiting
            }
            for job in [job] + left { job.drop(RouteError.tooManyHashes) }
            return
        }
        pthread_detach(thread)
    }

    private func work(_ first: Job) {
        var job: Job? = first
        while let current = job {
            current.work()
            job = state.withLock { state in
                guard !state.waiting.isEmpty else {
                    state.threads -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
        }
    }
}
