import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct StrangersTests {
    @Test func whoSpeaksAndIsNotKnownIsRemembered() throws {
        var ear = Ear(by: "north")
        #expect(ear.hear(zone: 3, from: "AA:00:00:00:00:01") == .refused(.notListed))
        ear.uptime += .seconds(5)
        _ = ear.hear(zone: 4, staff: 99, from: "AA:00:00:00:00:02")
        _ = ear.hear(zone: 5, from: "AA:00:00:00:00:01")
        let all = ear.registry.strangers.all
        #expect(all.map(\.address.description) == ["AA:00:00:00:00:01", "AA:00:00:00:00:02"])
        #expect(all.map(\.zone) == [5, 4] && all.map(\.staff) == [nil, 99] && all.map(\.times) == [2, 1])
        #expect(all.map(\.first) == [.seconds(1_000), .seconds(1_005)])
        #expect(all.allSatisfy { $0.last == .seconds(1_005) && $0.listener == "north" && $0.rssi == -60 })
        // Who is known from now on is no stranger.
        ear.knowledge.registry.keep(KnownBeacon(id: "new", zone: 5, address: "aa:00:00:00:00:01"))
        #expect(ear.registry.strangers.all.map(\.zone) == [4])
        #expect(ear.hear(zone: 5, from: "AA:00:00:00:00:01") == .published(.listed, "new"))
    }

    @Test func aHundredThousandAddressesTakeNoMoreRoomThanAThousand() {
        var ear = Ear([.grandstand])
        var random = SeededRandom(seed: 1)
        for round in 0..<100_000 {
            let address = Advertisement.Address.text(UInt64.random(in: 1 << 40..<1 << 47, using: &random) & ~1)
            _ = ear.hear(zone: 1, from: address)
            if round % 50 == 0 { _ = ear.hear(zone: 2, from: "AA:00:00:00:00:01") }
        }
        #expect(ear.registry.strangers.count == Strangers.most)
        #expect(ear.registry.strangers.forgotten == 100_001 - UInt64(Strangers.most))
        // Who is heard often is still there.
        #expect(
            ear.registry.strangers.all.contains { $0.address.description == "AA:00:00:00:00:01" && $0.times == 2_000 })
        #expect(ear.hear(zone: 1001) == .published(.listed, "grandstand"))
    }

    /// Against a list that is put in order each time.
    @Test(arguments: Array(UInt64(1)...4)) func itIsAList(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var strangers = Strangers()
        var model: [(address: UInt64, times: UInt64)] = []
        var forgotten: UInt64 = 0
        for step in 0..<3_000 {
            let address = UInt64.random(in: 0..<1_500, using: &random)
            let index = model.firstIndex { $0.address == address }
            if Int.random(in: 0..<10, using: &random) == 0 {
                strangers.forget(address)
                if let index { model.remove(at: index) }
            } else {
                strangers.note(word(from: address), by: "lap", at: .seconds(step))
                let times = index.map { model.remove(at: $0).times } ?? 0
                if index == nil, model.count == Strangers.most {
                    model.removeLast()
                    forgotten += 1
                }
                model.insert((address, times + 1), at: 0)
            }
            if step % 100 == 0 || step > 2_990 {
                let all = strangers.all
                #expect(all.map(\.address.number) == model.map(\.address))
                #expect(all.map(\.times) == model.map(\.times))
            }
        }
        #expect(strangers.forgotten == forgotten && strangers.count == model.count)
    }

    private func word(from address: UInt64) -> SpokenWord {
        let payload = Events.frame(sequence: 1)[...]
        guard let frame = try? BeaconFrame(payload) else { preconditionFailure("a frame that can be read") }
        return SpokenWord(
            frame: frame, payload: payload, seal: nil,
            advertisement: Advertisement(address: .init(kind: 1, number: address), rssi: nil, data: []))
    }
}
