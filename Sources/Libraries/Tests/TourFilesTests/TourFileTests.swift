import FeatureKit
import Testing
import TourFiles

@Suite struct TourFileTests {
    private let text = #"""
        {"routes":[],"stops":[{"id":"s","route_id":"r","order":1,"name":"Gate","description":"","category":"historia","latitude":40.5,
        "longitude":-3.5,"audio_duration_seconds":10,"image_url":"","script_es":"Hola","script_en":"Hello","fun_fact":""}]}
        """#

    @Test func `names are those of the apps, and a stop reaches 25 metres unless told`() throws {
        let stop = try #require(try TourFile(json: Array(text.utf8)).stops.first)
        #expect(stop.triggerRadiusMeters == 25 && !stop.hasBeenVisited)
        #expect(stop.scripts == ["es": "Hola", "en": "Hello"])
        let written = TourFile(stops: [stop]).json
        #expect(written.contains(#""trigger_radius_meters":25"#) && written.contains(#""has_been_visited":false"#))
        #expect(!written.contains("script_fr"))
    }

    @Test func `a locked stop has no script in any language`() throws {
        var stop = try #require(try TourFile(json: Array(text.utf8)).stops.first)
        (stop.scriptCa, stop.scriptDe, stop.scriptEu, stop.scriptFr) = ("a", "b", "c", "d")
        (stop.scriptGl, stop.scriptIt, stop.scriptNl, stop.scriptPt) = ("e", "f", "g", "h")
        #expect(stop.scripts.count == 10)
        stop.lock()
        #expect(stop.scripts.isEmpty && stop.name == "Gate")
    }
}
