import Calendars
import Days
import FeatureKit
import Footways
import Geography
import Testing
import TransitEngine

@testable import TransitFeature

@Suite struct WalkingAlongWaysTests {
    private let start = GeoPoint(lat: 41.57, lon: 2.26)

    /// Stops 200 m east and 200 m north of each other around a corner, and one 250 m west that no way leads to.
    private func network() -> (network: Network, ways: FootwayGraph) {
        var network = Network(days: ServiceDays(first: 0, count: 1))
        let east = start.destination(bearing: 90, metres: 200)
        let places = [
            start, east, east.destination(bearing: 0, metres: 200), start.destination(bearing: 270, metres: 250),
        ]
        for (number, place) in places.enumerated() {
            network.stops.append(Network.Stop(id: "\(number)", latitude: place.lat, longitude: place.lon))
            network.calls.append(Network.Call(stop: UInt32(number), arrival: 0, departure: 0))
        }
        for (from, to) in [(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)] {
            network.footpaths.append(
                Network.Footpath(
                    from: UInt32(from), to: UInt32(to), seconds: 1,
                    metres: Float(GeoLine.distance(places[from], places[to]))))
        }
        return (network, FootwayGraph([GeoFeature(.line(GeoLine(Array(places[0...2]))))]))
    }

    private func paths(_ network: Network) -> [String] {
        network.footpaths.map { "\($0.from)-\($0.to) \(Int(($0.metres / 10).rounded()) * 10) m \($0.seconds / 10)0 s" }
            .sorted()
    }

    @Test func stopsBesideWaysAreReachedAlongThem() {
        var (network, ways) = network()
        network.walk(along: ways, most: 1_000, pace: 1.25)
        #expect(
            paths(network) == [
                "0-1 200 m 160 s", "0-2 400 m 320 s", "0-3 250 m 00 s", "1-0 200 m 160 s", "1-2 200 m 160 s",
                "2-0 400 m 320 s", "2-1 200 m 160 s", "3-0 250 m 00 s",
            ])
    }

    @Test func nobodyWalksFartherThanTheyMayAndWhatTransfersNameStays() {
        var (network, ways) = network()
        network.rules = [Network.TransferRule(from: 2, to: 0, kind: .minimum)]
        network.walk(along: ways, most: 300, pace: 1.25)
        #expect(
            paths(network) == [
                "0-1 200 m 160 s", "0-3 250 m 00 s", "1-0 200 m 160 s", "1-2 200 m 160 s", "2-0 280 m 00 s",
                "2-1 200 m 160 s", "3-0 250 m 00 s",
            ])
    }
}
