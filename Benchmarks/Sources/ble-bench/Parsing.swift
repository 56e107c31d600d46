internal import BluetoothCaptures
internal import CircuitBeacons
internal import FeatureKit
internal import Measures

@testable import BLEFeature

/// How many advertisements one thread takes in a second, from the controller's event to the verdict on what it says.
enum Parsing {
    private static let rounds = 15
    private static let each = 200_000

    static func rows() throws -> [Row] {
        let phones = (0..<200).map { Air.phone($0) }
        let said = (0..<100).map { Air.beacon($0, sequence: 7) }
        let extended = (0..<100).map { Air.beacon($0, sequence: 7, extended: true) }
        // Each beacon says everything ten times and is one of many phones' neighbours.
        let news = (0..<each).map { Air.beacon($0 % 100, sequence: UInt16(truncatingIfNeeded: $0 / 100)) }
        let lap = (0..<each).map { turn in
            turn % 2 == 0
                ? Air.phone(turn % 5_000) : Air.beacon(turn % 100, sequence: UInt16(truncatingIfNeeded: turn / 1_000))
        }
        return try [
            parsedAlone(said), row("a phone's: another company", phones), row("a beacon's, repeated", said),
            row("a beacon's, repeated, extended", extended), row("a beacon's, news each time", news),
            row("half phones, half beacons that say all ten times", lap),
        ]
    }

    /// What it takes to read a beacon's word, with nothing made of it.
    private static func parsedAlone(_ events: [[UInt8]]) throws -> Row {
        var reader = AdvertisementReader()
        var read = 0
        let measurements = (0..<rounds).map { _ -> Double in
            let start = Uptime.ofThread
            for turn in 0..<each {
                let record = CaptureRecord(
                    number: 1, flags: 3, microseconds: 0, packet: events[turn % events.count][...])
                reader.read(record, on: .hci, at: .zero) { report in
                    guard case .success(let advertisement) = report else { return }
                    var structures = ADStructures(advertisement.data)
                    while let structure = structures.next() {
                        guard structure.type == ADStructures.manufacturer,
                            let payload = BeaconFrame.payload(of: structure.data),
                            (try? BeaconFrame(payload)) != nil
                        else { continue }
                        read += 1
                    }
                }
            }
            return Double(Uptime.ofThread - start) / Double(each)
        }
        guard read == rounds * each else { throw BenchError("\(read) words of \(rounds * each) are read") }
        return Row("a beacon's word, read alone", unit: "ns", ours: try Sample(measurements), bar: 1_000)
    }

    private static func row(_ name: String, _ events: [[UInt8]]) throws -> Row {
        var hearing = Hearing()
        var time = Duration.zero
        let measurements = (0..<rounds).map { _ -> Double in
            let start = Uptime.ofThread
            var index = 0
            for _ in 0..<each {
                hearing.hear(events[index][...], at: time)
                index += 1
                if index == events.count { index = 0 }
            }
            // What was said in a round has run out in the next.
            time += .seconds(300)
            return Double(Uptime.ofThread - start) / Double(each)
        }
        return Row(name, unit: "ns", ours: try Sample(measurements), bar: 1_000)
    }
}
