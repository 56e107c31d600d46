import FeatureKit
import LibraryTestSupport
import Testing

@testable import Geography

struct GeoIndexTests {
    private func index(_ points: [GeoPoint]) -> GeoIndex {
        var index = GeoIndex()
        for (number, point) in points.enumerated() { index.insert(point, id: "\(number)", number: number) }
        return index
    }

    @Test func greatCirclesDecideAndNotDegrees() {
        // At 41° north a degree of longitude is a quarter shorter: the second is nearer, though more degrees away.
        let index = index([GeoPoint(lat: 41.010, lon: 2), GeoPoint(lat: 41, lon: 2.012)])
        #expect(index.nearest(5, to: GeoPoint(lat: 41, lon: 2)).map(\.number) == [1, 0])
    }

    @Test func theAntimeridianAndThePolesAreNoBorders() {
        let index = index([
            GeoPoint(lat: -17, lon: 179.999), GeoPoint(lat: -17, lon: -179.998), GeoPoint(lat: 90, lon: 77),
            GeoPoint(lat: 89.99, lon: -180), GeoPoint(lat: 0, lon: 0),
        ])
        #expect(index.nearest(9, to: GeoPoint(lat: -17, lon: -180), within: 300).map(\.number) == [0, 1])
        #expect(index.nearest(9, to: GeoPoint(lat: 89.999, lon: 0), within: 2_000).map(\.number) == [2, 3])
        #expect(index.nearest(9, to: GeoPoint(lat: 0, lon: 180)).last?.number == 4)
        #expect(index.nearest(9, to: GeoPoint(lat: 0, lon: 0), within: 0).map(\.distance) == [0])
    }

    @Test func whatIsExactlySoFarAwayIsWithin() {
        let (place, point) = (GeoPoint(lat: 41.6, lon: 2.28), GeoPoint(lat: 41.61, lon: 2.31))
        let distance = place.distance(to: point)
        #expect(index([point]).nearest(1, to: place, within: distance).count == 1)
        #expect(index([point]).nearest(1, to: place, within: distance.nextDown).isEmpty)
    }

    private func point(_ random: inout SeededRandom) -> GeoPoint {
        // Towns on the antimeridian and at the pole, the same place again and again, and anywhere.
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            GeoPoint(
                lat: -17 + .random(in: 0...0.1, using: &random),
                lon: [179.99, -179.99].randomElement(using: &random) ?? 0)
        case 1: GeoPoint(lat: .random(in: 89.9...90, using: &random), lon: .random(in: -180...180, using: &random))
        case 2: GeoPoint(lat: 41.5, lon: 2.25)
        case 3: GeoPoint(lat: .random(in: 41.5...41.6, using: &random), lon: .random(in: 2.2...2.3, using: &random))
        default: GeoPoint(lat: .random(in: -90...90, using: &random), lon: .random(in: -180...180, using: &random))
        }
    }

    /// Whatever comes and goes, a search finds what a look at all points finds, page by page.
    @Test(arguments: SeededRandom.seeds(4))
    func itAgreesWithALookAtAllPoints(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var index = GeoIndex()
        var points: [Int: GeoPoint] = [:]
        for number in 0..<1_500 {
            points[number] = point(&random)
            index.insert(points[number] ?? GeoPoint(lat: 0, lon: 0), id: "\(number)", number: number)
        }
        for number in 0..<1_500 where Int.random(in: 0..<3, using: &random) == 0 {
            guard let point = points.removeValue(forKey: number) else { continue }
            let isRemoved = (index.remove(point, number: number), index.remove(point, number: number))
            #expect(isRemoved == (true, false))
        }
        #expect(index.count == points.count)
        for _ in 0..<40 {
            let (place, divisor) = (point(&random), Int.random(in: 1...3, using: &random))
            let metres: Double = [Double.infinity, 20_000, 2_000_000].randomElement(using: &random) ?? 0
            let plain: [(number: Int, distance: Double)] =
                points.map { ($0.key, place.distance(to: $0.value)) }
                .filter { $0.0 % divisor == 0 && $0.1 <= metres }
                .sorted { ($0.1, "\($0.0)") < ($1.1, "\($1.0)") }
            var found: [GeoIndex.Hit] = []
            var after: GeoIndex.Key?
            repeat {
                let page = index.nearest(25, to: place, within: metres, after: after) { $0 % divisor == 0 }
                found += page
                after = found.count < 100 ? page.last?.key : nil
            } while after != nil
            try #require(found.prefix(100).map(\.number) == plain.prefix(100).map(\.number), "seed \(seed)")
        }
    }
}
