@_spi(Hosting) internal import FeatureKit
internal import Synchronization

/// A topic that a worker's feature publishes.
final class WorkerTopic: FarTopic {
    private let number: UInt32
    private let name: String
    private let log: Log
    private let connection: any WireConnection
    private let calls: WireCalls
    /// How many did not fit into the wire that the host does not know of yet.
    private let lost = Atomic<UInt64>(0)
    private let hasRefused = Atomic(false)

    init(_ number: UInt32, _ name: String, _ log: Log, _ connection: any WireConnection, _ calls: WireCalls) {
        self.number = number
        self.name = name
        self.log = log
        self.connection = connection
        self.calls = calls
    }

    func publish<Payload: Shaped>(_ payload: Payload, because cause: Cause?) {
        guard connection.waiting <= WireLimits.waitingPublications else { return lose() }
        tellLost()
        let message = WireMessage(.publish, number) { $0.publication(payload, because: cause) }
        if let problem = message.problem { return refuse(problem) }
        if !connection.send(message) { lose() }
    }

    func publishWaiting<Payload: Shaped>(
        _ payload: Payload, within limit: Duration, because cause: Cause?
    ) async throws -> Bool {
        do {
            let answer = try await calls.ask(.publishWaiting) { writer in
                writer.number(number)
                writer.duration(limit)
                writer.publication(payload, because: cause)
            }
            return try answer.read { (reader) throws(WireError) in try reader.flag() }
        } catch WireError.tooLarge(let problem) {
            refuse(problem)
        } catch WireError.busy {
            // Too many wait for this one to wait as well: it is published at once.
            publish(payload, because: cause)
        } catch is WireError {}
        return false
    }

    /// Reports to the host how many were lost, if any.
    func tellLost() {
        guard lost.load(ordering: .relaxed) > 0 else { return }
        let count = lost.exchange(0, ordering: .relaxed)
        guard count > 0 else { return }
        let isTold = connection.send(WireMessage(.lost, number) { $0.number(count) })
        if !isTold { lost.add(count, ordering: .relaxed) }
    }

    private func lose() { lost.add(1, ordering: .relaxed) }

    private func refuse(_ problem: String) {
        lose()
        guard !hasRefused.exchange(true, ordering: .relaxed) else { return }
        log.error(
            "can't send a message; more of them are only counted", [("topic", name), ("error", problem)])
    }
}
