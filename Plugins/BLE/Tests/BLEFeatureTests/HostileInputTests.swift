import BLEContracts
import BeaconRanging
import BluetoothCaptures
import FeatureKit
import LibraryTestSupport
import Testing

@testable import BLEFeature

/// Whatever a file or a radio sends: no trap, and everything is either published or counted.
@Suite struct HostileInputTests {
    private static let seeds: [UInt64] = [1, 2, 3, .random(in: 100 ... .max)]

    private var plain: [UInt8] {
        var writer = CaptureWriter()
        for step in 0..<20 {
            let frame = Events.frame(zone: UInt16(step), sequence: UInt16(step))
            let data = Events.beacon(step % 3 == 0 ? Events.staff(UInt32(step), sequence: 1) : frame)
            writer.add(Events.report(data), at: Int64(step) * 100_000)
        }
        return writer.bytes
    }

    @Test(arguments: seeds) func randomFiles(_ seed: UInt64) {
        print("random files: seed \(seed)")
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let head = Bool.random(using: &random) ? CaptureWriter().bytes : []
            _ = try? hear(head + random.bytes(.random(in: 0...300, using: &random)))
        }
    }

    @Test(arguments: seeds) func mutatedCaptures(_ seed: UInt64) throws {
        print("mutated captures: seed \(seed)")
        var random = SeededRandom(seed: seed)
        let original = plain
        var survived = 0
        for _ in 0..<500 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[.random(in: bytes.indices, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(.random(in: 0...bytes.count, using: &random)) }
            guard let (sightings, heard) = try? hear(bytes) else { continue }
            survived += 1
            #expect(heard.tally.published == UInt64(sightings.count))
            for sighting in sightings {
                let problems = Sighting.shape.problems(in: try Value(encoding: sighting))
                #expect(problems.isEmpty)
            }
        }
        #expect(survived > 0)
    }

    @Test(arguments: seeds) func mutatedPackets(_ seed: UInt64) throws {
        print("mutated packets: seed \(seed)")
        var random = SeededRandom(seed: seed)
        for turn in 0..<2_000 {
            let data = Events.beacon(Events.frame(sequence: UInt16(turn)))
            var event = Events.report(data)
            event[.random(in: event.indices, using: &random)] = .random(in: .min ... .max, using: &random)
            if turn % 5 == 0 { event.removeLast(.random(in: 0...event.count, using: &random)) }
            var writer = CaptureWriter()
            writer.add(event)
            let (_, heard) = try hear(writer.bytes)
            #expect(heard.tally.published + heard.tally.refused.values.reduce(0, +) >= 1)
        }
    }
}
