@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Testing

@testable import TrackStatusFeature

@Suite(.timeLimit(.minutes(3))) struct TrackTests {
    private func states(_ ble: String, at clock: TestClock) -> HostFeatures {
        HostFeatures(features: [
            .init(id: "ble", state: ble, since: clock.now), .init(id: "track", state: "active", since: clock.now),
        ])
    }

    private func expect(
        _ mode: Mode, stale: Bool, of probe: Probe, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let status = try await probe.expect(.trackStatus, sourceLocation: sourceLocation)
        #expect(status.mode == mode && status.stale == stale, sourceLocation: sourceLocation)
    }

    @Test func shapesAgree() {
        expectShapeAgrees(Track.Settings.self)
        expectShapeAgrees(Sighted.self)
        expectShapeAgrees(Status.self)
        expectShapeAgrees(ZoneStatus.self)
        expectShapeAgrees(ZoneQuestion.self)
    }

    @Test func saysFromTheStartThatItKnowsNothing() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            try await expect(.unknown, stale: true, of: probe)
            let asked = try await probe.call(.trackStatus, Nothing())
            #expect(asked.mode == .unknown && asked.stale && asked.revision == 1)
        }
    }

    @Test func followsWhatIsSightedAndReplies() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            try await expect(.unknown, stale: true, of: probe)
            try probe.publish(.from(1, zone: 1, .normal), on: .bleSighted)
            try await expect(.normal, stale: false, of: probe)
            try probe.publish(.from(2, zone: 2, .redFlag), on: .bleSighted)
            let told = try await probe.expect(.trackStatus)
            #expect(told.mode == .redFlag && told.zones.map(\.zone) == [1, 2])
            let asked = try await probe.call(.trackStatus, Nothing())
            #expect(asked == told)
        }
    }

    @Test func turnsStaleByItselfWhenItIsQuiet() async throws {
        try await withFeature(Track.self, settings: .init(hold: .seconds(1))) { probe in
            try await expect(.unknown, stale: true, of: probe)
            try probe.publish(.from(1, .normal, ttl: 5), on: .bleSighted)
            try await expect(.normal, stale: false, of: probe)
            await probe.advance(.seconds(6))
            try await expect(.unknown, stale: true, of: probe)
        }
    }

    /// A beacon that repeats itself moves `validUntil`, which is published but no news for operators.
    @Test func logsWhatChangesForPeople() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            try await expect(.unknown, stale: true, of: probe)
            for ttl in [5, 6, 7] {
                try probe.publish(.from(1, .normal, ttl: ttl), on: .bleSighted)
                try await expect(.normal, stale: false, of: probe)
                // Nobody needs to be told more often than that.
                await probe.advance(.seconds(1))
            }
            #expect(probe.log.messages(.info) == ["track status", "track status"])
        }
    }

    /// The alarm was set for the long word; the short one has to move it.
    @Test func aShorterWordRunsOutFirst() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            try await expect(.unknown, stale: true, of: probe)
            try probe.publish(.from(1, zone: 1, .normal, ttl: 200), on: .bleSighted)
            try await expect(.normal, stale: false, of: probe)
            await probe.settle()
            try probe.publish(.from(2, zone: 2, .redFlag, ttl: 5), on: .bleSighted)
            try await expect(.redFlag, stale: false, of: probe)
            await probe.advance(.seconds(5))
            try await expect(.redFlag, stale: true, of: probe)
        }
    }

    @Test(arguments: ["off", "stopping", "failed", "quarantined", "stuck"])
    func isStaleAtOnceWithoutBLE(_ state: String) async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            try await expect(.unknown, stale: true, of: probe)
            try probe.publish(states("active", at: probe.clock), on: .hostFeatures)
            try probe.publish(.from(1, .normal), on: .bleSighted)
            try await expect(.normal, stale: false, of: probe)
            try probe.publish(states(state, at: probe.clock), on: .hostFeatures)
            try await expect(.unknown, stale: true, of: probe)
            // On again, and heard again.
            try probe.publish(states("active", at: probe.clock), on: .hostFeatures)
        }
    }

    /// Runs it on a bus of its own beside somebody who says what is sighted and reads what it says.
    private func beside(
        _ body: (_ say: Publisher<Sighted>, _ words: inout Messages<Status>.Iterator) async throws -> Void
    ) async throws -> Message<Status>? {
        let bus = BusCore(clock: SystemClock())
        let log = Log(feature: "neighbour", sink: Silence())
        let neighbour = bus.join("ble", wiring: Wiring(publishes: ["ble.sighted"], reads: ["track.status"]), log: log)
        let wiring = Wiring(
            publishes: Set(Track.contracts.filter { $0.role == .publishes }.map(\.name)),
            reads: ["ble.sighted", "host.features"],
            serves: Set(Track.contracts.filter { $0.role == .serves }.map(\.name)))
        let instance = FeatureInstance(
            id: "track", entry: FeatureEntry(Track.self), settings: Track.Settings.shape.completed([:]),
            in: .init(
                bus: bus, wiring: wiring, flags: NoFlags(), stores: MemoryStore(), log: Silence(), onReady: {}))
        let seen = try Bus(member: neighbour).messages(on: .trackStatus)
        let say = try Bus(member: neighbour).publisher(on: .bleSighted)

        try await withThrowingTaskGroup { group in
            group.addTask { try await instance.run() }
            var words = seen.makeAsyncIterator()
            // The first status comes when it listens.
            _ = await words.next()
            try await body(say, &words)
            instance.drain()
            try await group.waitForAll()
        }
        #expect(instance.publishedTooLate == 0)
        var late = try Bus(member: neighbour).messages(on: .trackStatus).makeAsyncIterator()
        return await late.next()
    }

    @Test func whatStaysOnTheTopicWhenItIsOffIsStale() async throws {
        let last = try await beside { say, words in
            say(.from(1, .normal))
            #expect(await words.next()?.payload.stale == false)
        }
        #expect(last?.isRetained == true && last?.payload.stale == true && last?.payload.mode == .unknown)
    }

    /// One word among as many as wait at most, which come without a pause.
    @Test(arguments: [0, 30_000, 59_999]) func anEvacuationIsNotLostInAFlood(at place: Int) async throws {
        let normal = (0..<1_000).map { Sighted.from($0 + 10, zone: $0 % 50, .normal) }
        var evacuation = Sighted.from(1, zone: 77, .evacuation)
        (evacuation.trust, evacuation.beacon) = (.listed, "north")
        let last = try await beside { say, words in
            for number in 0..<60_000 { say(number == place ? evacuation : normal[number % normal.count]) }
            // A beacon that says something else at once takes nothing back.
            say(.from(1, zone: 77, .normal))
            while let word = await words.next() {
                guard let told = word.payload.evacuation else { continue }
                #expect(told.zones == [77] && told.kept)
                break
            }
        }
        #expect(last?.payload.mode == .evacuation && last?.payload.stale == true)
    }
}

private struct Silence: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { false }
    func write(_ record: LogRecord) {}
}

private struct NoFlags: FlagSource {
    func value(of key: String, for caller: Caller) -> Value? { nil }
}
