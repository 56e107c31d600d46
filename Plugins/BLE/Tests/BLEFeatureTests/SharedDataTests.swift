import BLEContracts
import BeaconRanging
import BluetoothCaptures
import CircuitBeacons
import FeatureKit
import FoundationEssentials
import Testing

@testable import BLEFeature

/// Real captures and other people's vectors, which lie beside the repository on some machines.
@Suite(.enabled(if: Files.hasShared, "the shared captures (../shared/data/ble) are not on this machine"))
struct SharedDataTests {
    private func decoded<T: Decodable>(_ name: String, as type: T.Type) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(Files.bytes(Files.shared + "/" + name)))
    }

    private func hear(_ name: String) throws -> (sightings: [Sighting], tally: Tally) {
        let (sightings, heard) = try BLEFeatureTests.hear(Files.bytes(Files.shared + "/" + name))
        return (sightings, heard.tally)
    }

    private struct FrameVector: Decodable {
        struct Expected: Decodable {
            let version: Int, zoneId: Int, mode: String, flags: Int, sequence: Int, ttlSeconds: Int
            let temperatureRaw: Int?, sourceId: UInt32?
        }
        let name: String, company: Int, payload: String, ad: String
        let expect: Expected?
    }

    @Test func everyFrameVector() throws {
        let vectors = try decoded("georacing_payload_vectors.json", as: [FrameVector].self)
        #expect(vectors.count == 19)
        for vector in vectors {
            let frame = try? BeaconFrame(hex(vector.payload)[...])
            if let expected = vector.expect {
                let frame = try #require(frame, "\(vector.name)")
                #expect(frame.sender == expected.sourceId.map { .staff($0) } ?? .beacon)
                #expect(Int(frame.zone) == expected.zoneId)
                #expect(Sighting.Mode(frame.mode).rawValue == expected.mode)
                #expect(Int(frame.flags) == expected.flags)
                #expect(Int(frame.sequence) == expected.sequence)
                #expect(Int(frame.ttl) == expected.ttlSeconds)
                #expect(frame.temperature.map(Int.init) == expected.temperatureRaw)
            } else if vector.company == Int(BeaconFrame.company) {
                #expect(frame == nil, "\(vector.name)")
            }
            // The same through the whole chain, in the advertisement that carries it.
            var writer = CaptureWriter()
            writer.add(Events.report(hex(vector.ad)))
            let (sightings, _) = try BLEFeatureTests.hear(writer.bytes)
            #expect(sightings.count == (vector.expect == nil ? 0 : 1), "\(vector.name)")
        }
    }

    @Test func theSyntheticCapture() throws {
        let (sightings, tally) = try hear("georacing_synthetic.btsnoop")
        let first = sightings.filter { $0.zone == 1001 && $0.kind == .beacon }
        // Wrapped, in order, and after the silence from the start again.
        #expect(first.map(\.sequence) == [65_533, 65_534, 65_535, 0, 1, 2, 1])
        #expect(first.map(\.mode) == [.normal, .normal, .normal, .normal, .normal, .redFlag, .normal])
        #expect(sightings.filter { $0.zone == 1002 }.map(\.sequence) == Array(10...39))
        #expect(sightings.filter { $0.zone == 1002 }.allSatisfy { $0.temperature == -5 })
        let staff = sightings.filter { $0.kind == .staff }
        #expect(staff.map(\.mode) == [.evacuation] && staff.map(\.ttl) == [.seconds(60)])
        #expect(tally.published == 38)
        #expect(
            tally.refused == [.repeated: 2, .overtaken: 1, .brokenStructure: 1, .otherCompany: 2, .noTTL: 1])
    }

    @Test func aRealLegacyLog() throws {
        let (sightings, tally) = try hear("btsnoop_decoder_le_adv.log")
        // 69 records: 32 of them carry 59 reports, none of which is ours.
        #expect(sightings.isEmpty)
        #expect(tally.refused == [.noAdvertisement: 37, .otherCompany: 59])
    }

    @Test func aRealExtendedLog() throws {
        let (sightings, tally) = try hear("btsnoop_extcap_le_ext_adv.log")
        #expect(sightings.isEmpty)
        #expect(tally.refused == [.noAdvertisement: 210, .otherCompany: 12])
    }
}
