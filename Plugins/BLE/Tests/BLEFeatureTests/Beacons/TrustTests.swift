import BLEContracts
import BeaconRanging
import BluetoothCaptures
import CircuitBeacons
import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct TrustTests {
    /// The page's table, row by row.
    @Test(arguments: [
        (
            Sighting.Trust.anyone,
            [Ear.Heard.published(.anyone, nil), .published(.listed, "grandstand"), .published(.signed, "paddock")]
        ),
        (.listed, [.refused(.notListed), .published(.listed, "grandstand"), .published(.signed, "paddock")]),
        (.signed, [.refused(.notSigned), .refused(.notSigned), .published(.signed, "paddock")]),
    ])
    func thePagesTable(trust: Sighting.Trust, expected: [Ear.Heard]) {
        var ear = Ear([.grandstand, .paddock, .marshal], trust: trust)
        #expect(ear.hear(zone: 1001, from: "AA:00:00:00:00:01") == expected[0])
        #expect(ear.hear(zone: 1001, from: "c0:ff:ee:00:00:01") == expected[1])
        #expect(ear.hear(zone: 1002, key: KnownBeacon.paddockKey, from: "AA:00:00:00:00:02") == expected[2])
        // A staff number is as good as an address.
        let staff = ear.hear(zone: 5, staff: 7, from: "AA:00:00:00:00:03")
        #expect(staff == (trust == .signed ? .refused(.notSigned) : .published(.listed, "marshal")))
        #expect(ear.registry.unknownSenders.count == 1)
    }

    @Test(arguments: Sighting.Trust.allCases) func whoHasAKeyIsBelievedOnlyWhereItSigns(trust: Sighting.Trust) {
        var ear = Ear([.gate, .paddock, .chief], trust: trust)
        let gate = "C0:FF:EE:00:00:03"
        #expect(ear.hear(from: gate) == .refused(.notSigned))
        #expect(ear.hear(key: "nobody's key whatever", from: gate) == .refused(.wrongSignature))
        // Another one's key of the same zone is none of its own.
        #expect(ear.hear(key: KnownBeacon.paddockKey, from: gate) == .refused(.wrongSignature))
        #expect(ear.hear(key: KnownBeacon.gateKey, from: gate) == .published(.signed, "gate"))
        #expect(ear.hear(zone: 9, staff: 8) == .refused(.notSigned))
        #expect(ear.hear(zone: 9, staff: 8, key: KnownBeacon.gateKey) == .refused(.wrongSignature))
        #expect(ear.hear(zone: 9, staff: 8, key: KnownBeacon.chiefKey) == .published(.signed, "chief"))
        #expect(ear.state("gate")?.refused == 3)
        #expect(ear.state("gate")?.why == .wrongSignature)
        #expect(ear.state("gate")?.times == 1)
        #expect(ear.registry.unknownSenders.count == 0)
    }

    @Test(arguments: Sighting.Trust.allCases) func aKeyGoesWhereverItsBeaconGoes(trust: Sighting.Trust) {
        var ear = Ear([.gate, .paddock], trust: trust)
        for address in ["AA:00:00:00:00:01", "AA:00:00:00:00:02"] {
            #expect(ear.hear(key: KnownBeacon.gateKey, from: address) == .published(.signed, "gate"))
            #expect(ear.hear(key: KnownBeacon.paddockKey, from: address) == .published(.signed, "paddock"))
        }
        // Of a zone that is not its own a key says nothing.
        let elsewhere = ear.hear(zone: 1003, key: KnownBeacon.gateKey, from: "AA:00:00:00:00:03")
        #expect(
            elsewhere
                == (trust == .anyone
                    ? .published(.anyone, nil) : .refused(trust == .listed ? .notListed : .notSigned)))
    }

    @Test(arguments: Sighting.Trust.allCases) func aZoneHasToBeItsOwn(trust: Sighting.Trust) {
        let both = KnownBeacon(id: "both", zone: 5, staff: 9, key: Secret(KnownBeacon.chiefKey))
        var ear = Ear([.grandstand, .gate, both], trust: trust)
        #expect(ear.hear(zone: 1002) == .refused(.wrongZone))
        #expect(ear.hear(zone: 1, key: KnownBeacon.gateKey, from: "C0:FF:EE:00:00:03") == .refused(.wrongZone))
        // Staff speak of any zone, but not with the words of a beacon that stands somewhere.
        #expect(ear.hear(zone: 1, staff: 9, key: KnownBeacon.chiefKey) == .published(.signed, "both"))
        #expect(ear.hear(zone: 5, key: KnownBeacon.chiefKey, from: "AA:00:00:00:00:01") == .published(.signed, "both"))
    }

    @Test func aStaffNumberIsStrongerThanAnAddress() {
        let stand = KnownBeacon(id: "stand", zone: 5, address: Ear.address)
        let helper = KnownBeacon(id: "helper", address: "C0:FF:EE:00:00:09", staff: 9)
        var ear = Ear([stand, .chief, helper])
        // A sender with the address of a beacon without a key can't be the chief.
        #expect(ear.hear(zone: 5, staff: 8) == .refused(.notSigned))
        // A number that nobody has is nobody's, whatever its address.
        #expect(ear.hear(zone: 5, staff: 99) == .refused(.notListed))
        #expect(ear.hear(zone: 6, staff: 99, from: "C0:FF:EE:00:00:09") == .refused(.notListed))
        #expect(ear.hear(zone: 6, from: "C0:FF:EE:00:00:09") == .refused(.wrongZone))
        #expect(ear.hear(zone: 6, staff: 9, from: "C0:FF:EE:00:00:09") == .published(.listed, "helper"))
    }

    @Test(arguments: Sighting.Trust.allCases) func whatWasRecordedIsWorthNothingAfterwards(trust: Sighting.Trust) {
        var ear = Ear([.paddock, .gate], trust: trust)
        let key = Array(KnownBeacon.paddockKey.utf8)
        let sent = EncodedFrame(
            .beacon(temperature: 20), zone: 1002, mode: 3, flags: 0, sequence: 1, ttl: 10, signedBy: key, at: ear.wall)
        #expect(ear.hear(sent.advertisement) == .published(.signed, "paddock"))
        // Whatever address it is repeated by, it is the beacon's and known, until its TTL is over.
        #expect(ear.hear(sent.advertisement) == .refused(.repeated))
        #expect(ear.hear(sent.advertisement, from: "AA:00:00:00:00:00") == .refused(.repeated))
        ear.uptime += .seconds(10)
        ear.wall = Ear.wall.advanced(by: .seconds(179))
        #expect(ear.hear(sent.advertisement, from: "AA:00:00:00:00:01") == .published(.signed, "paddock"))
        ear.wall = Ear.wall.advanced(by: .seconds(180))
        #expect(ear.hear(sent.advertisement, from: "AA:00:00:00:00:02") == .refused(.untimelySignature))
        // The clock is set back, far and a little.
        ear.wall = Ear.wall.advanced(by: .seconds(-121))
        #expect(ear.hear(sent.advertisement, from: "AA:00:00:00:00:03") == .refused(.untimelySignature))
        ear.wall = Ear.wall.advanced(by: .seconds(-120))
        ear.uptime += .seconds(10)
        #expect(ear.hear(sent.advertisement, from: "AA:00:00:00:00:04") == .published(.signed, "paddock"))
        // 45 days later the minute comes again: half an hour before it does not count.
        ear.wall = Ear.wall.advanced(by: .seconds(65_536 * 60 - 1_800))
        #expect(ear.hear(sent.advertisement, from: "AA:00:00:00:00:05") == .refused(.untimelySignature))
    }

    /// One that recorded the beacon's last word but one can't bring it back, from wherever.
    @Test func whatWasOvertakenStaysSoByEveryAddress() {
        var ear = Ear([.paddock])
        let key = Array(KnownBeacon.paddockKey.utf8)
        func sent(_ mode: UInt8, _ sequence: UInt16) -> [UInt8] {
            EncodedFrame(
                .beacon(temperature: nil), zone: 1002, mode: mode, flags: 0, sequence: sequence, ttl: 10, signedBy: key,
                at: Ear.wall
            ).advertisement
        }
        #expect(ear.hear(sent(2, 10)) == .published(.signed, "paddock"))
        #expect(ear.hear(sent(0, 11), from: "AA:00:00:00:00:01") == .published(.signed, "paddock"))
        #expect(ear.hear(sent(2, 10), from: "AA:00:00:00:00:02") == .refused(.overtaken))
    }

    @Test func ofTwoZonesStaffMaySpeakWithOneSequence() {
        var ear = Ear([.chief])
        let key = Array(KnownBeacon.chiefKey.utf8)
        func sent(zone: UInt16) -> [UInt8] {
            EncodedFrame(
                .staff(8), zone: zone, mode: 3, flags: 1, sequence: 9, ttl: 60, signedBy: key, at: Ear.wall
            ).advertisement
        }
        #expect(ear.hear(sent(zone: 1)) == .published(.signed, "chief"))
        #expect(ear.hear(sent(zone: 2)) == .published(.signed, "chief"))
        #expect(ear.hear(sent(zone: 2)) == .refused(.repeated))
    }

    @Test func aSignatureOfAnotherWordIsNone() {
        var ear = Ear([.gate])
        let key = Array(KnownBeacon.gateKey.utf8)
        func sent(_ mode: UInt8) -> EncodedFrame {
            EncodedFrame(
                .beacon(temperature: nil), zone: 1002, mode: mode, flags: 0, sequence: 1, ttl: 10, signedBy: key,
                at: Ear.wall)
        }
        let (normal, red) = (sent(0).advertisement, sent(2).advertisement)
        // The first word with the second one's signature.
        let mixed = normal.dropLast(14) + red.suffix(14)
        #expect(ear.hear(Array(mixed), from: "C0:FF:EE:00:00:03") == .refused(.wrongSignature))
        // Two words and one signature: nobody knows of which.
        let both = normal.dropLast(14) + red.dropFirst(3)
        #expect(ear.hear(Array(both), from: "C0:FF:EE:00:00:03") == .refused(.notSigned))
        // The signature may come first.
        let turned = normal.prefix(3) + normal.suffix(14) + normal.dropFirst(3).dropLast(14)
        #expect(ear.hear(Array(turned), from: "C0:FF:EE:00:00:03") == .published(.signed, "gate"))
    }

    @Test(arguments: Sighting.Trust.allCases) func aSignatureThatCantBeReadIsNone(trust: Sighting.Trust) {
        var ear = Ear([.gate, .grandstand], trust: trust)
        let word = hex("020106 0B FF3412 0103EA0200002A0A")
        for broken in ["04FF3412F0", "0BFF3412F000000000000000", "0EFF3412F0000000000000000000FF"] {
            #expect(ear.hear(word + hex(broken), from: "C0:FF:EE:00:00:03") == .refused(.wrongSignature))
        }
    }

    @Test func ofAZoneOnlySoManyKeysAreTried() {
        func key(_ number: Int) -> String { "a key with the number \(number)" }
        let most = BeaconRegistry.mostKeysTried
        let addressed = (0..<most).map { number in
            KnownBeacon(
                id: "addressed-\(number)", zone: 1002, address: "C0:FF:EE:00:01:0\(number)", key: Secret(key(number)))
        }
        let bare = (most..<most + 3).map { KnownBeacon(id: "bare-\($0)", zone: 1002, key: Secret(key($0))) }
        var ear = Ear(addressed + bare)
        // Those come first that nothing but the key tells.
        for number in most..<most + 3 {
            #expect(ear.hear(key: key(number), from: "AA:00:00:00:00:01") == .published(.signed, "bare-\(number)"))
        }
        #expect(ear.hear(key: key(most - 4), from: "AA:00:00:00:00:01") == .published(.signed, "addressed-\(most - 4)"))
        #expect(ear.hear(key: key(most - 3), from: "AA:00:00:00:00:01") == .refused(.wrongSignature))
        #expect(
            ear.hear(key: key(most - 3), from: "C0:FF:EE:00:01:0\(most - 3)")
                == .published(.signed, "addressed-\(most - 3)"))
        let crowd = ear.registry.crowdedZones
        #expect(crowd.map(\.zone) == [1002] && crowd.map(\.signers) == [most + 3])
    }
}
