import FeatureKit
import Geography
import Testing

@Suite struct GeographyTests {
    private let start = GeoPoint(lat: 41.57, lon: 2.26)

    @Test func bearingAndDestinationAreEachOthersInverse() {
        for bearing in stride(from: 0.0, to: 360, by: 15) {
            let end = start.destination(bearing: bearing, metres: 1_500)
            #expect(abs(start.distance(to: end) - 1_500) < 0.01)
            #expect(abs((start.bearing(to: end) - bearing).remainder(dividingBy: 360)) < 0.001)
        }
        // Beyond the meridian where days begin.
        let east = GeoPoint(lat: 0, lon: 179.99).destination(bearing: 90, metres: 10_000)
        #expect(east.lon < -179 && east.isOnMap)
    }

    @Test func aLineKnowsItsLengthAndHowFarAPointIs() throws {
        let corner = start.destination(bearing: 90, metres: 1_000)
        let line = GeoLine([start, corner, corner.destination(bearing: 0, metres: 500)])
        #expect(abs(line.length - 1_500) < 0.1 && !line.isClosed)
        let beside = start.destination(bearing: 90, metres: 400).destination(bearing: 180, metres: 30)
        #expect(abs(try #require(line.distance(to: beside)) - 30) < 0.1)
        #expect(abs(try #require(line.distance(to: start.destination(bearing: 270, metres: 70))) - 70) < 0.1)
        let dense = line.dense(every: 30)
        #expect(dense.points.first == start && dense.points.last == line.points.last && dense.points.contains(corner))
        #expect(abs(dense.length - line.length) < 1)
        #expect(zip(dense.points, dense.points.dropFirst()).allSatisfy { $0.distance(to: $1) <= 30.1 })
        #expect(GeoLine([]).dense(every: 30).points.isEmpty && GeoLine([start]).dense(every: 30).points == [start])
        #expect(GeoLine([]).distance(to: start) == nil && GeoLine([start]).distance(to: start) == 0)
    }

    /// The example of the format's page.
    @Test func polylinesAreReadAndWritten() {
        let points = [
            GeoPoint(lat: 38.5, lon: -120.2), GeoPoint(lat: 40.7, lon: -120.95), GeoPoint(lat: 43.252, lon: -126.453),
        ]
        #expect(Polyline.text(points) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        #expect(Polyline.points("_p~iF~ps|U_ulLnnqC_mqNvxq`@") == points)
        #expect(Polyline.points(Polyline.text(points, .six), .six) == points)
        #expect(Polyline.text([]) == "" && Polyline.points("") == [])
        for text in ["_p~iF", "_", "é", "~~~~~~~~~~~~", "_p~iF~ps|U\u{1}"] {
            #expect(Polyline.points(text) == nil, "\(text)")
        }
    }

    @Test func featuresAreReadAndWritten() throws {
        let ring = GeoLine([start, GeoPoint(lat: 41.58, lon: 2.26), GeoPoint(lat: 41.58, lon: 2.27), start])
        let features = [
            GeoFeature(.point(start), Members([("name", "Gate")])), GeoFeature(.line(ring)),
            GeoFeature(.polygon([ring])),
        ]
        #expect(try GeoJSON.features(GeoJSON.value(features)) == features)
        let high: Value = [
            "type": "FeatureCollection",
            "features": [["type": "Feature", "geometry": ["type": "Point", "coordinates": [2, 41, 120.5]]]],
        ]
        #expect(try GeoJSON.features(high) == [GeoFeature(.point(GeoPoint(lat: 41, lon: 2)))])
    }

    @Test func whatIsNoMapSaysWhere() {
        func problem(_ geometry: Value, _ properties: Value = .null) -> String? {
            let feature: Value = ["type": "Feature", "geometry": geometry, "properties": properties]
            do { _ = try GeoJSON.features(["type": "FeatureCollection", "features": [feature]]) } catch {
                return "\(error)"
            }
            return nil
        }
        let place = "features[0].geometry: "
        #expect(throws: GeoJSONProblem.self) { try GeoJSON.features(["type": "Feature"]) }
        #expect(
            problem(["type": "Point", "coordinates": [2, 91]]) == place
                + "a point is a longitude and a latitude in degrees")
        #expect(problem(["type": "LineString", "coordinates": [[2, 41]]]) == place + "a line has two points")
        #expect(
            problem(["type": "Polygon", "coordinates": [[[2, 41], [2, 42], [3, 42], [3, 41]]]])
                == place + "a ring has four points and ends where it begins")
        #expect(
            problem(["type": "Circle", "coordinates": []]) == place + "expected a Point, a LineString or a Polygon")
        #expect(problem(.null) == place + "expected a geometry with coordinates")
        #expect(
            problem(["type": "Point", "coordinates": [2, 41]], [1]) == "features[0].properties: expected a mapping")
        let many = Value.list(Array(repeating: [2, 41], count: GeoJSON.mostPoints + 1))
        #expect(problem(["type": "LineString", "coordinates": many]) == place + "more than 100000 points")
    }
}
