import BLEContracts
import BeaconRanging
import BluetoothCaptures
import FeatureKit
import Files
import Replay
import Testing

@testable import BLEFeature

/// How far away beacons are, and which is the nearest, as a reception has it.
@Suite struct RangingTests {
    private func reception(_ change: (inout BLE.Settings) -> Void = { _ in }) -> Reception {
        var settings = BLE.Settings(gateways: ["north", "south"])
        change(&settings)
        return Reception(settings)
    }

    private func moment(_ seconds: Double, wall: Int64 = 0) -> Moment {
        Moment(
            uptime: .seconds(seconds),
            wall: Timestamp(nanoseconds: wall * 1_000_000_000).advanced(by: .seconds(seconds)))
    }

    private func advertisement(_ number: UInt64, _ rssi: Int8?, _ data: String = "") -> Advertisement {
        Advertisement(address: .init(kind: 1, number: number), rssi: rssi, data: hex(data)[...])
    }

    private func speaker(_ beacon: String? = nil, power: Int? = nil) -> Speaker {
        Speaker(
            trust: beacon == nil ? .anyone : .listed,
            definition: beacon.map { .init(KnownBeacon(id: $0, power: power), isKept: false) })
    }

    @Test func whatIsKnownOfABeaconCountsFirst() {
        func metres(_ speaker: Speaker, declared: Bool, _ data: String) -> Double? {
            var reception = reception { settings in
                settings.distance = RangingSettings(method: .path, declared: declared, exponent: 2)
            }
            return reception.range(advertisement(1, -83, data), zone: 1, speaker, by: "north", at: moment(0))?.metres
        }
        #expect(metres(speaker("gate", power: -43), declared: true, "020AEC") == 100)
        #expect(metres(speaker(), declared: false, "020AEC") == 10)
        // -20 dBm at the antenna are -61 a metre away.
        #expect(metres(speaker(), declared: true, "020AEC") == 12.59)
        #expect(metres(speaker(), declared: true, "") == 10)
    }

    @Test(arguments: [nil, 0] as [Int8?])
    func whatWasNotMeasuredSaysNothing(_ rssi: Int8?) {
        var reception = reception()
        #expect(reception.range(advertisement(1, rssi), zone: 1, speaker(), by: "north", at: moment(0)) == nil)
        #expect(reception.takeMessages().nearest.isEmpty)
    }

    @Test func aBeaconIsTheSameUnderAnotherAddress() {
        var reception = reception { $0.beacons = [KnownBeacon(id: "gate", zone: 1)] }
        for second in 0..<20 {
            reception.pass(to: moment(Double(second)))
            _ = reception.range(
                advertisement(UInt64(second), -70), zone: 1, speaker("gate"), by: "north", at: moment(Double(second)))
        }
        #expect(reception.takeMessages().nearest.map(\.beacon) == ["gate"])
    }

    /// Twenty thousand addresses: memory stays, and what was heard of known beacons stays.
    @Test func unknownSendersDisplaceEachOtherOnly() {
        var changes: [NearestChange] = []
        func hear(_ ranging: inout ListenerRanging, _ number: Int, _ rssi: Int8, _ beacon: String?, at time: Double)
            -> Distance?
        {
            ranging.hear(
                rssi, power: -63, of: .init(kind: 1, number: UInt64(number)), zone: 1, beacon: beacon,
                at: moment(time), now: .seconds(time), &changes)
        }
        func fresh() -> ListenerRanging {
            ListenerRanging(RangingSettings(), NearestSettings(), for: "north", speed: nil)
        }
        var ranging = fresh()
        for number in 0..<60 { _ = hear(&ranging, 1, -60, "gate", at: Double(number) / 10) }
        for number in 0..<20_000 { _ = hear(&ranging, number + 10, -99, nil, at: 6 + Double(number) / 20_000) }
        #expect(ranging.count == ListenerRanging.mostUnknown + 1)
        #expect(ranging.forgotten == 20_000 - UInt64(ListenerRanging.mostUnknown))
        // One signal of another strength changes the level only a little.
        let after = hear(&ranging, 1, -90, "gate", at: 7)
        var other = fresh()
        let alone = hear(&other, 1, -90, "gate", at: 7)
        #expect((after?.metres ?? 0) * 1.5 < alone?.metres ?? 0)
        #expect(ranging.nearest.nearest?.id == .beacon("gate"))
    }

