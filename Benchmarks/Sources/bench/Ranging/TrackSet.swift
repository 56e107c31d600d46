import FoundationEssentials
import Measures

/// A beacon that was carried through a hall in which twelve sensors hear it, with the place where it was each time.
struct Track {
    /// What one sensor heard.
    struct Signal {
        let sensor: String
        let time: Duration
        let rssi: Int8
        /// How far away the beacon was, in metres.
        let distance: Double
    }

    let name: String
    let signals: [Signal]
}

/// The data set's tracks and its sensors' places.
struct TrackSet {
    private struct Sensor: Decodable {
        let place: [Double]

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            place = try fields.decode([Double].self)
        }
    }

    static let names = ["straight_01", "straight_03", "rectangular_without_rotation"]

    let tracks: [Track]

    init(_ folder: String) throws {
        let devices = try Self.text(folder + "/cnf_tetam.dev")
        guard let line = devices.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix("Dongles:") }) else {
            throw BenchError("cnf_tetam.dev names no dongles")
        }
        let sensors = try JSONDecoder().decode(
            [String: Sensor].self, from: Data(line.dropFirst("Dongles:".count).utf8))
        tracks = try Self.names.map { try Track($0, Self.text("\(folder)/\($0).mbd"), sensors.mapValues(\.place)) }
    }

    private static func text(_ path: String) throws -> String {
        do { return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) } catch {
            throw BenchError.unreadable(path)
        }
    }
}

extension Track {
    init(_ name: String, _ text: String, _ sensors: [String: [Double]]) throws {
        self.name = name
        var signals: [Signal] = []
        for line in text.split(whereSeparator: \.isNewline) {
            // Time, sensor, beacon, strength, where it was, and how sure that is.
            let fields = line.split(separator: ",")
            let place = fields.dropFirst(4).prefix(3).compactMap { Double($0) }
            guard fields.count >= 7, let time = Double(fields[0]), let rssi = Int8(fields[3]), place.count == 3,
                let sensor = sensors[String(fields[1])], sensor.count == 3
            else { throw BenchError("\(name): can't read \"\(line.prefix(60))\"") }
            let distance = zip(place, sensor).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
            signals.append(
                Signal(sensor: String(fields[1]), time: .seconds(time), rssi: rssi, distance: distance))
        }
        // Some lines of the set stand a little later than they should.
        self.signals = signals.sorted { $0.time < $1.time }
    }
}
