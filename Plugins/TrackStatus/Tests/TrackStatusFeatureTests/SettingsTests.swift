import Testing

@testable import TrackStatusFeature

@Suite struct SettingsTests {
    @Test func `A zone has one name`() throws {
        var settings = Track.Settings()
        settings.zones = [
            NamedZone(zone: 1, name: "Paddock"), NamedZone(zone: 2, name: "Gate"), NamedZone(zone: 1, name: "Pits"),
            NamedZone(zone: 2, name: "Door"),
        ]
        let error = #expect(throws: TrackSettingsProblem.self) { try settings.check() }
        #expect(
            error?.description
                == "zones[2]: zone 1 (Pits) is zones[0] (Paddock) already; zones[3]: zone 2 (Door) is zones[1] (Gate) already"
        )
        settings.zones.removeLast(2)
        try settings.check()
    }

    @Test func `what contradicts itself is told`() {
        let recording = RecordingSettings(files: ["/nowhere"])
        let table: [(NetworkSettings, RecordingSettings?, String)] = [
            (
                NetworkSettings(url: "http://a"), recording,
                "`network` and `recording` are both set; a recording plays in the place of the network, so leave one out"
            ),
            (
                NetworkSettings(url: "ftp://user:pass@a/b?key=x"), nil,
                "`network.url` has to be an address that begins with http:// or https://, not \"ftp://a/b\""
            ),
            (
                NetworkSettings(url: "https://"), nil,
                "`network.url` has to be an address that begins with http:// or https://, not \"https://\""
            ),
            (
                NetworkSettings(url: "http://a b"), nil,
                "`network.url` has to be an address that begins with http:// or https://, not \"http://a b\""
            ),
            (
                NetworkSettings(url: "HTTPS://a", every: .seconds(30), stale: .seconds(30)), nil,
                "`network.stale` is 30s, which has to be more than `network.every`, 30s: each word would be stale before the next one"
            ),
        ]
        for (network, recording, told) in table {
            let settings = Track.Settings(network: network, recording: recording)
            #expect(throws: TrackSettingsProblem(description: told)) { try settings.check() }
        }
    }
}
