import BLEContracts
import BeaconRanging
import BluetoothCaptures
import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct WrongSettingsTests {
    @Test(arguments: [
        ("C0:FF:EE:00:00:01", UInt64(0xC0FF_EE00_0001)), ("c0:ff:ee:00:00:01", 0xC0FF_EE00_0001),
        ("00:00:00:00:00:00", 0), ("FF:FF:FF:FF:FF:FF", 0xFFFF_FFFF_FFFF), ("C0-FF-EE-00-00-01", nil),
        ("C0FFEE000001", nil), ("C0:FF:EE:00:00", nil), ("C0:FF:EE:00:00:01:", nil), ("C0:FF:EE:00:00:1", nil),
        ("+0:FF:EE:00:00:01", nil), ("-1:FF:EE:00:00:01", nil), ("G0:FF:EE:00:00:01", nil),
        (" 0:FF:EE:00:00:01", nil), ("０1:FF:EE:00:00:01", nil), ("", nil),
    ])
    func addressesAreReadAsPeopleWriteThem(text: String, number: UInt64?) {
        #expect(Advertisement.Address(text)?.number == number)
        if let number { #expect(Advertisement.Address(kind: 0, number: number).description == text.uppercased()) }
    }

    private func problems(_ beacons: [KnownBeacon]) -> [String] {
        BLE.problems(in: BLE.Settings(beacons: beacons)).map { "\($0.path): \($0.sentence)" }
    }

    @Test func whatBelongsTogetherIsFine() {
        let all: [KnownBeacon] = [.grandstand, .paddock, .gate, .marshal, .chief]
        #expect(problems(all).isEmpty)
        // In another zone the same key is another beacon's.
        let other = KnownBeacon(id: "other", zone: 1003, key: Secret(KnownBeacon.paddockKey))
        #expect(problems(all + [other]).isEmpty)
    }

    @Test func everythingThatIsWrongIsToldAtOnce() {
        let beacons = [
            KnownBeacon(id: "a", zone: 1, address: "C0:FF:EE:00:00:01"),
            KnownBeacon(id: "a", zone: 1, address: "C0:FF:EE:00:00:02"),
            KnownBeacon(id: "a", zone: 1, address: "C0:FF:EE:00:00:04"),
            KnownBeacon(id: "b", zone: 2, address: "c0:ff:ee:00:00:01"),
            KnownBeacon(id: "c", zone: 2, staff: 5), KnownBeacon(id: "d", zone: 2, staff: 5),
            KnownBeacon(id: "e", zone: 2, key: Secret("fifteen bytes !")), KnownBeacon(id: "f", zone: 3),
            KnownBeacon(id: "g", zone: 4, address: "C0-FF-EE-00-00-03"),
            KnownBeacon(id: "h", address: "C0:FF:EE:00:00:03"),
            KnownBeacon(id: "i", zone: 5, key: Secret(KnownBeacon.gateKey)),
            KnownBeacon(id: "j", zone: 5, key: Secret(KnownBeacon.gateKey)),
            KnownBeacon(id: "k", zone: 5, key: Secret(String(repeating: "k", count: 65))),
            KnownBeacon(id: "l", zone: 5, key: Secret("k")),
        ]
        #expect(
            problems(beacons) == [
                "beacons: several are called \"a\"",
                "beacons[3]: \"a\" has the same address C0:FF:EE:00:00:01",
                "beacons[5]: \"c\" has the same staff number 5",
                "beacons[6]: its key has 15 bytes; it takes 16 to 64",
                "beacons[7]: it has no address, no staff number, no iBeacon and no key to be known by",
                "beacons[8]: \"C0-FF-EE-00-00-03\" is no address such as C0:FF:EE:00:00:01",
                "beacons[9]: it needs the zone that it speaks of, unless it is staff",
                "beacons[11]: \"i\" has the same key in zone 5, so they can't be told apart",
                "beacons[12]: its key has 65 bytes; it takes 16 to 64",
                "beacons[13]: its key has 1 byte; it takes 16 to 64",
            ])
    }
}
