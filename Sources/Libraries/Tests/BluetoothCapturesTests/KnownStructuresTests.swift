import Testing

@testable import BluetoothCaptures

@Suite struct KnownStructuresTests {
    @Test(
        arguments: [
            ("020A08", -33), ("020106 020AEC", -61), ("020A14", -21), ("020A15", nil), ("020A9B", nil), ("020A7F", nil),
            ("030A0000", nil), ("010A", nil), ("020106", nil), ("", nil), ("020A", nil),
        ] as [(String, Int?)])
    func whatAdvertisementsSayOfTheirPowerIsOfTheAntenna(_ data: String, _ expected: Int?) {
        let advertisement = Advertisement(address: .init(kind: 0, number: 1), rssi: nil, data: hex(data)[...])
        #expect(advertisement.declaredPower == expected)
    }

    @Test func iBeaconsAreReadAsTheirMakerHasThem() throws {
        let data = hex("4C000215 F7826DA64FA24E988024BC5B71E0893E 0102 0304 C5")
        let ibeacon = try #require(IBeaconData(data[...]))
        #expect(ibeacon.identity == hex("F7826DA64FA24E988024BC5B71E0893E 0102 0304") && ibeacon.power == -59)
        for count in 0..<data.count { #expect(IBeaconData(data[..<count]) == nil) }
        #expect(IBeaconData((data + [0])[...]) == nil)
        for place in 0..<4 {
            var other = data
            other[place] ^= 1
            #expect(IBeaconData(other[...]) == nil)
        }
    }
}
