import FeatureKit

/// One publisher to many readers, in rounds that end when every reader has everything.
///
/// The same work, message for message, as in `go/fanout/main.go`.
struct Fanout {
    /// The messages of a round; after them the publisher waits for the readers.
    static let roundSize = 1_000
    /// More than a round, so that nothing can be dropped.
    static let bufferSize = 1_024

    let readers: Int
    let rounds: Int
    let bus: Bus
    let clock: FeatureClock

    /// The nanoseconds that each delivery took, for readers with a message type.
    func measure<Read: Countable>(as type: Read.Type) async throws -> Double {
        let gate = RoundGate()
        let out = try bus.publisher(on: Topic<Reading>.readings)
        let subscriptions = try (0..<readers).map { _ in
            try bus.messages(on: Topic<Read>.readings, overflow: .dropOldest(Self.bufferSize))
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let warmUpRounds = rounds / 10 + 1
            for messages in subscriptions {
                group.addTask {
                    let tally = await Self.read(messages, rounds: warmUpRounds + rounds, gate)
                    guard tally.isExactly(rounds: warmUpRounds + rounds), messages.dropped == 0 else {
                        gate.giveUp()
                        throw IncompleteFanout(received: tally.received, dropped: messages.dropped)
                    }
                }
            }
            await publish(warmUpRounds, to: out, gate)
            let start = clock.uptime
            await publish(rounds, to: out, gate)
            let elapsed = clock.uptime - start
            try await group.waitForAll()
            return elapsed / .nanoseconds(1) / Double(rounds * Self.roundSize * readers)
        }
    }

    private func publish(_ rounds: Int, to out: Publisher<Reading>, _ gate: RoundGate) async {
        for round in 0..<rounds {
            gate.open(readers: readers)
            for number in 0..<Self.roundSize { out(Reading(station: number, lap: round, value: 1)) }
            guard await gate.wait() else { return }
        }
    }

    /// The messages that one reader got.
    private struct Tally {
        var received = 0
        var values = 0
        var stations = 0

        /// Every message once: the numbers of each round add up.
        func isExactly(rounds: Int) -> Bool {
            received == rounds * Fanout.roundSize && values == received
                && stations == received * (Fanout.roundSize - 1) / 2
        }
    }

    @concurrent
    private static func read(_ messages: Messages<some Countable>, rounds: Int, _ gate: RoundGate) async -> Tally {
        var tally = Tally()
        for await message in messages {
            let reading = message.payload
            tally.received += 1
            tally.values += reading.value
            tally.stations += reading.station
            guard tally.received.isMultiple(of: roundSize) else { continue }
            gate.arrive()
            if tally.received == rounds * roundSize { break }
        }
        return tally
    }
}

/// A reader did not get every message once, so there is no result to report.
struct IncompleteFanout: Error, CustomStringConvertible {
    let received: Int
    let dropped: UInt64

    var description: String {
        "not every reader got every message once: one got \(received), and \(dropped) were dropped"
    }
}
