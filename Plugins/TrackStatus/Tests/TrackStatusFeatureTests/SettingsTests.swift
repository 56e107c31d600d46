import FeatureKit
import Testing

@testable import TrackStatusFeature

@Suite struct SettingsTests {
    private static let table: [(Track.Settings, [String])] = [
        (
            Track.Settings(zones: [
                NamedZone(zone: 1, name: "Paddock"), NamedZone(zone: 2, name: "Gate"),
                NamedZone(zone: 1, name: "Pits"), NamedZone(zone: 2, name: "Exit"),
            ]),
            [
                "zones[2] zone 1 is called \"Paddock\" already", "zones[3] zone 2 is called \"Gate\" already",
            ]
        ),
        (Track.Settings(zones: [NamedZone(zone: 1, name: "Paddock"), NamedZone(zone: 2, name: "Gate")]), []),
        (
            Track.Settings(network: NetworkSettings(url: "https://")),
            ["network.url has to be an address that begins with http:// or https://, not \"https://\""]
        ),
        (
            Track.Settings(network: NetworkSettings(url: "http://a b")),
            ["network.url has to be an address that begins with http:// or https://, not \"http://a b\""]
        ),
    ]

    @Test(arguments: table.indices) func `what contradicts itself is told at its field`(index: Int) {
        let (settings, told) = Self.table[index]
        #expect(Track.problems(in: settings).map { "\($0.path) \($0.sentence)" } == told)
    }
}
