/// Publishes what a feature's transactions announced, in the order of their commits.
///
/// It works where the bus is, also for a feature whose transactions run in a worker, and sees what is committed by the
/// store's changes.
final class Outbox: Sendable {
    /// How many are published at once.
    private static let batch = 100
    /// How long it waits after the store failed, twice as long each time.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(30))

    private let store: StoreAccess
    private let member: Member
    private let clock: FeatureClock
    private let publishers: [String: Publisher<Value>]

    /// Nil where no contract announces anything, and where the bus is elsewhere.
    init?(_ contracts: [Contract], in store: StoreAccess, member: Member, clock: FeatureClock) throws {
        let topics = contracts.filter { $0.needs.contains(.outbox) }
        guard !topics.isEmpty, member.core.uplink == nil else { return nil }
        self.store = store
        self.member = member
        self.clock = clock
        // Opened now: a feature that is being stopped opens none, and still publishes.
        publishers = Dictionary(
            try topics.map {
                let publisher = try Bus(member: member).publisher(onPlain: $0.name, $0.shape, keeping: $0.retention)
                return ($0.name, publisher)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Publishes what waits, before the feature starts; what another run announced, that other one publishes.
    func begin() async throws { if !member.isHeld { try await publishAll() } }

    /// Publishes what is announced until the feature is asked to stop.
    func run() async {
        await store.untilStopping(or: { [member] in await member.opened.wait() })
        var pause = Self.pauses.first
        while !store.isStopping, !Task.isCancelled {
            do {
                let place = try await store.read { try $0.token }
                try await publishAll()
                pause = Self.pauses.first
                let engine = try store.engine()
                await store.untilStopping(or: { await engine.untilChanged(after: place) })
            } catch {
                guard !Task.isCancelled, !store.isStopping else { return }
                warn(error)
                do { try await clock.sleep(for: pause) } catch { return }
                pause = min(pause * 2, Self.pauses.longest)
            }
        }
    }

    /// Publishes what the last of its transactions announced.
    func end() async { do { try await publishAll() } catch { warn(error) } }

    private func warn(_ error: any Error) {
        member.log.warning("could not publish what was announced; it is published later", [("error", "\(error)")])
    }

    private func publishAll() async throws {
        let outbox = try store.kitCollection(Documents.outbox)
        while true {
            let rows = try await outbox.query(order: .by("number"), limit: Self.batch).items
            guard !rows.isEmpty, !member.isHeld else { return }
            for row in rows { publish(row) }
            // What was published by a run that is cut off went nowhere; it stays for the next one.
            guard !member.isCutOff else { return }
            try await store.write { tx in for row in rows { try tx.delete(outbox, row.id) } }
        }
    }

    private func publish(_ row: Stored<OutboxRow>) {
        guard let publisher = publishers[row.document.topic] else {
            return member.log.error(
                "dropped a message that an earlier version announced",
                [("topic", row.document.topic), ("id", row.id)])
        }
        publisher(row.document.payload, because: row.document.cause?.cause)
    }
}
