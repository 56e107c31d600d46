@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Testing

@testable import TrackStatusFeature

@Suite(.timeLimit(.minutes(1))) struct TrackTests {
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

    @Test func whatStaysOnTheTopicWhenItIsOffIsStale() async throws {
        let bus = BusCore(clock: SystemClock())
        let log = Log(feature: "neighbour", sink: Silence())
        let neighbour = bus.join("ble", wiring: Wiring(publishes: ["ble.sighted"], reads: ["track.status"]), log: log)
        let wiring = Wiring(
            publishes: ["track.status"], reads: ["ble.sighted", "host.features"],
            serves: ["track.status", "track.zone"])
        let instance = FeatureInstance(
            id: "track", entry: FeatureEntry(Track.self), settings: Track.Settings.shape.completed([:]),
            in: .init(bus: bus, wiring: wiring, flags: NoFlags(), log: Silence(), onReady: {}))
        let seen = try Bus(member: neighbour).messages(on: .trackStatus)
        let say = try Bus(member: neighbour).publisher(on: .bleSighted)

        try await withThrowingTaskGroup { group in
            group.addTask { try await instance.run() }
            var words = seen.makeAsyncIterator()
            // The first status comes when it listens.
            _ = await words.next()
            say(.from(1, .normal))
            #expect(await words.next()?.payload.stale == false)
            instance.drain()
            try await group.waitForAll()
        }
        var late = try Bus(member: neighbour).messages(on: .trackStatus).makeAsyncIterator()
        let last = await late.next()
        #expect(last?.isRetained == true && last?.payload.stale == true && last?.payload.mode == .unknown)
        #expect(instance.publishedTooLate == 0)
    }
}

private struct Silence: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { false }
    func write(_ record: LogRecord) {}
}

private struct NoFlags: FlagSource {
    func value(of key: String, for caller: Caller) -> Value? { nil }
}
