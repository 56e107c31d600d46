internal import FeatureKit

/// That a worker runs for a proof: on one thread that knows when it rests, by a clock that the host tells.
@_spi(Hosting) public final class WorkerRehearsal: Sendable {
    /// The thread of everything that the feature does.
    public let executor: RestingExecutor
    private let taken: Lock<UInt64>

    /// Makes the rehearsal of a worker that tells its host each time it rests.
    public init(tellingOn connection: any WireConnection) {
        let taken = Lock<UInt64>(0)
        self.taken = taken
        executor = RestingExecutor {
            let count = taken.withLock { $0 }
            _ = connection.send(WireMessage(.rest) { $0.number(count) })
        }
    }

    /// Makes the rehearsal of a worker that shares its host's thread, where nothing has to be told.
    public init(sharing executor: RestingExecutor) {
        self.executor = executor
        taken = Lock(0)
    }

    /// Takes a message of the host: the worker does not rest in the middle of it.
    func taking(_ take: () throws(WireError) -> Void) throws(WireError) {
        executor.hold()
        defer { executor.release() }
        taken.withLock { $0 += 1 }
        try take()
    }
}
