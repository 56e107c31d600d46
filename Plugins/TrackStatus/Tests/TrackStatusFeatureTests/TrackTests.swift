import BLEContracts
@_spi(Hosting) import FeatureKit
import FeatureTestKit
import LiveTiming
import Testing

@testable import TrackStatusFeature

@Suite(.timeLimit(.minutes(3))) struct TrackTests {
    private func expect(
        _ mode: Mode, stale: Bool, of probe: Probe, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let status = try await probe.expect(Status.topic, sourceLocation: sourceLocation)
        #expect(status.mode == mode && status.stale == stale, sourceLocation: sourceLocation)
    }

    @Test func shapesAgree() {
        expectShapeAgrees(Track.Settings.self)
        expectShapeAgrees(Status.self)
        expectShapeAgrees(ZoneStatus.self)
        expectShapeAgrees(PersistedState.self)
        expectShapeAgrees(HistoryEntry.self)
        expectShapeAgrees(TimingSession.self)
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

    /// Runs it on a bus of its own beside somebody who says what is sighted and reads what it says.
    private func beside(
        _ body: (_ say: Publisher<Sighting>, _ words: inout Messages<Status>.Iterator) async throws -> Void
    ) async throws -> Message<Status>? {
        let bus = BusCore(clock: SystemClock())
        let log = Log(feature: "neighbour", sink: Silence())
        let neighbour = bus.join("ble", wiring: Wiring(publishes: ["ble.sighted"], reads: ["track.status"]), log: log)
        let entry = FeatureEntry(Track.self)
        let instance = FeatureInstance(
            id: "track", entry: entry, settings: Track.Settings.shape.completed([:]),
            in: .init(
                bus: bus, wiring: Wiring(entry.contracts), flags: NoFlags(), stores: MemoryStore(), log: Silence(),
                onReady: {}))
        let seen = try Bus(member: neighbour).messages(on: Status.topic)
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
        var late = try Bus(member: neighbour).messages(on: Status.topic).makeAsyncIterator()
        return await late.next()
    }

    /// One word among as many as wait at most, which come without a pause.
    @Test(arguments: [0, 30_000, 59_999]) func anEvacuationIsNotLostInAFlood(at place: Int) async throws {
        let normal = (0..<1_000).map { Sighting.from($0 + 10, zone: $0 % 50, .normal) }
        var evacuation = Sighting.from(1, zone: 77, .evacuation)
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

/// What counts where a listener is, as BLE says which beacon is nearest.
@Suite(.timeLimit(.minutes(2))) struct HereTests {
    @Test func `a listener is in the zone of its nearest beacon`() async throws {
        try await withFeature(Track.self, settings: .init(zones: [NamedZone(zone: 3, name: "Pits")])) { probe in
            let alone = try await probe.refusal {
                try await probe.call(TrackBoard.hereRoute, .init(listener: "north"))
            }
            #expect(alone == TrackRefusal.noNearest.answer)
            try probe.serve(.bleNearest) { request, _ in
                NearestZones(items: [NearestZones.Item(zone: request.listener == "north" ? 3 : nil)])
            }
            #expect(try await probe.call(TrackBoard.hereRoute, .init(listener: "north")).name == "Pits")
            let silent = try await probe.refusal {
                try await probe.call(TrackBoard.hereRoute, .init(listener: "south"))
            }
            #expect(silent == TrackRefusal.noBeacon.answer)
        }
    }
}
