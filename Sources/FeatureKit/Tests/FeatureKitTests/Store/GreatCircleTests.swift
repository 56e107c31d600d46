@_spi(Hosting) import FeatureKit
import Testing

@Suite struct GreatCircleTests {
    @Test(
        arguments: [
            // Sagrada Família to Plaça de Catalunya, Barcelona to Madrid, Sydney to London.
            (41.4036, 2.1744, 41.3870, 2.1701, 1_880), (41.3874, 2.1686, 40.4168, -3.7038, 505_000),
            (-33.8688, 151.2093, 51.5074, -0.1278, 16_994_000), (0, 0, 0, 180, 20_015_114),
            (90, 0, -90, 77, 20_015_114),
            (0, 179.9999, 0, -179.9999, 22.24), (89.9999, 0, 89.9999, 180, 22.24), (10, 180, 10, -180, 0),
            (1, 1, 1, 1, 0),
        ] as [(Double, Double, Double, Double, Double)])
    func measures(_ lat: Double, _ lon: Double, _ otherLat: Double, _ otherLon: Double, _ metres: Double) {
        let (one, other) = (GeoPoint(lat: lat, lon: lon), GeoPoint(lat: otherLat, lon: otherLon))
        let distance = one.distance(to: other)
        #expect(abs(distance - metres) <= max(0.01, metres * 0.005))
        if metres == 0 { #expect(distance == 0, "the same point is no way away, whatever it is called") }
        #expect(abs(distance - other.distance(to: one)) < 1e-6)
    }

    @Test func boxesHoldAllThatIsWithin() {
        var random = SeededRandom.announced()
        for _ in 0..<4000 {
            let center = Self.point(&random)
            let other = Bool.random(using: &random) ? Self.point(&random) : Self.nearby(center, &random)
            let distance = GreatCircle.distance(from: center, to: other)
            let boxes = GeoBox.around(center, within: distance)
            #expect((1...2).contains(boxes.count))
            #expect(boxes.contains { $0.contains(other) }, "\(other) within \(distance) of \(center): \(boxes)")
            #expect(boxes.allSatisfy { $0.west <= $0.east && $0.west >= -180 && $0.east <= 180 })
        }
    }

    @Test func boxesAreNotMuchLargerThanWhatIsWithin() {
        let boxes = GeoBox.around(GeoPoint(lat: 41.4, lon: 2.17), within: 500)
        #expect(boxes.count == 1)
        #expect(boxes.allSatisfy { $0.north - $0.south < 0.0091 && $0.east - $0.west < 0.0121 })
        #expect(GeoBox.around(GeoPoint(lat: 0, lon: 179.999), within: 1_000).count == 2)
        #expect(GeoBox.around(GeoPoint(lat: 0, lon: 0), within: 1e300).count == 1)
    }

    static func point(_ random: inout SeededRandom) -> GeoPoint {
        let edges = [-180.0, 180, 179.99999, -179.99999, 0]
        let lat = [90.0, -90, 89.9999, -89.9999, 0, Double.random(in: -90...90, using: &random)]
        let lon = edges + [Double.random(in: -180...180, using: &random)]
        return GeoPoint(lat: lat.randomElement(using: &random) ?? 0, lon: lon.randomElement(using: &random) ?? 0)
    }

    private static func nearby(_ point: GeoPoint, _ random: inout SeededRandom) -> GeoPoint {
        let lon = point.lon + Double.random(in: -0.01...0.01, using: &random)
        return GeoPoint(
            lat: min(90, max(-90, point.lat + Double.random(in: -0.01...0.01, using: &random))),
            lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)
    }
}
