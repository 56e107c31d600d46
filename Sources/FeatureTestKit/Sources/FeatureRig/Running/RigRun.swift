@_spi(Hosting) import FeatureKit

/// One run of the feature, from its start to its end.
final class RigRun: Sendable {
    let instance: FeatureInstance
    /// Raised when the feature says so.
    let ready: Signal
    /// Raised when `run()` has returned.
    let ended = Signal()
    /// Raised when it is ready or has ended, whichever comes first.
    let settled = Signal()
    /// Raised when it has been cancelled and nobody waits for its end any more.
    let isAbandoned = Signal()
    private let outcome = Lock<Result<Void, any Error>?>(nil)
    private let asked = Signal()

    init(_ make: (@escaping @Sendable () -> Void) -> FeatureInstance) {
        let (ready, settled) = (Signal(), settled)
        self.ready = ready
        instance = make {
            ready.raise()
            settled.raise()
        }
    }

    /// Runs it; to be called once, by the owner of the rig's tasks.
    func perform() async {
        let result: Result<Void, any Error>
        do { result = .success(try await instance.run()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        ended.raise()
        settled.raise()
    }

    func drain() {
        asked.raise()
        instance.drain()
    }

    func cancel() {
        asked.raise()
        instance.cancel()
    }

    var state: RigState {
        switch outcome.withLock({ $0 }) {
        case nil: asked.isRaised ? .stopping : ready.isRaised ? .active : .starting
        case .success: asked.isRaised ? .off : .ended
        case .failure(let error) where error is CancellationError && asked.isRaised: .off
        case .failure(let error): .failed("\(error)")
        }
    }
}
