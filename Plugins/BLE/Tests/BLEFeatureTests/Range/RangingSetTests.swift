import FeatureKit
import Testing

@testable import BLEFeature

/// The settings as they are, held against a hall where it is known how far away everybody was; `make bench-ble-range` tries all of them.
@Suite(.enabled(if: Files.hasShared, "the ranging set (../shared/data/ble/tetam_trk) is not on this machine"))
struct RangingSetTests {
    private struct Signal {
        let time: Double
        let sensor: String
        let rssi: Int8
        let distance: Double
    }

    /// The sensors' places stand in the set as `"b827eb4521b4": [[7.00, 7.09, 1.22], …`.
    private func sensors() throws -> [String: [Double]] {
        let text = String(decoding: try Files.bytes(Files.shared + "/tetam_trk/cnf_tetam.dev"), as: UTF8.self)
        return Dictionary(
            uniqueKeysWithValues: text.matches(of: #/"([0-9a-f]{12})": \[\[([0-9., ]+)\]/#).map { match in
                (String(match.1), match.2.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) })
            })
    }

    private func signals(_ name: String) throws -> [Signal] {
        let sensors = try sensors()
        try #require(sensors.count == 12)
        let text = String(decoding: try Files.bytes(Files.shared + "/tetam_trk/\(name).mbd"), as: UTF8.self)
        return try text.split(separator: "\n").map { line in
            let fields = line.split(separator: ",").map(String.init)
            let place = try #require(sensors[fields[1]])
            let away = zip(fields[4...6].compactMap(Double.init), place).map { ($0 - $1) * ($0 - $1) }
            return Signal(
                time: try #require(Double(fields[0])), sensor: fields[1], rssi: try #require(Int8(fields[3])),
                distance: away.reduce(0, +).squareRoot())
        }.sorted { $0.time < $1.time }
    }

    /// The numbers were found on straight_01.
    @Test(arguments: ["straight_03", "rectangular_without_rotation"])
    func whatWasNeverSeenIsMeasuredAsWellAsThePageSays(_ name: String) throws {
        let signals = try signals(name)
        var ranges = Ranges(BLE.Settings(gateways: [], trust: .anyone))
        let beacon = Speaker(trust: .listed, beacon: "carried", power: nil)
        var off: [Double] = []
        var within = 0
        for signal in signals {
            let advertisement = Advertisement(address: .init(kind: 0, number: 1), rssi: signal.rssi, data: [])
            let moment = Moment(uptime: .seconds(signal.time), wall: Timestamp(nanoseconds: 0))
            let found = ranges.hear(advertisement, zone: 1, beacon, by: signal.sensor, at: moment)
            let reach = try #require(found)
            off.append(abs(reach.metres - signal.distance))
            if abs(reach.metres - signal.distance) <= reach.error { within += 1 }
        }
        off.sort()
        #expect(off[off.count / 2] < 2.2)
        #expect(off[off.count * 9 / 10] < 5.7)
        #expect((0.6...0.76).contains(Double(within) / Double(off.count)))
    }
}
