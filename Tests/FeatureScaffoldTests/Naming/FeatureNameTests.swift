import FeatureScaffold
import Testing

@Suite struct FeatureNameTests {
    @Test(arguments: [
        ("Parking", "parking", "parking"), ("ValetParking", "valet-parking", "valetParking"), ("BLE", "ble", "ble"),
        ("BLEScanner", "ble-scanner", "bleScanner"), ("HTTP2Proxy", "http2-proxy", "http2Proxy"),
        ("TrackStatus", "track-status", "trackStatus"), ("V2X", "v2-x", "v2X"), ("A", "a", "a"), ("AB", "ab", "ab"),
        ("Area51", "area51", "area51"), ("XMLHTTPRequests", "xmlhttp-requests", "xmlhttpRequests"),
        ("OAuth", "o-auth", "oAuth"), ("Is", "is", "is"),
    ]) func isWrittenInThreeWays(_ type: String, _ id: String, _ prefix: String) throws {
        let name = try FeatureName(type)
        #expect((name.type, name.id, name.prefix) == (type, id, prefix))
    }

    @Test(arguments: [
        ("parking", "Parking"), ("valet-parking", "ValetParking"), ("valet_parking", "ValetParking"),
        ("Valet Parking", "ValetParking"), ("valetParking", "ValetParking"), ("../Parking", "Parking"),
        ("./Parking/", "Parking"),
    ]) func whatIsNoTypeIsRefusedAndWhatWasMeantIsSaid(_ text: String, _ meant: String) {
        #expect(throws: FeatureNameProblem.noTypeName(text, meant: meant)) { try FeatureName(text) }
    }

    /// Not even a guess is made of what leads to another name that can't be.
    @Test(arguments: ["", "2Fast", "Größe", "Паркинг", "🅿️", "route", "host", "-", "/", "P\u{301}arking", "Par\0king"])
    func whatMeansNothingIsRefused(_ text: String) {
        #expect(throws: FeatureNameProblem.self) { try FeatureName(text) }
        do { _ = try FeatureName(text) } catch {
            if case .noTypeName(_, let meant) = error { #expect(meant.map { (try? FeatureName($0)) != nil } ?? true) }
        }
    }

    @Test func whatOthersAreCalledIsRefused() {
        #expect(throws: FeatureNameProblem.taken("Route", by: .kit)) { try FeatureName("Route") }
        #expect(throws: FeatureNameProblem.taken("Feature", by: .kit)) { try FeatureName("Feature") }
        #expect(throws: FeatureNameProblem.taken("Self", by: .swift)) { try FeatureName("Self") }
        #expect(throws: FeatureNameProblem.taken("Testing", by: .swift)) { try FeatureName("Testing") }
        #expect(throws: FeatureNameProblem.taken("Ticket", by: .example)) { try FeatureName("Ticket") }
        #expect(throws: FeatureNameProblem.taken("Host", by: .host)) { try FeatureName("Host") }
        #expect(throws: FeatureNameProblem.taken("HOST", by: .host)) { try FeatureName("HOST") }
    }

    @Test func aLongNameIsRefused() throws {
        let longest = "P" + String(repeating: "a", count: FeatureName.longest - 1)
        #expect(try FeatureName(longest).type == longest)
        #expect(throws: FeatureNameProblem.tooLong(longest + "a")) { try FeatureName(longest + "a") }
    }

    @Test func everyProblemIsWorded() {
        #expect(
            "\(FeatureNameProblem.noTypeName("valet-parking", meant: "ValetParking"))"
                == "\"valet-parking\" must be the name of a Swift type: letters and digits, a capital first, such as "
                + "Parking; did you mean \"ValetParking\"?")
        #expect(
            "\(FeatureNameProblem.noTypeName("2", meant: nil))"
                == "\"2\" must be the name of a Swift type: letters and digits, a capital first, such as Parking")
        #expect("\(FeatureNameProblem.tooLong("Parking"))" == "\"Parking\" is longer than 30 letters")
        #expect(
            "\(FeatureNameProblem.endsInFeature("ParkingFeature", meant: "Parking"))"
                == "\"ParkingFeature\" says Feature, as every module will; did you mean \"Parking\"?")
        #expect(
            "\(FeatureNameProblem.taken("Route", by: .kit))"
                == "\"Route\" is a type of the kit, which the feature uses; choose another name")
        #expect(
            "\(FeatureNameProblem.taken("Task", by: .swift))"
                == "\"Task\" is a name of Swift or of its libraries; choose another name")
        #expect(
            "\(FeatureNameProblem.taken("Lot", by: .example))"
                == "\"Lot\" is a type of the example that a new feature begins with; choose another name")
        #expect("\(FeatureNameProblem.taken("Host", by: .host))" == "\"Host\" is the host itself; choose another name")
    }
}