    @Test func theFlagsMethodIsThatOfItsListener() {
        var reception = reception { $0.distance = RangingSettings(smoothing: .none) }
        func metres(at listener: String) -> Double? {
            reception.range(advertisement(1, -90), zone: 1, speaker(), by: listener, at: moment(0))?.metres
        }
        reception.use(.path, for: "north")
        let (path, likely) = (metres(at: "north") ?? 0, metres(at: "south") ?? 0)
        #expect(path > 2 * likely)
        reception.use(.likely, for: "north")
        #expect(metres(at: "north") == likely)
    }

    @Test func aListenerIsCheckedWhenSomethingMayHaveChanged() {
        var reception = reception()
        #expect(reception.takeChecks().isEmpty)
        func hear(at second: Double) {
            reception.pass(to: moment(second))
            _ = reception.range(advertisement(1, -60), zone: 1, speaker(), by: "north", at: moment(second))
        }
        func checks() -> [Duration] { reception.takeChecks().map(\.at) }
        hear(at: 0)
        #expect(checks() == [.seconds(5)])
        // It is heard again: later is no reason to check earlier.
        hear(at: 4)
        #expect(checks().isEmpty)
        reception.pass(to: moment(5))
        reception.make(.listener("north"))
        #expect(checks() == [.seconds(9)])
        _ = reception.takeMessages()
        reception.pass(to: moment(9))
        reception.make(.listener("north"))
        #expect(checks().isEmpty && reception.takeMessages().nearest.map(\.address) == [nil])
    }

    // MARK: - Time

    /// Which beacon was the nearest in a recording, and since when, by its own clock.
    private func replay(speed: Double, late: Duration = .zero, rounds: Int = 1) -> [String] {
        let names = ["a", "b", "c"]
        var reception = Reception(
            BLE.Settings(
                captures: [CaptureSettings(file: "lap.btsnoop", speed: speed)],
                beacons: names.map { KnownBeacon(id: $0, zone: 1) }, distance: RangingSettings(smoothing: .none),
                nearest: NearestSettings(lock: 0)))
        var told: [String] = []
        var host = Duration.seconds(1_000)
        func tell(_ news: [Nearest]) {
            for one in news {
                let milliseconds = Double((one.since?.nanoseconds ?? 0) - 5_000_000_000_000) / 1_000_000
                told.append("\(milliseconds.rounded() / 1_000) \(one.beacon ?? "-")")
            }
        }
        // Each 50 ms of the host it is checked, and what is replayed comes a little late.
        func wait(until due: Duration) {
            while host < due {
                host += .milliseconds(50)
                reception.pass(to: Moment(uptime: host, wall: Timestamp(nanoseconds: 0)))
                reception.make(.listener("lap"))
                tell(reception.takeMessages().nearest)
            }
        }
        for _ in 0..<rounds {
            let start = host
            for (second, name) in [(0.0, "a"), (1, "b"), (2, "b"), (4.99, "a"), (12, "b"), (13, "c"), (17.5, "c")] {
                // Only some are late.
                if speed > 0 { wait(until: start + .seconds(second) / speed + (name == "a" ? .zero : late)) }
                reception.pass(to: Moment(uptime: host, wall: Timestamp(nanoseconds: 0)))
                _ = reception.range(
                    advertisement(UInt64(name.utf8.first ?? 0), name == "a" ? -50 : -52), zone: 1, speaker(name),
                    by: "lap", at: moment(second, wall: 5_000))
                tell(reception.takeMessages().nearest)
            }
            wait(until: host + .seconds(1))
        }
        wait(until: host + .seconds(20))
        return told
    }

    @Test(arguments: [1, 0.5, 10, 1_000, 0])
    func aRecordingSaysTheSameAtEverySpeed(_ speed: Double) {
        let expected = ["0.0 a", "9.99 -", "12.0 b", "17.0 c", "22.5 -"]
        #expect(replay(speed: speed) == expected)
        #expect(replay(speed: speed, late: .milliseconds(200)) == expected)
    }

    @Test func aRecordingThatStartsAgainGoesOn() {
        let told = replay(speed: 1, rounds: 3)
        // No beacon falls silent in the pause of a second.
        #expect(told.prefix(4) == ["0.0 a", "9.99 -", "12.0 b", "17.0 c"])
        #expect(told.last == "22.5 -")
        #expect(told.filter { $0.hasSuffix("-") }.count == 4)
    }
}
