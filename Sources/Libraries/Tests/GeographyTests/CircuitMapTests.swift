import FeatureKit
import Geography
import Testing

@Suite struct CircuitMapTests {
    private static let outline: Value = [[2, 41], [2.01, 41], [2.01, 41.01], [2, 41]]

    private static func feature(_ kind: String, _ type: String, _ coordinates: Value, number: Value? = nil) -> Value {
        var properties = Members([("kind", .text(kind))])
        properties["number"] = number
        return [
            "type": "Feature", "properties": .object(properties),
            "geometry": ["type": .text(type), "coordinates": coordinates],
        ]
    }

    static let wrong: [([Value], String)] = [
        ([], "expected one LineString of kind track that ends where it begins"),
        (
            [feature("track", "LineString", [[2, 41], [2.01, 41]])],
            "expected one LineString of kind track that ends where it begins"
        ),
        (
            [feature("lake", "Point", [2, 41])],
            "features[0].properties.kind: expected one of track, sector, straight, corner, zone, poi"
        ),
        (
            [feature("corner", "LineString", [[2, 41], [2.01, 41]])], "features[0].geometry: not one that a corner has"
        ),
        (
            [feature("track", "LineString", outline), feature("corner", "Point", [2, 41])],
            "features[1].properties.number: a corner has a whole number"
        ),
        (
            [
                feature("track", "LineString", outline), feature("corner", "Point", [2, 41], number: 1),
                feature("corner", "Point", [2.01, 41], number: 1),
            ], "features[2].properties.number: there is corner 1 already"
        ),
        (
            [feature("track", "LineString", outline), feature("corner", "Point", [2.005, 40.999], number: 1)],
            "features[1]: this corner is more than 50 m from the track"
        ),
    ]

    @Test(arguments: wrong.indices) func whatNoMapCanBeIsToldWithItsPlace(index: Int) throws {
        let (features, told) = Self.wrong[index]
        let read = try GeoJSON.features(["type": "FeatureCollection", "features": .list(features)])
        #expect(throws: CircuitMap.Problem(told)) { try CircuitMap(read) }
    }

    @Test func aMapKnowsItsOutline() throws {
        let features: [Value] = [
            Self.feature("corner", "Point", [2, 41], number: 1), Self.feature("track", "LineString", Self.outline),
            Self.feature("poi", "Point", [2.5, 41.5]),
        ]
        let map = try CircuitMap(try GeoJSON.features(["type": "FeatureCollection", "features": .list(features)]))
        #expect(map.outline.points.count == 4 && map.features.count == 3)
        #expect(map.features[1].properties["length"] == .number(map.outline.length.rounded()))
    }
}
