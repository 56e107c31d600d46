import BLEContracts
import BeaconRanging
import BluetoothCaptures
import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct ReceiverTests {
    private func hear(_ events: [(Double, [UInt8])]) throws -> (sightings: [Sighting], refused: [Rejection: UInt64]) {
        var writer = CaptureWriter()
        for (second, event) in events { writer.add(event, at: Int64(second * 1_000_000)) }
        let (sightings, heard) = try BLEFeatureTests.hear(writer.bytes)
        #expect(heard.tally.published == UInt64(sightings.count))
        return (sightings, heard.tally.refused)
    }

    @Test func aBeaconBecomesASighting() throws {
        let payload = hex("01 03E9 02 00 FFFF 0A FD")
        let (sightings, refused) = try hear([(0, Events.report(Events.beacon(payload), rssi: 0xC5))])
        // How far away it is, is measured elsewhere.
        #expect(
            sightings == [
                Sighting(
                    zone: 1001, mode: .redFlag, sequence: 65_535, ttl: .seconds(10), temperature: -3, rssi: -59,
                    address: "C0:FF:EE:00:00:01", kind: .beacon, listener: "lap", distance: sightings.first?.distance,
                    error: sightings.first?.error)
            ])
        #expect(refused.isEmpty)
    }

    @Test func staffBecomesASighting() throws {
        let payload = Events.staff(0xDEAD_BEEF, zone: 7, sequence: 9)
        let (sightings, _) = try hear([(0, Events.report(Events.beacon(payload), rssi: 127))])
        #expect(
            sightings == [
                Sighting(
                    zone: 7, mode: .evacuation, flags: 1, sequence: 9, ttl: .seconds(60), temperature: nil, rssi: nil,
                    address: "C0:FF:EE:00:00:01", kind: .staff, listener: "lap")
            ])
    }

    @Test func everyRefusalIsCountedByItsReason() throws {
        let good = Events.report(Events.beacon(Events.frame(sequence: 5)))
        func said(_ payload: [UInt8]) -> [UInt8] { Events.report(Events.beacon(payload)) }
        let (sightings, refused) = try hear([
            (0, good), (1, good),
            (2, said(Events.frame(sequence: 4))),
            (3, said(Events.frame(sequence: 6, ttl: 0))),
            (3, said([3, 0, 0, 0, 0, 0, 0, 0])),
            (3, said([1, 0, 0])),
            (3, said([1, 1, 2, 3, 4])),
            (3, Events.report(hex("0201060CFF4C000103E9000000050A18"))),
            (3, Events.report(hex("020106"))),
            (3, Events.report(hex("0201060CFF34120103E9"))),
            (3, [0x3E, 5, 2]),
            (3, hex("0E0401030C00")),
        ])
        #expect(sightings.count == 1)
        #expect(
            refused == [
                .repeated: 1, .overtaken: 1, .noTTL: 1, .otherVersion: 1, .otherSize: 1, .visitor: 1, .otherCompany: 2,
                .brokenStructure: 1, .brokenEvent: 1, .noAdvertisement: 1,
            ])
        // Nothing is missing above.
        let elsewhere: Set<Rejection> = [
            .inPieces, .expired, .notListed, .notSigned, .wrongSignature, .untimelySignature, .wrongZone, .tooWeak,
            .ibeacon,
            .unknownGateway,
        ]
        #expect(Set(refused.keys) == Set(Rejection.allCases).subtracting(elsewhere))
    }

    @Test func aWordWithoutTTLChangesNothing() throws {
        let (sightings, refused) = try hear([
            (0, Events.report(Events.beacon(Events.frame(sequence: 5, ttl: 0)))),
            (1, Events.report(Events.beacon(Events.frame(sequence: 5)))),
        ])
        #expect(sightings.count == 1 && refused == [.noTTL: 1])
    }

    @Test func ofSeveralCompaniesOursIsHeard() throws {
        let data = hex("03FF4C00") + Events.beacon(Events.frame(sequence: 1)) + hex("09FF")
        let (sightings, refused) = try hear([(0, Events.report(data))])
        #expect(sightings.count == 1 && refused.isEmpty)
    }

    @Test func theCompanyHasItsLowestByteFirst() throws {
        let (sightings, refused) = try hear([(0, Events.report(hex("0CFF12340103E9000000050A18")))])
        #expect(sightings.isEmpty && refused == [.otherCompany: 1])
    }

    @Test func theSampleTellsALap() throws {
        let (sightings, heard) = try BLEFeatureTests.hear(Files.bytes(Files.sample))
        #expect(heard.tally.refused == [.repeated: 150, .otherCompany: 15])
        let told = Dictionary(grouping: sightings, by: \.zone).mapValues { zone in
            zone.map(\.mode).reduce(into: [Sighting.Mode]()) { if $0.last != $1 { $0.append($1) } }
        }
        let lap: [Sighting.Mode] = [.normal, .safetyCar, .redFlag, .normal]
        #expect(told == [1001: lap, 1002: lap])
        #expect(sightings.count == 150)
        #expect(Set(sightings.map(\.sequence)).isSuperset(of: [0, 65_535]))
    }

    @Test func aSniffersLapTellsTheSame() throws {
        let (sightings, heard) = try BLEFeatureTests.hear(
            Files.bytes(Files.root + "/Plugins/BLE/Scenarios/lap.pcap"))
        #expect(try sightings == BLEFeatureTests.hear(Files.bytes(Files.sample)).sightings)
        // What only points to the second beacon's words is none, and 5 packets did not arrive whole.
        #expect(
            heard.tally.refused == [.repeated: 150, .otherCompany: 15, .noAdvertisement: 150, .brokenEvent: 5])
    }

    @Test func anIBeaconShowsWhereItIsAndSaysNothing() throws {
        let uuid = "F7826DA6-4FA2-4E98-8024-BC5B71E0893E"
        let entrance = KnownBeacon(
            id: "entrance", zone: 3, ibeacon: IBeacon(uuid: uuid, major: 258, minor: 772), map: MapPoint(x: 4, y: 5))
        let data = hex("0201061AFF4C000215F7826DA64FA24E988024BC5B71E0893E01020304C5")
        var ear = Ear([entrance], by: "north")
        for _ in 0..<20 {
            #expect(ear.hear(data) == .refused(.ibeacon))
            ear.uptime += .milliseconds(100)
        }
        #expect(ear.state("entrance")?.isOnline == true && ear.state("entrance")?.said == nil)
        // Its own power of -59 dBm counts where none is known: a level of -60 is near.
        let nearest = try #require(ear.reception.allNearest.first)
        #expect(nearest.beacon == "entrance" && nearest.zone == 3 && nearest.map == MapPoint(x: 4, y: 5))
        #expect(nearest.distance ?? 0 < 5 && nearest.locked)
        // Another minor is another beacon's, and where only signed words count none is believed.
        #expect(ear.hear(data.dropLast(2) + [5, 0xC5]) == .refused(.otherCompany))
        var strict = Ear([entrance], trust: .signed, by: "north")
        #expect(strict.hear(data) == .refused(.otherCompany) && strict.state("entrance")?.isOnline == false)
    }
}
