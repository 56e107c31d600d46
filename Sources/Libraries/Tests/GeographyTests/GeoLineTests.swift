import FeatureKit
import Geography
import Testing

@Suite struct GeoLineTests {
    @Test(arguments: [5.0, 50, 333]) func noGapIsLongerThanItMayBe(gap: Double) {
        let line = GeoLine([
            GeoPoint(lat: 41.3793, lon: 2.1402), GeoPoint(lat: 41.4106, lon: 2.1870),
            GeoPoint(lat: 41.4106, lon: 2.1870), GeoPoint(lat: 41.5519, lon: 2.2467),
        ])
        let dense = line.dense(every: gap)
        let gaps = zip(dense.points, dense.points.dropFirst()).map { GeoLine.distance($0, $1) }
        #expect(gaps.allSatisfy { $0 <= gap * 1.000_001 })
        // As many parts as have to be, and no more.
        let wanted = zip(line.points, line.points.dropFirst()).map { GeoLine.distance($0, $1) }
            .map { max(1, Int(($0 / gap).rounded(.up))) }.reduce(1, +)
        #expect(dense.points.count == wanted)
        for corner in line.points { #expect(dense.points.contains(corner)) }
    }

    /// Halfway from 0° to 90° of longitude at 45° north the great circle is at atan √2, far from the parallel.
    @Test func newPointsLieOnTheGreatCircle() throws {
        let line = GeoLine([GeoPoint(lat: 45, lon: 0), GeoPoint(lat: 45, lon: 90)])
        let middle = try #require(line.dense(every: 4_000_000).points.dropFirst().first)
        #expect(abs(middle.lat - 54.735_610_317) < 1e-6)
        #expect(abs(middle.lon - 45) < 1e-9)
    }

    @Test func aLineAcrossTheAntimeridianStaysThere() {
        let dense = GeoLine([GeoPoint(lat: 0, lon: 179.9), GeoPoint(lat: 0, lon: -179.9)]).dense(every: 5_000)
        #expect(dense.points.count == 6)
        #expect(dense.points.allSatisfy { abs($0.lon) >= 179.89 })
    }

    /// Out to a terminus and back on the same street: each stop is passed twice.
    @Test func aLineThatPassesAStopTwiceIsCutAtTheRightPassage() {
        let out = (0...10).map { GeoPoint(lat: 40 + Double($0) * 0.001, lon: -3) }
        let line = GeoLine(out + out.reversed().dropFirst())
        let stops = [0, 3, 10, 3, 0].map { GeoPoint(lat: 40 + Double($0) * 0.001, lon: -2.999_9) }
        let places = line.places(of: stops)
        #expect(places == places.sorted())
        let back = line.cut(from: places[2], to: places[3])
        #expect(back.points.first == out[10] && back.points.last == out[3])
        #expect(line.cut(from: places[1], to: places[3]).points.count == 15)
        #expect(line.cut(from: places[3], to: places[1]).points == [])
    }

    @Test func aCutBeginsAndEndsBesideItsStops() {
        let line = GeoLine([GeoPoint(lat: 40, lon: -3), GeoPoint(lat: 40.01, lon: -3)])
        let places = line.places(of: [GeoPoint(lat: 40.002, lon: -2.999), GeoPoint(lat: 40.007, lon: -2.999)])
        let cut = line.cut(from: places[0], to: places[1])
        #expect(cut.points.count == 2)
        #expect(abs(cut.points[0].lat - 40.002) < 1e-6 && abs(cut.points[1].lat - 40.007) < 1e-6)
        #expect(cut.heading == 0)
        #expect(GeoLine([GeoPoint(lat: 1, lon: 1)]).heading == nil)
        #expect(GeoLine([GeoPoint(lat: 0, lon: 1), GeoPoint(lat: 0, lon: 0)]).heading == 270)
    }

    @Test func aLineWithoutPartsIsNoTrouble() {
        for line in [GeoLine([]), GeoLine([GeoPoint(lat: 1, lon: 1)])] {
            #expect(line.dense(every: 50) == line)
            #expect(line.places(of: [GeoPoint(lat: 1, lon: 1)]) == [])
            let place = GeoLine.Place(part: 0, share: 0)
            #expect(line.cut(from: place, to: place).points == [])
        }
    }

    /// Ten thousand points on a long arc: each is where the interpolation between its ends puts it.
    @Test func manyStepsDoNotDrift() throws {
        let (from, to) = (GeoPoint(lat: 40.4, lon: -3.7), GeoPoint(lat: -33.9, lon: 151.2))
        let points = GeoLine([from, to]).dense(every: 2_000).points
        let whole = GeoLine.distance(from, to)
        for (number, point) in points.enumerated() {
            let share = Double(number) / Double(points.count - 1)
            #expect(abs(GeoLine.distance(from, point) - share * whole) < 0.01)
            #expect(abs(GeoLine.distance(point, to) - (1 - share) * whole) < 0.01)
        }
    }

    @Test func measuresLieBetweenThoseOfThePoints() {
        let found = GeoLine.places(at: [0, 5, 10, 25, 99], where: [0, 10, 10, 30])
        #expect(found.map(\.part) == [0, 0, 0, 2, 2])
        #expect(found.map(\.share) == [0, 0.5, 1, 0.75, 1])
    }

    @Test(
        arguments: [
            ("41.57,2.26", [41.57, 2.26]), (" 91 , -200 ", [91, -200]), ("41.57", nil), ("a,b", nil), ("1,2,3", nil),
            ("1 1,2", nil),
        ] as [(String, [Double]?)])
    func aPlaceIsReadFromAText(text: String, place: [Double]?) {
        #expect(GeoPoint(latLon: text).map { [$0.lat, $0.lon] } == place)
    }
}
