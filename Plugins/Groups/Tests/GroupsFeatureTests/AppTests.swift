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

    @Test func regionsThatAreDeletedInTheAppAreDeletedInTheGroup() async throws {
        try await withPhone { probe, group, token in
            func names() async throws -> Set<String> {
                Set(try await probe.call(GroupService.oneRoute, .init(group: group), as: bob).places.map(\.name))
            }
            func region(_ name: String, _ lat: String, _ created: Int) -> String {
                #"{"_type": "waypoint", "desc": "\#(name)", "lat": \#(lat), "lon": "2.26", "rad": 80, "tst": \#(created)}"#
            }
            _ = try await probe.call(
                GroupService.setPlaceRoute,
                .init(group: group, place: "owntracks-9", name: "Bob's", point: GeoPoint(lat: 41.5, lon: 2.2)), as: bob)
            for (name, created) in [("Gate", 1), ("Bar", 2), ("Tower", 3)] {
                _ = try await ownTracks(region(name, "\"41.57\"", created), token, probe)
            }
            _ = try await ownTracks(
                #"{"_type": "waypoint", "desc": "Gate", "lat": "41.57", "lon": 2.26, "rad": "nan", "tst": 1}"#, token,
                probe)
            // A region of a beacon is nowhere.
            _ = try await ownTracks(#"{"_type": "waypoint", "desc": "Beacon", "uuid": "x", "tst": 4}"#, token, probe)
            #expect(try await names() == ["Bob's", "Gate", "Bar", "Tower"])
            // Coordinates that can't be delete it, by the time at which it was made or by its name.
            _ = try await ownTracks(region("Renamed", "-1000000", 1), token, probe)
            _ = try await ownTracks(region("Bar", "-1000000", 77), token, probe)
            _ = try await ownTracks(region("Bob's", "-1000000", 9), token, probe)
            #expect(try await names() == ["Bob's", "Tower"])
            // An export says all that there is.
            _ = try await ownTracks(
                #"{"_type": "waypoints", "waypoints": [\#(region("Stand", "41.58", 5))]}"#, token, probe)
            #expect(try await names() == ["Bob's", "Stand"])
        }
    }

    @Test func traccarIsTakenByGetAndAsAForm() async throws {
        try await withPhone { probe, group, token in
            _ = try await probe.call(
                GroupService.traccarByGetRoute,
                .init(
                    token: token, id: "1", lat: 41.57, lon: 2.26, timestamp: "1795345180", speed: 10, heading: 90,
                    altitude: 120, batt: 80, mock: true, driverUniqueId: "7"),
                as: .anybody)
            var me = try await probe.share(.exact, in: group, as: ada)
            #expect(me.fix?.point.lat == 41.57 && me.fix?.course == 90 && me.fix?.battery == 80)
            func form(_ text: String) -> TraccarReport {
                .init(
                    token: token,
                    message: AppMessage(
                        Media(type: "application/x-www-form-urlencoded", bytes: Array(text.utf8))))
            }
            let text = "deviceid=a%20b&lat=41.6&lon=2.3&timestamp=2026-11-22T10%3A59%3A50Z&batt=33.6&cell=1,2&x"
            _ = try await probe.call(GroupService.traccarRoute, form(text), as: .anybody)
            me = try await probe.share(.exact, in: group, as: ada)
            #expect(me.fix?.point == GeoPoint(lat: 41.6, lon: 2.3) && me.fix?.battery == 34)
            #expect(me.fix?.time == noon.advanced(by: .seconds(-10)))
            // What the app itself says is no fix moves nobody.
            _ = try await probe.call(GroupService.traccarRoute, form("lat=41.9&lon=2.9&valid=false"), as: .anybody)
            #expect(try await probe.share(.exact, in: group, as: ada).fix == me.fix)
            for wrong in ["", "lat=41.6", "lat=91&lon=2", "lat=nan&lon=2", "lat=41.6&lon=2.3&timestamp=soon", "%"] {
                let refusal = try await probe.refusal {
                    try await probe.call(GroupService.traccarRoute, form(wrong), as: .anybody)
                }
                #expect(refusal?.status == 400, "\(wrong)")
            }
        }
    }

    /// Nothing that anybody sees of somebody who shares roughly says more than the square they are in.
    @Test func whatIsRoughIsRoughInEverything() async throws {
        try await withGroups { probe in
            let (group, code) = try await probe.group(history: .hours(1))
            try await probe.join(code, as: bob)
            let device = try await probe.call(GroupService.addDeviceRoute, .init(name: "phone"), as: bob)
            let exact = GeoPoint(lat: 41.57123, lon: 2.26321)
            _ = try await probe.call(
                GroupService.setMeetingRoute, .init(group: group, name: "Gate", point: GeoPoint(lat: 41.6, lon: 2.3)),
                as: bob)
            try await probe.share(.rough, in: group, as: ada)
            var fix = Fix.at(41.57123, 2.26321)
            (fix.speed, fix.course, fix.battery) = (1.5, 77, 15)
            try await probe.move(fix, .at(41.57124, 2.26322, seconds: 1, accuracy: 900), as: ada)
            var stream = probe.news(of: group, as: bob)
            let ping = AppMessage(Media(type: "application/json", bytes: Array(#"{"_type": "lwt"}"#.utf8)))
            let bytes = [
                try await probe.call(GroupService.trackRoute, .init(group: group), as: ada).bytes,
                try await probe.call(GroupService.mapRoute, .init(group: group), as: bob).bytes,
                try await probe.call(GroupService.snapshotRoute, .init(group: group), as: bob).bytes,
                try await probe.call(
                    GroupService.ownTracksRoute, .init(token: device.token, message: ping), as: .anybody
                ).bytes, Array(try #require(try await stream.next()?.everybody).map(\.json).joined().utf8),
            ]
            for text in bytes.map({ String(decoding: $0, as: UTF8.self) }) {
                #expect(text.contains("41.57") || text.contains("41.56"), "\(text)")
                for digits in ["41.57123", "41.57124", "2.26321", "2.26322"] {
                    #expect(!text.contains(digits), "\(text)")
                }
                for word in [#""acc"#, #""speed"#, #""vel"#, #""course"#, #""cog"#, #""batt"#, #""poor"#] {
                    #expect(!text.contains(word), "\(text)")
                }
            }
            // The distance is that of the square's middle, and how often the phone sends says nothing of its battery.
            let me = try await probe.share(.rough, in: group, as: ada)
            #expect(me.distance == exact.rough.distance(to: GeoPoint(lat: 41.6, lon: 2.3)).rounded())
            #expect(me.staleAt == noon.advanced(by: .seconds(45)))
        }
    }
}
