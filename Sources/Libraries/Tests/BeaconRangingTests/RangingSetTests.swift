import BluetoothCaptures
import FeatureKit
import Glibc
import Testing

@testable import BeaconRanging

/// The defaults in a hall where it is known how far away a beacon was; `make bench-ble-range` tries all settings.
@Suite(.enabled(if: RangingSet.isThere, "the ranging set (../shared/data/ble/tetam_trk) is not on this machine"))
struct RangingSetTests {
    private struct Signal {
        let time: Double
        let sensor: String
        let rssi: Int8
        let distance: Double
    }

    /// The sensors' places stand in the set as `"b827eb4521b4": [[7.00, 7.09, 1.22], …`.
    private func sensors() throws -> [String: [Double]] {
        let text = String(decoding: try RangingSet.bytes("/tetam_trk/cnf_tetam.dev"), as: UTF8.self)
        return Dictionary(
            uniqueKeysWithValues: text.matches(of: #/"([0-9a-f]{12})": \[\[([0-9., ]+)\]/#).map { match in
                (String(match.1), match.2.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) })
            })
    }

    private func signals(_ name: String) throws -> [Signal] {
        let sensors = try sensors()
        try #require(sensors.count == 12)
        let text = String(decoding: try RangingSet.bytes("/tetam_trk/\(name).mbd"), as: UTF8.self)
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
        var listeners: [String: ListenerRanging] = [:]
        var changes: [NearestChange] = []
        var off: [Double] = []
        var within = 0
        for signal in signals {
            let time = Duration.seconds(signal.time)
            let fresh = ListenerRanging(RangingSettings(), NearestSettings(), for: signal.sensor, speed: nil)
            let found = listeners[signal.sensor, default: fresh].hear(
                signal.rssi, power: -63, of: .init(kind: 0, number: 1), zone: 1, beacon: "carried",
                at: Moment(uptime: time, wall: Timestamp(nanoseconds: 0)), now: time, &changes)
            let distance = try #require(found)
            off.append(abs(distance.metres - signal.distance))
            if abs(distance.metres - signal.distance) <= distance.error { within += 1 }
        }
        off.sort()
        #expect(off[off.count / 2] < 2.2)
        #expect(off[off.count * 9 / 10] < 5.7)
        #expect((0.6...0.76).contains(Double(within) / Double(off.count)))
    }
}

/// The files of the set, which lie beside the repository on some machines.
private enum RangingSet {
    static let folder: String = {
        var folder = #filePath
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if unsafe access(folder + "/plugins.yaml", F_OK) == 0 { break }
        }
        return folder + "/../shared/data/ble"
    }()

    static let isThere = unsafe access(folder, R_OK) == 0

    static func bytes(_ name: String) throws -> [UInt8] {
        let file = unsafe try #require(unsafe fopen(folder + name, "rb"))
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}
