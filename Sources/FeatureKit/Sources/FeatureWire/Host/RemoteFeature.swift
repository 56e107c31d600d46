@_spi(Hosting) internal import FeatureKit

/// A feature that runs elsewhere, as the host sees it: like any other.
///
/// Its `run()` is the worker's whole life: it starts one, passes on what the host and the feature have to say to each other, and
/// throws why the worker ended if nobody asked it to.
final class RemoteFeature: Feature {
    private struct State {
        var end: HostEnd?
        var isDraining = false
        var isCancelled = false
    }

    /// Where its worker comes from.
    let source: any WorkerSource
    private let settings: Value
    private let context: FeatureContext
    private let state = Lock(State())

    init(_ source: any WorkerSource, settings: Value, context: FeatureContext) {
        self.source = source
        self.settings = settings
        self.context = context
    }

    /// It is made by `FeatureEntry.remote` alone.
    init(settings: NoSettings, context: FeatureContext) throws { throw WireError.closed }

    /// Runs the worker.
    func run() async throws {
        let jobs = Jobs()
        let result = await withTaskCancellationHandler {
            await withTaskGroup(of: Result<Void, any Error>?.self) { group in
                group.addTask {
                    await jobs.work()
                    return nil
                }
                group.addTask {
                    await self.context.untilStopped()
                    await self.drain()
                    return nil
                }
                group.addTask { await self.life(jobs) }
                var result: Result<Void, any Error> = .success(())
                for await ended in group {
                    guard let ended else { continue }
                    result = ended
                    group.cancelAll()
                }
                return result
            }
        } onCancel: {
            let end = state.withLock { state in
                state.isCancelled = true
                return state.end
            }
            end?.cancel()
        }
        try result.get()
    }

    /// A worker's life, from its start until it and its link have gone.
    private func life(_ jobs: Jobs) async -> Result<Void, any Error> {
        do {
            let state = state
            defer { state.withLock { $0.end.take() }?.closed() }
            try await source.run { (message) throws(WireError) in
                guard let end = state.withLock({ $0.end }) else { throw .malformed("it speaks before it is asked") }
                try end.receive(message)
            } connected: { connection in
                self.connected(HostEnd(self.context, connection, jobs))
            }
            let (end, isCancelled) = state.withLock { ($0.end, $0.isCancelled) }
            guard let end else {
                // Its worker never came so far.
                if isCancelled { throw CancellationError() }
                throw WireError.closed
            }
            return .success(try end.result())
        } catch { return .failure(error) }
    }

    private func connected(_ end: HostEnd) {
        // First of all: the worker answers to it at once.
        let (isDraining, isCancelled) = state.withLock { state in
            state.end = end
            return (state.isDraining, state.isCancelled)
        }
        end.begin(settings)
        if isDraining { end.drainNow() }
        if isCancelled { end.cancel() }
    }

    private func drain() async {
        let end = state.withLock { state in
            state.isDraining = true
            return state.end
        }
        await end?.drain()
    }

    /// Hands the worker new settings; false where it has to be started again with them.
    func reconfigure(_ settings: Value) async throws -> Bool {
        guard let end = state.withLock({ $0.end }) else { return false }
        return try await end.reconfigure(settings)
    }
}
