import FeatureKit
import FeatureTestKit
import Testing

@testable import BLEFeature

@Suite(.timeLimit(.minutes(2))) struct NearestTests {
    private static let gateway = Caller.user("north", roles: ["gateway"])
    private static let beacons = [
        KnownBeacon(id: "gate", zone: 1, address: "C0:FF:EE:00:00:01", power: -60),
        KnownBeacon(id: "stand", zone: 2, address: "C0:FF:EE:00:00:02", power: -60),
    ]

    private func post(
        _ probe: Probe, _ beacon: UInt8, at gateway: String = "north", rssi: Int, sequence: UInt16 = 1,
        ago: Duration = .zero
    ) async throws {
        let frame = Events.beacon(Events.frame(zone: UInt16(beacon), sequence: sequence))
        let digits = frame.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let advertisement = PostedAdvertisement(
            address: "C0:FF:EE:00:00:0\(beacon)", rssi: rssi, data: digits, ago: ago)
        _ = try await probe.call(
            .blePost, .init(gateway: gateway, advertisements: [advertisement]), as: Self.gateway)
    }

    private func asked(_ probe: Probe, _ listener: String? = nil) async throws -> [Nearest] {
        try await probe.call(.bleNearestNow, .init(listener: listener)).items
    }

    @Test func shapesAgree() {
        expectShapeAgrees(Nearest.self)
        expectShapeAgrees(NearestAll.self)
        expectShapeAgrees(AskNearest.self)
    }

    @Test func tellsWhoIsNearAndWhenAllAreSilent() async throws {
        let settings = BLE.Settings(gateways: ["north", "south"], beacons: Self.beacons)
        try await withFeature(BLE.self, settings: settings) { probe in
            #expect(try await asked(probe) == [Nearest(listener: "north"), Nearest(listener: "south")])
            let start = probe.clock.now
            try await post(probe, 1, rssi: -70)
            let told = try await probe.expect(.bleNearest)
            #expect(told.listener == "north" && told.beacon == "gate" && told.zone == 1 && told.since == start)
            #expect(told.address == "C0:FF:EE:00:00:01")
            let sighting = try await probe.expect(.bleSighted)
            #expect(sighting.distance == told.distance && sighting.error == told.error)
            #expect(try await asked(probe, "north") == [told])
            #expect(try await asked(probe, "south") == [Nearest(listener: "south")])

            // Repeated words keep it near, and whoever asks sees how near it is by now.
            await probe.advance(.seconds(4))
            try await post(probe, 1, rssi: -80)
            #expect(try await asked(probe, "north").first?.distance ?? 0 > told.distance ?? 0)
            await probe.expectNone(.bleNearest, within: .milliseconds(4_999))
            let silent = try await probe.expect(.bleNearest, within: .milliseconds(1))
            #expect(silent == Nearest(listener: "north", since: start.advanced(by: .seconds(9))))
            await probe.expectNone(.bleNearest, within: .seconds(3_600))
            #expect(try await asked(probe, "north") == [silent])
        }
    }

    @Test func anotherIsTheNearestAfterThreeSecondsToTheMoment() async throws {
        let settings = BLE.Settings(gateways: ["north"], beacons: Self.beacons)
        try await withFeature(BLE.self, settings: settings) { probe in
            for turn in 0..<5 {
                try await post(probe, 1, rssi: -80, sequence: UInt16(turn + 1))
                try await post(probe, 2, rssi: -70, sequence: UInt16(turn + 1))
                if turn == 0 { #expect(try await probe.expect(.bleNearest).beacon == "gate") }
                await probe.expectNone(.bleNearest, within: .milliseconds(turn < 4 ? 700 : 199))
            }
            let told = try await probe.expect(.bleNearest, within: .milliseconds(1))
            #expect(told.beacon == "stand")
        }
    }

    @Test func eachListenerHasItsOwnAndOthersAreNotThere() async throws {
        let settings = BLE.Settings(gateways: ["north", "south"], beacons: Self.beacons)
        try await withFeature(BLE.self, settings: settings) { probe in
            try await post(probe, 1, at: "north", rssi: -70)
            // The same word at another gateway is no news, but tells how near it is there.
            try await post(probe, 1, at: "south", rssi: -90)
            let (north, south) = (try await probe.expect(.bleNearest), try await probe.expect(.bleNearest))
            #expect(north.listener == "north" && south.listener == "south")
            #expect(north.distance ?? 0 < south.distance ?? 0)
            _ = try await probe.expect(.bleSighted)
            await probe.expectNone(.bleSighted)
            let refusal = try await probe.refusal { _ = try await asked(probe, "nort") }
            #expect(refusal == .notFound("nobody listens as \"nort\"; did you mean \"north\"?"))
        }
    }

    @Test func whoIsNotBelievedIsNotNear() async throws {
        let settings = BLE.Settings(gateways: ["north"], beacons: Self.beacons)
        try await withFeature(BLE.self, settings: settings) { probe in
            try await post(probe, 3, rssi: -20)
            await probe.expectNone(.bleNearest, within: .seconds(10))
            // What is too weak to say anything is near nevertheless, where nobody else is.
            try await post(probe, 1, rssi: -95)
            #expect(try await probe.expect(.bleNearest).beacon == "gate")
        }
    }

    @Test func aLateWordIsOverWhenItWouldBe() async throws {
        let settings = BLE.Settings(gateways: ["north"], beacons: Self.beacons)
        try await withFeature(BLE.self, settings: settings) { probe in
            await probe.advance(.seconds(60))
            let now = probe.clock.now
            try await post(probe, 1, rssi: -60, ago: .seconds(3))
            #expect(try await probe.expect(.bleNearest).beacon == "gate")
            let silent = try await probe.expect(.bleNearest, within: .seconds(2))
            #expect(silent.beacon == nil && silent.since == now.advanced(by: .seconds(2)))
            try await post(probe, 1, rssi: -60, sequence: 2, ago: .seconds(6))
            await probe.expectNone(.bleNearest, within: .seconds(10))
        }
    }
}
