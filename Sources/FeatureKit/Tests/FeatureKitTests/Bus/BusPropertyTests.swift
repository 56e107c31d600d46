import Synchronization
import Testing

@_spi(Hosting) @testable import FeatureKit

/// Many publishers and readers at once, who come and go and are slow; whatever happens has to add up.
@Suite(.timeLimit(.minutes(2))) struct BusPropertyTests {
    /// One publisher with counts of what it has begun and ended to publish.
    private final class Source: Sendable {
        let index: Int
        let begun = Atomic(0)
        let ended = Atomic(0)
        init(_ index: Int) { self.index = index }
    }

    /// What one reader saw between coming and leaving.
    private struct Session {
        var received: [(from: Int, sequence: Int, isRetained: Bool)] = []
        var dropped = 0
        var isUnbounded = false
        var sawTheEnd = false
        /// What was certainly published before it came, and what had certainly not been begun after it came.
        var publishedBefore: [Int] = []
        var begunAfter: [Int] = []
    }

    private static let topicName = "storm"
    private let perPublisher = 400

    @Test(arguments: [false, true]) func everythingAddsUp(retains: Bool) async throws {
        var random = SeededRandom.announced(by: "everythingAddsUp(retains: \(retains))")
        for _ in 0..<8 {
            let sources = (0..<Int.random(in: 1...4, using: &random)).map(Source.init)
            let sessions = try await storm(sources, retains: retains, &random)
            for session in sessions { check(session, sources.count, retains: retains) }
            #expect(sessions.contains { $0.sawTheEnd && !$0.received.isEmpty })
        }
    }

    private func storm(
        _ sources: [Source], retains: Bool, _ random: inout SeededRandom
    ) async throws -> [Session] {
        let stage = Stage()
        let retention: Topic<Numbered>.Retention = retains ? .latest : .nothing
        let readers = stage.member("readers", reads: [Self.topicName])
        let bus = Bus(member: readers)
        let sessions = try await withThrowingTaskGroup(of: [Session].self) { group in
            for slot in 0..<Int.random(in: 2...6, using: &random) {
                var pace = random.branch()
                group.addTask { try await read(from: bus, sources, slot: slot, &pace) }
            }
            try await withThrowingTaskGroup { publishers in
                for source in sources {
                    let member = stage.member("p\(source.index)", publishes: [Self.topicName])
                    let out = try Bus(member: member).publisher(on: Topic<Numbered>(Self.topicName, retain: retention))
                    var pace = random.branch()
                    publishers.addTask {
                        for number in 1...perPublisher {
                            source.begun.store(number, ordering: .sequentiallyConsistent)
                            out(Numbered(from: source.index, number: number))
                            source.ended.store(number, ordering: .sequentiallyConsistent)
                            if Int.random(in: 0..<8, using: &pace) == 0 { await Task.yield() }
                        }
                    }
                }
                try await publishers.waitForAll()
            }
            readers.drain()
            return try await group.reduce(into: []) { $0 += $1 }
        }
        checkReport(stage, sources.count, sessions)
        return sessions
    }

    /// Reads for a while, leaves, comes again with another buffer; the last time until the end.
    private func read(
        from bus: Bus, _ sources: [Source], slot: Int, _ pace: inout SeededRandom
    ) async throws -> [Session] {
        var sessions: [Session] = []
        while sessions.last?.sawTheEnd != true {
            let size = [1, 2, 5, 64, 300].randomElement(using: &pace) ?? 1
            var session = Session()
            // The first reader's buffer holds everything, and it stays.
            session.isUnbounded = slot == 0
            let overflow: Overflow =
                session.isUnbounded
                ? .dropOldest(.max) : Bool.random(using: &pace) ? .dropOldest(size) : .dropNewest(size)
            session.publishedBefore = sources.map { $0.ended.load(ordering: .sequentiallyConsistent) }
            let end = slot.isMultiple(of: 2) ? Int.max : Int.random(in: 1...200, using: &pace)
            // Every second one reads the same data as another Swift type.
            let left: Bool
            do {
                left =
                    Bool.random(using: &pace)
                    ? try await read(
                        Topic<Numbered>(Self.topicName), bus, overflow, sources, until: end, &session, &pace
                    ) { ($0.from, $0.number) }
                    : try await read(
                        Topic<Counted>(Self.topicName), bus, overflow, sources, until: end, &session, &pace
                    ) { ($0.from, $0.number) }
            } catch let error as BusError where error.code == .stopped { break }
            session.sawTheEnd = !left
            sessions.append(session)
        }
        return sessions
    }

    private func read<Payload>(
        _ topic: Topic<Payload>, _ bus: Bus, _ overflow: Overflow, _ sources: [Source], until end: Int,
        _ session: inout Session, _ pace: inout SeededRandom, data: (Payload) -> (from: Int, number: Int)
    ) async throws -> Bool {
        let messages = try bus.messages(on: topic, overflow: overflow)
        session.begunAfter = sources.map { $0.begun.load(ordering: .sequentiallyConsistent) }
        for await message in messages {
            let (from, number) = data(message.payload)
            #expect(message.source == "p\(from)")
            #expect(message.sequence == UInt64(number))
            session.received.append((from, number, message.isRetained))
            if session.received.count == end { return true }
            if Int.random(in: 0..<4, using: &pace) == 0 { await Task.yield() }
        }
        session.dropped = Int(messages.dropped)
        return false
    }

    private func check(_ session: Session, _ publishers: Int, retains: Bool) {
        let kept = session.received.filter(\.isRetained).count
        #expect(kept <= (retains ? 1 : 0))
        #expect(session.received.dropFirst().allSatisfy { !$0.isRetained })
        var least = 0
        var most = 0
        for publisher in 0..<publishers {
            let sequences = session.received.filter { $0.from == publisher }.map(\.sequence)
            #expect(zip(sequences, sequences.dropFirst()).allSatisfy(<), "order, and nothing twice")
            least += perPublisher - session.begunAfter[publisher]
            most += perPublisher - session.publishedBefore[publisher]
            guard session.isUnbounded else { continue }
            #expect(
                zip(sequences, sequences.dropFirst()).allSatisfy { $0 + 1 == $1 },
                "no gap, not even between what was kept and what came")
            #expect((sequences.last ?? perPublisher) == perPublisher)
        }
        guard session.sawTheEnd else { return }
        // Every message that was published while it read was delivered or counted as dropped. The kept one is neither
        // published in that time nor missing from the sum, since it may have been dropped as the oldest.
        let sum = session.received.count + session.dropped
        #expect(sum >= least)
        #expect(sum <= most + (retains ? 1 : 0))
        if session.isUnbounded { #expect(session.dropped == 0) }
    }

    private func checkReport(_ stage: Stage, _ publishers: Int, _ sessions: [Session]) {
        guard let report = stage.report(Self.topicName) else {
            Issue.record("no report")
            return
        }
        #expect(report.published == UInt64(publishers * perPublisher))
        #expect(report.readers.isEmpty)
        // Who left in the middle may have had a few more in its hands than it looked at.
        let seen = sessions.reduce(0) { $0 + UInt64($1.received.count) }
        let inHands = UInt64(sessions.filter { !$0.sawTheEnd }.count * Mailbox.largestBatch)
        #expect((seen...seen + inHands).contains(report.endedReaders.delivered))
        #expect(report.endedReaders.dropped >= sessions.reduce(0) { $0 + UInt64($1.dropped) })
        if sessions.allSatisfy(\.sawTheEnd) { #expect(report.endedReaders.unread == 0) }
    }

    /// Readers that come and leave while nothing is published know exactly what they must get.
    @Test func countsAreExactBetweenPauses() async throws {
        var random = SeededRandom.announced()
        for round in 0..<20 {
            let stage = Stage()
            let readers = stage.member("readers", reads: [Self.topicName])
            let outs = try (0..<3).map { index in
                try Bus(member: stage.member("p\(index)", publishes: [Self.topicName]))
                    .publisher(on: Topic<Numbered>(Self.topicName))
            }
            let boxes = (0..<4).map { _ in
                let size = Int.random(in: 1...150, using: &random)
                return Bool.random(using: &random) ? Overflow.dropOldest(size) : .dropNewest(size)
            }
            let messages = try boxes.map {
                try Bus(member: readers).messages(on: Topic<Numbered>(Self.topicName), overflow: $0)
            }
            let counts = await withTaskGroup(of: Int.self) { group in
                for messages in messages { group.addTask { await messages.payloads().count } }
                await withTaskGroup { publishers in
                    for (index, out) in outs.enumerated() {
                        publishers.addTask { for number in 1...100 { out(Numbered(from: index, number: number)) } }
                    }
                }
                readers.drain()
                return await group.reduce(0, +)
            }
            #expect(counts + messages.reduce(0) { $0 + Int($1.dropped) } == 4 * 300, "round \(round)")
        }
    }
}
