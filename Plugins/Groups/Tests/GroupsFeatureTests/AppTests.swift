import FeatureKit
import FeatureTestKit
import Testing
import WebJSON

@testable import GroupsFeature

/// Apps from a store that say where somebody is.
@Suite(.timeLimit(.minutes(1))) struct AppTests {
    private func withPhone(_ body: (Probe, ID<Group>, _ token: String) async throws -> Void) async throws {
        try await withGroups { probe in
            let (group, code) = try await probe.group()
            try await probe.join(code, as: bob)
            try await probe.share(.exact, in: group, as: ada)
            try await probe.share(.exact, in: group, as: bob)
            let device = try await probe.call(GroupService.addDeviceRoute, .init(name: "phone"), as: ada)
            try await body(probe, group, device.token)
        }
    }

    private func ownTracks(_ text: String, _ token: String, _ probe: Probe) async throws -> Value {
        let message = AppMessage(Media(type: "application/json", bytes: Array(text.utf8)))
        let reply = try await probe.call(
            GroupService.ownTracksRoute, .init(token: token, message: message), as: .anybody)
        return try JSONText.value(of: reply.bytes)
    }

    @Test func ownTracksSaysWhereSomebodyIsAndHearsOfTheFriends() async throws {
        try await withPhone { probe, group, token in
            try await probe.move(.at(41.6, 2.3), as: bob)
            let friends = try await ownTracks(
                #"{"_type": "location", "lat": 41.57, "lon": 2.26, "tst": 1795345190, "acc": 12, "vel": 36, "cog": 90, "batt": 55, "tid": "ad", "t": "u", "BSSID": "x"}"#,
                token, probe)
            let me = try await probe.call(GroupService.changeMeRoute, .init(group: group), as: ada)
            #expect(me.fix?.point == GeoPoint(lat: 41.57, lon: 2.26) && me.fix?.speed == 10 && me.fix?.battery == 55)
            guard case .list(let items) = friends else { throw CancellationError() }
            #expect(items.map { $0["_type"] } == ["location", "card"])
            #expect(items[0]["lat"] == 41.6 && items[0]["tid"] == "BO" && items[1]["name"] == "Bob")
        }
    }

    @Test func waypointsBecomePlacesAndOtherMessagesAreTaken() async throws {
        try await withPhone { probe, group, token in
            _ = try await ownTracks(
                #"{"_type": "waypoints", "waypoints": [{"_type": "waypoint", "desc": "Gate 3", "lat": 41.57, "lon": 2.26, "rad": 80, "tst": 1}]}"#,
                token, probe)
            let places = try await probe.call(GroupService.oneRoute, .init(group: group), as: bob).places
            #expect(places.map(\.name) == ["Gate 3"] && places.first?.radius == 80)
            _ = try await ownTracks(#"{"_type": "lwt", "tst": 1}"#, token, probe)
            _ = try await ownTracks(
                #"{"_type": "waypoint", "desc": "x", "lat": 41.5, "lon": 2.2, "tst": 1e300}"#, token, probe)
            for text in [
                "{", "[]", #"{"_type": "location", "lat": 91, "lon": 0, "tst": 1}"#, #"{"lat": 1}"#,
                #"{"_type": "location", "lat": 41.5, "lon": 2.2, "tst": 9999999999}"#,
            ] {
                let refusal = try await probe.refusal { try await ownTracks(text, token, probe) }
                #expect(refusal?.status == 400, "\(text)")
            }
            #expect(
                try await probe.refusal { try await ownTracks(#"{"_type": "lwt"}"#, "wrong", probe) }?.status == 404)
        }
    }

    @Test func traccarClientOfBothKindsSaysWhereSomebodyIs() async throws {
        try await withPhone { probe, group, token in
            _ = try await probe.call(
                GroupService.traccarRoute,
                .init(
                    token: token, id: "1", lat: 41.57, lon: 2.26, timestamp: "1795345180", accuracy: 9, speed: 10,
                    batt: 80, deviceid: "1", hdop: 1, alarm: "sos"),
                as: .anybody)
            for time in ["9999999999", "nan", "inf", "1e300"] {
                let refusal = try await probe.refusal {
                    try await probe.call(
                        GroupService.traccarRoute,
                        .init(token: token, id: "1", lat: 41.57, lon: 2.26, timestamp: time), as: .anybody)
                }
                #expect(refusal?.status == 400, "\(time)")
            }
            var me = try await probe.call(GroupService.changeMeRoute, .init(group: group), as: ada)
            #expect(me.fix?.point.lat == 41.57 && (me.fix?.speed ?? 0) > 5.1 && me.fix?.battery == 80)
            let json = """
                {"location": {"timestamp": "2026-11-22T10:59:59Z", "coords": {"latitude": 41.6, "longitude": 2.3, "accuracy": 4},
                "battery": {"level": 0.5}}, "device_id": "1"}
                """
            _ = try await probe.call(
                GroupService.traccarRoute,
                .init(token: token, message: AppMessage(Media(type: "application/json", bytes: Array(json.utf8)))),
                as: .anybody)
            me = try await probe.call(GroupService.changeMeRoute, .init(group: group), as: ada)
            #expect(me.fix?.point.lat == 41.6 && me.fix?.battery == 50)
        }
    }

    @Test func roughPlacesAreRoughForFriendsAndTracksToo() async throws {
        try await withGroups { probe in
            let (group, code) = try await probe.group(history: .hours(1))
            try await probe.join(code, as: bob)
            try await probe.share(.rough, in: group, as: ada)
            try await probe.move(.at(41.57123, 2.26321), as: ada)
            let track = try await probe.call(GroupService.trackRoute, .init(group: group), as: ada)
            let text = String(decoding: track.bytes, as: UTF8.self)
            #expect(text.contains("<trkpt") && !text.contains("41.57123"))
            let map = try await probe.call(GroupService.mapRoute, .init(group: group), as: bob)
            #expect(!String(decoding: map.bytes, as: UTF8.self).contains("41.57123"))
        }
    }
}
