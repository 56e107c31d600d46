import BLEContracts
import BluetoothCaptures
import FeatureKit
import LibraryTestSupport
import Testing

@testable import BLEFeature

@Suite struct UnknownSenderTests {
    private func unknownSenders(_ ear: Ear) -> [UnknownSender] { ear.registry.unknownSenders.newestFirst.map(\.value) }

    @Test func unknownSendersAreRemembered() throws {
        var ear = Ear(by: "north")
        #expect(ear.hear(zone: 3, from: "AA:00:00:00:00:01") == .refused(.notListed))
        (ear.uptime, ear.wall) = (ear.uptime + .seconds(5), ear.wall.advanced(by: .seconds(5)))
        _ = ear.hear(zone: 4, staff: 99, from: "AA:00:00:00:00:02")
        _ = ear.hear(zone: 5, from: "AA:00:00:00:00:01")
        let all = unknownSenders(ear)
        #expect(all.map(\.address) == ["AA:00:00:00:00:01", "AA:00:00:00:00:02"])
        #expect(all.map(\.zone) == [5, 4] && all.map(\.staff) == [nil, 99] && all.map(\.times) == [2, 1])
        #expect(all.map(\.first) == [Ear.wall, Ear.wall.advanced(by: .seconds(5))])
        #expect(all.allSatisfy { $0.heard == ear.wall && $0.listener == "north" && $0.rssi == -60 })
        // A sender that is known from now on is no sender.
        ear.registry.keep(KnownBeacon(id: "new", zone: 5, address: "aa:00:00:00:00:01"), at: ear.uptime)
        #expect(unknownSenders(ear).map(\.zone) == [4])
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
        #expect(ear.registry.unknownSenders.count == UnknownSender.most)
        #expect(ear.registry.unknownSenders.evicted == 100_001 - UInt64(UnknownSender.most))
        // One that is heard often is still there.
        #expect(unknownSenders(ear).contains { $0.address == "AA:00:00:00:00:01" && $0.times == 2_000 })
        #expect(ear.hear(zone: 1001) == .published(.listed, "grandstand"))
    }
}
