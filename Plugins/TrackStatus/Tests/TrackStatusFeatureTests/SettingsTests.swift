import Testing

@testable import TrackStatusFeature

@Suite struct SettingsTests {
    @Test func `A zone has one name`() throws {
        var settings = Track.Settings()
        settings.zones = [
            NamedZone(zone: 1, name: "Paddock"), NamedZone(zone: 2, name: "Gate"), NamedZone(zone: 1, name: "Pits"),
            NamedZone(zone: 2, name: "Door"),
        ]
        let error = #expect(throws: SettingsError.self) { try settings.check() }
        #expect(
            error?.description
                == "zones[2]: zone 1 (Pits) is zones[0] (Paddock) already; zones[3]: zone 2 (Door) is zones[1] (Gate) already"
        )
        settings.zones.removeLast(2)
        try settings.check()
    }
}
