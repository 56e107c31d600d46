import Calendars
import FeatureKit
import Testing

@testable import TransitFeature

@Suite struct UpstreamTests {
    static let plan = """
        {"requestParameters": {}, "plan": {"date": 1764234000000, "from": {"name": "Origin"}, "itineraries": [
          {"duration": 2400, "startTime": 1764234000000, "endTime": 1764236400000, "walkTime": 300, "transitTime": 1800,
           "waitingTime": 300, "legs": [
            {"mode": "WALK", "startTime": 1764234000000, "endTime": 1764234300000, "distance": 350.5, "route": "",
             "from": {"name": "Origin", "lat": 41.37, "lon": 2.14}, "to": {"name": "Sants", "lat": 41.379, "lon": 2.14,
              "stopId": "1:71801"}},
            {"mode": "RAIL", "startTime": 1764234600000, "endTime": 1764236400000, "distance": 22000.0, "route": "R2N",
             "routeShortName": "R2N", "headsign": "Maçanet", "from": {"name": "Sants", "lat": 41.379, "lon": 2.14},
             "to": {"name": "Montmeló", "lat": 41.55, "lon": 2.24}}]},
          {"duration": 1, "startTime": 5, "endTime": 4, "legs": []},
          {"duration": 60, "startTime": 5, "endTime": 60005, "legs": [{"mode": "WALK"}]}]}}
        """

    @Test func aPlanIsReadAndWhatIsOddInItLeftOut() throws {
        let ways = try #require(OTPReply.itineraries(Array(Self.plan.utf8)))
        #expect(ways.count == 1)
        #expect(ways[0].walkTime == 300 && ways[0].transitTime == 1_800 && ways[0].legs.count == 2)
        #expect(ways[0].legs[0].route == .null && ways[0].legs[1].route == "R2N")
        #expect(ways[0].legs[0].to.stopId == "1:71801")
    }

    @Test(
        arguments: [
            ("{\"error\": {\"id\": 404, \"message\": \"PATH_NOT_FOUND\"}}", 0),
            ("{\"error\": {\"id\": 500, \"message\": \"SYSTEM_ERROR\"}}", nil), ("{}", nil), ("<html>", nil),
            ("[]", nil),
            ("{\"plan\": {\"itineraries\": []}}", 0), ("{\"plan\": {}}", nil), ("", nil),
        ] as [(String, Int?)]) func otherRepliesAreNothingFoundOrNoPlan(text: String, count: Int?)
    {
        #expect(OTPReply.itineraries(Array(text.utf8))?.count == count)
    }

    @Test func theEndOfATripIsReadInTwoForms() throws {
        #expect(try TransportWish.moment("2026-11-27T10:00:00Z") == 1_795_773_600)
        #expect(try TransportWish.moment("1795773600000") == 1_795_773_600)
        #expect(throws: TransitRefusal.self) { try TransportWish.moment("10:00") }
    }
}
