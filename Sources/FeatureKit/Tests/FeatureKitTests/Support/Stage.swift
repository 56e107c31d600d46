@_spi(Hosting) @testable import FeatureKit

/// A bus with a clock that stands still and a log that remembers.
struct Stage {
    let clock = ManualClock()
    let log = ListLog()
    let core: BusCore

    init() { core = BusCore(clock: clock) }

    /// A feature's run on the bus.
    func member(
        _ id: String, publishes: Set<String> = [], reads: Set<String> = [], serves: Set<String> = [],
        requests: Set<String> = []
    ) -> Member {
        core.join(
            id, wiring: Wiring(publishes: publishes, reads: reads, serves: serves, requests: requests),
            log: Log(feature: id, sink: log))
    }

    func bus(
        _ id: String, publishes: Set<String> = [], reads: Set<String> = [], requests: Set<String> = []
    ) -> Bus { Bus(member: member(id, publishes: publishes, reads: reads, requests: requests)) }

    func report(_ topic: String) -> TopicReport? { core.report.first { $0.name == topic } }

    /// Runs `body` while requests to the member are answered, and drains the member at the end.
    func attending<R>(_ member: Member, _ body: () async throws -> R) async rethrows -> R {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await member.routeQueue.work() }
            defer { member.drain() }
            return try await body()
        }
    }
}

extension Messages {
    /// Everything until the end.
    func all() async -> [Message<Payload>] {
        var all: [Message<Payload>] = []
        for await message in self { all.append(message) }
        return all
    }

    /// Everything until the end, the payloads only.
    func payloads() async -> [Payload] { await all().map(\.payload) }
}
