import BLEContracts
import BluetoothCaptures
import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct StrangerTests {
    private func strangers(_ ear: Ear) -> [Stranger] { ear.registry.strangers.newestFirst.map(\.value) }

    @Test func unknownSendersAreRemembered() throws {
        var ear = Ear(by: "north")
        #expect(ear.hear(zone: 3, from: "AA:00:00:00:00:01") == .refused(.notListed))
        ear.uptime += .seconds(5)
        _ = ear.hear(zone: 4, staff: 99, from: "AA:00:00:00:00:02")
        _ = ear.hear(zone: 5, from: "AA:00:00:00:00:01")
        let all = strangers(ear)
        #expect(all.map(\.address.description) == ["AA:00:00:00:00:01", "AA:00:00:00:00:02"])
        #expect(all.map(\.zone) == [5, 4] && all.map(\.staff) == [nil, 99] && all.map(\.times) == [2, 1])
        #expect(all.map(\.first) == [.seconds(1_000), .seconds(1_005)])
        #expect(all.allSatisfy { $0.last == .seconds(1_005) && $0.listener == "north" && $0.rssi == -60 })
        // A sender that is known from now on is no stranger.
        ear.registry.keep(KnownBeacon(id: "new", zone: 5, address: "aa:00:00:00:00:01"), at: ear.uptime)
        #expect(strangers(ear).map(\.zone) == [4])
        #expect(ear.hear(zone: 5, from: "AA:00:00:00:00:01") == .published(.listed, "new"))
    }

    @Test func aHundredThousandAddressesTakeNoMoreRoomThanAThousand() {
        var ear = Ear([.grandstand])
        var random = SeededRandom(seed: 1)
        for round in 0..<100_000 {
            let number = UInt64.random(in: 1 << 40..<1 << 47, using: &random) & ~1
            _ = ear.hear(zone: 1, from: Advertisement.Address(kind: 1, number: number).description)
            if round % 50 == 0 { _ = ear.hear(zone: 2, from: "AA:00:00:00:00:01") }
        }
        #expect(ear.registry.strangers.count == Stranger.most)
        #expect(ear.registry.strangers.evicted == 100_001 - UInt64(Stranger.most))
        // One that is heard often is still there.
        #expect(strangers(ear).contains { $0.address.description == "AA:00:00:00:00:01" && $0.times == 2_000 })
        #expect(ear.hear(zone: 1001) == .published(.listed, "grandstand"))
    }
}
