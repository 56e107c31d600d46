import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct RangesTests {
    private let beacon = Speaker(trust: .listed, beacon: "gate", power: nil)
    private let stranger = Speaker(trust: .anyone, beacon: nil, power: nil)

    private func moment(_ seconds: Double, wall: Int64 = 0) -> Moment {
        Moment(
            uptime: .seconds(seconds),
            wall: Timestamp(nanoseconds: wall * 1_000_000_000).advanced(by: .seconds(seconds)))
    }

    private func advertisement(_ number: UInt64, _ rssi: Int8?, _ data: String = "") -> Advertisement {
        Advertisement(address: .init(kind: 1, number: number), rssi: rssi, data: hex(data)[...])
    }

    @Test func whatIsKnownOfABeaconCountsFirst() {
        func metres(_ speaker: Speaker, declared: Bool, _ data: String) -> Double? {
            var settings = BLE.Settings(gateways: ["north"])
            (settings.distance.method, settings.distance.exponent) = (.path, 2)
            settings.distance.declared = declared
            var ranges = Ranges(settings)
            return ranges.hear(advertisement(1, -83, data), zone: 1, speaker, by: "north", at: moment(0))?.metres
        }
        let known = Speaker(trust: .signed, beacon: "gate", power: -43)
        #expect(metres(known, declared: true, "020AEC") == 100)
        #expect(metres(stranger, declared: false, "020AEC") == 10)
        // -20 dBm at the antenna are -61 a metre away.
        #expect(metres(stranger, declared: true, "020AEC") == 12.59)
        #expect(metres(stranger, declared: true, "") == 10)
    }

    @Test(arguments: [nil, 0] as [Int8?])
    func whatNobodyMeasuredSaysNothing(_ rssi: Int8?) {
        var ranges = Ranges(BLE.Settings(gateways: ["north"]))
        #expect(ranges.hear(advertisement(1, rssi), zone: 1, stranger, by: "north", at: moment(0)) == nil)
        #expect(ranges.count == 0 && ranges.takeNews().isEmpty)
    }

    @Test func aBeaconIsTheSameUnderAnotherAddress() {
        var ranges = Ranges(BLE.Settings(gateways: ["north"]))
        for second in 0..<20 {
            ranges.move(to: .seconds(second))
            _ = ranges.hear(
                advertisement(UInt64(second), -60), zone: 1, beacon, by: "north", at: moment(Double(second)))
        }
        #expect(ranges.count == 1)
        #expect(ranges.takeNews().map(\.beacon) == ["gate"])
    }

    @Test func eachListenerHasItsOwn() {
        var ranges = Ranges(BLE.Settings(gateways: ["north", "south"]))
        let near = ranges.hear(advertisement(1, -50), zone: 1, beacon, by: "north", at: moment(0))
        let far = ranges.hear(advertisement(1, -90), zone: 1, beacon, by: "south", at: moment(0))
        #expect(near?.metres ?? 0 < far?.metres ?? 0)
        #expect(ranges.takeNews().map(\.listener) == ["north", "south"])
        #expect(ranges.nearest("west") == nil && ranges.names == ["north", "south"])
    }

    /// Twenty thousand addresses: memory stays, and who is known keeps what was heard.
    @Test func strangersDriveOutStrangersOnly() {
        var ranges = Ranges(BLE.Settings(gateways: ["north"]))
        for number in 0..<60 {
            _ = ranges.hear(advertisement(1, -60), zone: 1, beacon, by: "north", at: moment(Double(number) / 10))
        }
        for number in 0..<20_000 {
            _ = ranges.hear(
                advertisement(UInt64(number) + 10, -99), zone: 1, stranger, by: "north",
                at: moment(6 + Double(number) / 20_000))
        }
        #expect(ranges.count == Hearer.mostStrangers + 1)
        #expect(ranges.forgotten == 20_000 - UInt64(Hearer.mostStrangers))
        // One signal of another strength moves it only a little.
        let after = ranges.hear(advertisement(1, -90), zone: 1, beacon, by: "north", at: moment(7))
        var fresh = Ranges(BLE.Settings(gateways: ["north"]))
        let anew = fresh.hear(advertisement(1, -90), zone: 1, beacon, by: "north", at: moment(7))
        #expect((after?.metres ?? 0) * 1.5 < anew?.metres ?? 0)
        #expect(ranges.nearest("north")?.beacon == "gate")
    }

    @Test func newsThatNobodyTakesAreBounded() {
        var ranges = Ranges(BLE.Settings(gateways: ["north"]))
        for number in 0..<10_000 {
            ranges.move(to: .seconds(number * 10))
            _ = ranges.hear(advertisement(1, -60), zone: 1, beacon, by: "north", at: moment(Double(number * 10)))
        }
        let news = ranges.takeNews()
        #expect(news.count == Ranges.mostNews && news.last?.beacon == "gate")
    }

    // MARK: - Time

    /// Who was the nearest in a recording, and since when, by its own clock.
    private func replay(speed: Double, late: Duration = .zero, rounds: Int = 1) -> [String] {
        var settings = BLE.Settings(captures: [.init(file: "lap.btsnoop", speed: speed)])
        settings.distance.smoothing = .none
        var ranges = Ranges(settings)
        var told: [String] = []
        var host = Duration.seconds(1_000)
        func tell(_ news: [Nearest]) {
            for one in news {
                let milliseconds = Double((one.since?.nanoseconds ?? 0) - 5_000_000_000_000) / 1_000_000
                told.append("\(milliseconds.rounded() / 1_000) \(one.beacon ?? "-")")
            }
        }
        // Whoever decides looks each 50 ms of the host, and what is replayed comes a little late.
        func wait(until due: Duration) {
            while host < due {
                host += .milliseconds(50)
                ranges.move(to: host)
                _ = ranges.decide()
                tell(ranges.takeNews())
            }
        }
        for _ in 0..<rounds {
            let start = host
            for (second, name) in [(0.0, "a"), (1, "b"), (2, "b"), (4.99, "a"), (12, "b"), (13, "c"), (17.5, "c")] {
                // Only some are late.
                if speed > 0 { wait(until: start + .seconds(second) / speed + (name == "a" ? .zero : late)) }
                ranges.move(to: host)
                _ = ranges.hear(
                    advertisement(UInt64(name.utf8.first ?? 0), name == "a" ? -50 : -52), zone: 1,
                    Speaker(trust: .listed, beacon: name, power: nil), by: "lap", at: moment(second, wall: 5_000))
                tell(ranges.takeNews())
            }
            wait(until: host + CaptureReplay.pause)
        }
        wait(until: host + .seconds(20))
        return told
    }

    @Test(arguments: [1, 0.5, 10, 1_000, 0])
    func aRecordingTellsTheSameAtEverySpeed(_ speed: Double) {
        let expected = ["0.0 a", "9.99 -", "12.0 b", "17.0 c", "22.5 -"]
        #expect(replay(speed: speed) == expected)
        #expect(replay(speed: speed, late: .milliseconds(200)) == expected)
    }

    @Test func aRecordingThatBeginsAnewGoesOn() {
        let told = replay(speed: 1, rounds: 3)
        // In the pause of a second nobody falls silent.
        #expect(told.prefix(4) == ["0.0 a", "9.99 -", "12.0 b", "17.0 c"])
        #expect(told.last == "22.5 -")
        #expect(told.filter { $0.hasSuffix("-") }.count == 4)
    }

    @Test func whoWaitsIsToldWhenToLookAgain() {
        var ranges = Ranges(BLE.Settings(gateways: ["north"]))
        #expect(ranges.decide() == nil)
        _ = ranges.takeSigns()
        _ = ranges.hear(advertisement(1, -60), zone: 1, beacon, by: "north", at: moment(0))
        #expect(ranges.takeSigns() == (true, true))
        #expect(ranges.takeNews().count == 1)
        #expect(ranges.decide() == .seconds(5))
        _ = ranges.hear(advertisement(1, -60), zone: 1, beacon, by: "north", at: moment(4))
        // Later is no reason to wake anybody.
        #expect(ranges.takeSigns() == (false, false))
        ranges.move(to: .seconds(5))
        #expect(ranges.decide() == .seconds(9))
        ranges.move(to: .seconds(9))
        #expect(ranges.decide() == nil)
        #expect(ranges.takeNews().map(\.beacon) == [nil])
    }
}
