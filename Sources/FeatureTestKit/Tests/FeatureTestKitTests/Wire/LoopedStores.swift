import Dispatch
@_spi(Hosting) import FeatureKit

@_spi(Hosting) @testable import FeatureWire

/// One end of a wire inside this process: what is sent is received at the other end, in order, on a thread of its own.
final class LoopedConnection: WireConnection {
    private let queue = DispatchQueue(label: "wire")
    private let receiver = Lock<(@Sendable (WireMessage) -> Void)?>(nil)

    /// Says who takes what is sent.
    func connect(to receive: @escaping @Sendable (WireMessage) -> Void) { receiver.withLock { $0 = receive } }

    func send(_ message: WireMessage) -> Bool {
        guard let receive = receiver.withLock({ $0 }) else { return false }
        // As bytes: nothing but those gets over.
        let copy = WireMessage(message.kind, message.conversation, message.body)
        queue.async { receive(copy) }
        return true
    }

    func sendInPieces(_ message: WireMessage) -> Bool { send(message) }
    var waiting: Int { 0 }
    func close() { receiver.withLock { $0 = nil } }
}

/// Stores as a worker has them: each behind a wire, on whose other end the host keeps it.
final class LoopedStores: StoreSource {
    let kept: any StoreSource
    private let pause: Duration
    private let links = Lock<[String: StoreLink]>([:])

    init(_ kept: any StoreSource, pause: Duration = WireLimits.transactionPause) {
        self.kept = kept
        self.pause = pause
    }

    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        let link = StoreLink(feature, try await kept.open(feature, collections), collections, pause: pause)
        links.withLock { $0[feature] = link }
        return try await RemoteStores(calls: link.calls, rehearsal: nil, beats: BodyBeats()).open(feature, collections)
    }

    func link(of feature: String) -> StoreLink? { links.withLock { $0[feature] } }

    func close(_ feature: String) async {
        links.withLock { $0.removeValue(forKey: feature) }?.close()
        await kept.close(feature)
    }
}

/// Both ends of the wire between a worker's store and the host's.
final class StoreLink: Sendable {
    let calls: WireCalls
    let served: ServedStore
    let access: StoreAccess
    private let jobs: Jobs
    private let work: Task<Void, Never>
    let toHost = LoopedConnection()
    let toWorker = LoopedConnection()
    /// What the host found wrong with what the worker said.
    let complaints = Lock<[WireError]>([])

    init(_ feature: String, _ engine: any StoreEngine, _ collections: [CheckedCollection], pause: Duration) {
        access = StoreAccess(feature: feature, stop: Signal())
        access.open(engine, collections, blobs: true)
        let (toWorker, thread) = (toWorker, RestingExecutor())
        calls = WireCalls(toHost, isHost: false)
        let jobs = Jobs()
        self.jobs = jobs
        served = ServedStore(access, jobs, pause: pause) { _ = toWorker.send($0) }
        // A thread of its own, since a body holds it.
        work = Task(executorPreference: thread) { await jobs.work() }
        let (calls, complaints) = (calls, complaints)
        let served = served
        toHost.connect { message in
            do throws(WireError) {
                if message.kind == .forget { return jobs.forget(message.conversation) }
                try served.receive(message)
            } catch { complaints.withLock { $0.append(error) } }
        }
        toWorker.connect { message in
            do throws(WireError) { try calls.answer(message) } catch { complaints.withLock { $0.append(error) } }
        }
    }

    /// The run is cancelled on the host's side, of which the worker has not heard yet.
    func cancelWork() async {
        work.cancel()
        await work.value
    }

    func close() {
        access.revoke()
        served.close()
        calls.closed()
        work.cancel()
    }
}
