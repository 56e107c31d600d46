import FeatureKit
import FeatureTestKit
import Files
import Geography
import Replay
import Testing
import WebJSON

@testable import TrackStatusFeature

/// The circuit's map, and what can't be one.
@Suite(.timeLimit(.minutes(2))) struct CircuitTests {
    private static let path: FilePath = {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return FilePath("/\(folder)/Scenarios/circuit.geojson")
    }()

    @Test func `the invented circuit is handed out with its length`() async throws {
        try await withFeature(Track.self, settings: .init(circuit: Self.path)) { probe in
            let media = try await probe.call(TrackBoard.mapRoute, Nothing())
            #expect(media.type == "application/geo+json")
            let features = try GeoJSON.features(try JSONText.value(of: media.bytes))
            let map = try CircuitMap(features)
            #expect((3_500..<6_500).contains(map.outline.length))
            #expect(features.first?.properties["length"] == .number(map.outline.length.rounded()))
            #expect(features.count { $0.properties["kind"] == "corner" } == 10)
        }
        try await withFeature(Track.self, settings: .init()) { probe in
            let refusal = try await probe.refusal { try await probe.call(TrackBoard.mapRoute, Nothing()) }
            #expect(refusal == TrackRefusal.noCircuit.answer)
        }
    }

    @Test func `what is wrong with a file is told with its place`() async throws {
        let folder = try Folder()
        for (text, told) in [
            ("{", ":1:2: error: expected a name in double quotes, or \"}\""),
            (
                #"{"type": "FeatureCollection", "features": []}"#,
                ": error: expected one LineString of kind track that ends where it begins"
            ),
        ] {
            let path = try folder.write("circuit.geojson", text)
            let error = await #expect(throws: InputProblem.self) { try await Circuit.read(FilePath(path)) }
            #expect(error?.description == path + told)
        }
    }
}
