import FeatureKit
import Footways
import Geography
import Testing

@Suite struct FootwayGraphTests {
    private let start = GeoPoint(lat: 41.57, lon: 2.26)

    private func point(east: Double, north: Double) -> GeoPoint {
        start.destination(bearing: 90, metres: east).destination(bearing: 0, metres: north)
    }

    private func graph(_ ways: [[(Double, Double)]], closed: [[(Double, Double)]] = []) -> FootwayGraph {
        func line(_ way: [(Double, Double)]) -> GeoFeature.Geometry {
            .line(GeoLine(way.map { point(east: $0.0, north: $0.1) }))
        }
        return FootwayGraph(
            ways.map { GeoFeature(line($0)) } + closed.map { GeoFeature(line($0), Members([("foot", "no")])) }
                + [GeoFeature(.point(start))])
    }

    private func distance(_ graph: FootwayGraph, _ to: (Double, Double), most: Double = 2_000) -> Double? {
        graph.distances(from: start, to: [point(east: to.0, north: to.1)], most: most)[0]
    }

    @Test func peopleWalkAroundACorner() throws {
        let graph = graph([[(0, 0), (300, 0), (300, 400)]])
        #expect(abs(try #require(distance(graph, (300, 400))) - 700) < 1)
        // As far as the crow flies it would be 500 m.
        #expect(distance(graph, (300, 400), most: 600) == nil)
        #expect(abs(try #require(distance(graph, (320, 200))) - 520) < 1)
    }

    @Test func waysMeetWhereTheyShareAPointAndNowhereElse() throws {
        let meeting = graph([[(0, 0), (200, 0)], [(200, 0), (200, 150)], [(0, 0), (0, 900), (200, 150)]])
        #expect(abs(try #require(distance(meeting, (200, 150))) - 350) < 1)
        let bridge = graph([[(0, 0), (200, 0)], [(100, -95), (100, 105)]])
        #expect(distance(bridge, (100, 105)) == nil)
    }

    @Test func aClosedWayIsNone() {
        #expect(distance(graph([[(0, 0), (10, 0)]], closed: [[(10, 0), (300, 0)]]), (300, 0)) == nil)
    }

    @Test func whatIsNotBesideAWayIsLeftToOthers() {
        let graph = graph([[(0, 0), (300, 0)]])
        #expect(distance(graph, (300, 80)) == nil)
        #expect(graph.isBeside(start) && !graph.isBeside(point(east: 300, north: 80)))
        #expect(graph.distances(from: point(east: 0, north: 90), to: [start], most: 900) == [nil])
        #expect(FootwayGraph([]).distances(from: start, to: [start], most: 900) == [nil])
    }
}
