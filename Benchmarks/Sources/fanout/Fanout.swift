@_spi(Hosting) import FeatureKit

/// One publisher to many readers, in rounds that end when every reader has everything.
///
/// It does what `go/fanout/main.go` does, message for message.
struct Fanout {
    /// So many messages go out before the publisher waits for the readers.
    static let roundSize = 1_000
    /// More than a round, so that nothing can be dropped.
    static let bufferSize = 1_024

    /// What a run came to.
    struct Outcome {
        let nanosecondsPerDelivery: Double
        let deliveries: Int
        let dropped: UInt64
        let isComplete: Bool
    }

    let readers: Int
    let rounds: Int
    let warmUpRounds: Int

    /// Runs it on features' own paths: a member per reader and one for the publisher, all on one bus.
    @concurrent
    func run() async throws -> Outcome {
        let bus = BusCore(clock: SystemClock())
        let log = Log(feature: "bench", sink: NoLog())
        let publisher = bus.join("publisher", wiring: Wiring(publishes: [Topic.readings.name]), log: log)
        let members = (0..<readers).map { index in
            bus.join("reader-\(index)", wiring: Wiring(reads: [Topic.readings.name]), log: log)
        }
        let gate = RoundGate()
        return try await withThrowingTaskGroup(of: Tally.self) { group in
            for member in members {
                let messages = try Bus(member: member).messages(on: .readings, overflow: .dropOldest(Self.bufferSize))
                group.addTask { await Self.read(messages, gate) }
            }
            let out = try Bus(member: publisher).publisher(on: .readings)
            await publish(warmUpRounds, to: out, gate)
            let clock = SystemClock()
            let start = clock.uptime
            await publish(rounds, to: out, gate)
            let elapsed = clock.uptime - start
            for member in members { member.drain() }

            let expected = (warmUpRounds + rounds) * Self.roundSize
            var outcome: (dropped: UInt64, isComplete: Bool) = (0, true)
            for try await tally in group {
                outcome.dropped += tally.dropped
                outcome.isComplete = outcome.isComplete && tally.isExactly(expected)
            }
            let deliveries = rounds * Self.roundSize * readers
            return Outcome(
                nanosecondsPerDelivery: elapsed / .nanoseconds(1) / Double(deliveries), deliveries: deliveries,
                dropped: outcome.dropped, isComplete: outcome.isComplete)
        }
    }

    private func publish(_ rounds: Int, to out: Publisher<Reading>, _ gate: RoundGate) async {
        for round in 0..<rounds {
            gate.open(readers: readers)
            for number in 0..<Self.roundSize { out(Reading(station: number, lap: round, value: 1)) }
            await gate.wait()
        }
    }

    /// What one reader got.
    private struct Tally {
        var received = 0
        var values = 0
        var stations = 0
        var dropped: UInt64 = 0

        /// Every message once: the numbers of each round add up.
        func isExactly(_ expected: Int) -> Bool {
            received == expected && values == expected && stations == expected * (Fanout.roundSize - 1) / 2
        }
    }

    @concurrent
    private static func read(_ messages: Messages<Reading>, _ gate: RoundGate) async -> Tally {
        var tally = Tally()
        for await message in messages {
            tally.received += 1
            tally.values += message.payload.value
            tally.stations += message.payload.station
            if tally.received.isMultiple(of: Fanout.roundSize) { gate.arrive() }
        }
        tally.dropped = messages.dropped
        return tally
    }
}

/// Nothing is logged here.
private struct NoLog: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { false }
    func write(_ record: LogRecord) {}
}
