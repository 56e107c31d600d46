import Dispatch
@_spi(Hosting) import FeatureKit

@_spi(Hosting) @testable import FeatureRig
@_spi(Hosting) @testable import FeatureWire

/// A worker in this process that has, as one in its own, a thread that the rig's executor does not see.
final class PairedWorker: WorkerSource {
    private let id: String
    private let entry: FeatureEntry

    init(id: String, entry: FeatureEntry) {
        self.id = id
        self.entry = entry
    }

    /// The feature as a rig runs it in a process of its own.
    static func subject(id: String, entry: FeatureEntry) -> RigSubject {
        let remote = FeatureEntry.remote(FeatureDescription(entry), source: PairedWorker(id: id, entry: entry))
        return RigSubject(id: id, entry: remote, way: .worker)
    }

    func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws {
        let (toHost, toWorker) = (LoopedConnection(), LoopedConnection())
        let complaint = Lock<WireError?>(nil)
        let rehearsal = WorkerRehearsal(tellingOn: toHost)
        let end = WorkerEnd(id: id, entry: entry, connection: toHost, rehearsal: rehearsal)
        toHost.connect { message in
            do throws(WireError) { try receive(message) } catch { complaint.withLock { $0 = error } }
        }
        toWorker.connect { message in
            do throws(WireError) { try end.receive(message) } catch { complaint.withLock { $0 = error } }
        }
        connected(toWorker)
        await withTaskExecutorPreference(rehearsal.executor) { await end.run() }
        toWorker.close()
        end.closed()
        if let complaint = complaint.withLock({ $0 }) { throw complaint }
    }
}
