internal import FeatureKit

/// The rehearsal of a worker for a proof: it runs on one thread that knows when it rests, by a clock that the host
/// sets.
@_spi(Hosting) public final class WorkerRehearsal: Sendable {
    /// The thread of everything that the feature does.
    public let executor: RestingExecutor
    private let taken: Lock<UInt64>

    /// Makes the rehearsal of a worker that reports to its host each time it rests.
    public init(tellingOn connection: any WireConnection) {
        let taken = Lock<UInt64>(0)
        self.taken = taken
        executor = RestingExecutor {
            let count = taken.withLock { $0 }
            _ = connection.send(WireMessage(.rest) { $0.number(count) })
        }
    }

    /// Makes the rehearsal of a worker that shares its host's thread, where nothing has to be reported.
    public init(sharing executor: RestingExecutor) {
        self.executor = executor
        taken = Lock(0)
    }

    /// The link on which whatever the worker says, also from a thread that the executor does not see, is followed by
    /// another word that it rests.
    func followed(_ connection: any WireConnection) -> any WireConnection {
        FollowedConnection(connection, executor)
    }

    /// Takes a message of the host: the worker does not rest in the middle of it.
    func taking(_ take: () throws(WireError) -> Void) throws(WireError) {
        executor.hold()
        defer { executor.release() }
        taken.withLock { $0 += 1 }
        try take()
    }
}

/// Holds an executor while something is sent, so that it rests again afterwards.
private final class FollowedConnection: WireConnection {
    private let connection: any WireConnection
    private let executor: RestingExecutor

    init(_ connection: any WireConnection, _ executor: RestingExecutor) {
        self.connection = connection
        self.executor = executor
    }

    func send(_ message: WireMessage) -> Bool { holding { connection.send(message) } }
    func sendInPieces(_ message: WireMessage) -> Bool { holding { connection.sendInPieces(message) } }
    var waiting: Int { connection.waiting }
    func close() { connection.close() }

    private func holding(_ send: () -> Bool) -> Bool {
        executor.hold()
        defer { executor.release() }
        return send()
    }
}
