import FeatureKit
import LibraryTestSupport
import Testing

@testable import Geography

/// Fences, and who comes to them and leaves.
struct GeofenceTests {
    private let start = Timestamp(nanoseconds: 1_795_345_200_000_000_000)

    private func fix(_ lat: Double, _ lon: Double, _ second: Int, accuracy: Double = 0) -> FenceFix {
        FenceFix(GeoPoint(lat: lat, lon: lon), at: start.advanced(by: .seconds(second)), accuracy: accuracy)
    }

    private func gate(_ id: String = "gate", radius: Double = 50, order: Int = 0) throws -> Fence {
        try #require(Fence(id: id, .circle(GeoPoint(lat: 41.57, lon: 2.26), radius: radius), order: order))
    }

    private func told(_ events: [FenceEvent]) -> [String] { events.map { "\($0.kind.rawValue) \($0.fence)" } }

    @Test func comingStayingAndLeaving() throws {
        let fences = Geofences([try gate()])
        var (state, rules) = (FenceState(), FenceRules())
        rules.dwell = .seconds(30)
        #expect(state.take(fix(41.58, 2.26, 0), in: fences, rules).isEmpty)
        #expect(told(state.take(fix(41.5701, 2.26, 10), in: fences, rules)) == ["enter gate"])
        // At the edge, within ten metres.
        #expect(state.take(fix(41.57051, 2.26, 20), in: fences, rules).isEmpty)
        #expect(told(state.take(fix(41.5702, 2.26, 40), in: fences, rules)) == ["dwell gate"])
        #expect(state.take(fix(41.5702, 2.26, 50), in: fences, rules).isEmpty)
        #expect(told(state.take(fix(41.571, 2.26, 60), in: fences, rules)) == ["exit gate"])
        #expect(told(state.take(fix(41.5702, 2.26, 70), in: fences, rules)) == ["enter gate"])
        // A fence that is gone is left.
        #expect(told(state.take(fix(41.5702, 2.26, 80), in: Geofences([]), rules)) == ["exit gate"])
    }

    @Test func aPlaceIsWithinAsFarAsItIsExact() throws {
        let gate = try gate()
        #expect(gate.contains(GeoPoint(lat: 41.5704, lon: 2.26), upTo: 50))
        // A hundred metres away.
        let near = GeoPoint(lat: 41.5709, lon: 2.26)
        #expect(!gate.contains(near, upTo: 100) && !gate.contains(near, accuracy: 40, upTo: 100))
        #expect(gate.contains(near, accuracy: 60, upTo: 100))
        #expect(!gate.contains(near, accuracy: 60, upTo: 50) && !gate.contains(near, accuracy: -1, upTo: 50))
    }

    @Test func aFixCountsByHowExactItIsAndByItsTime() throws {
        let fences = Geofences([try gate()])
        var state = FenceState()
        // 100 metres away: 40 metres off is not enough, and a poor one counts for nothing.
        #expect(state.take(fix(41.5709, 2.26, 0, accuracy: 40), in: fences).isEmpty)
        #expect(state.take(fix(41.57, 2.26, 1, accuracy: 51), in: fences).isEmpty && state.poor == 1)
        #expect(told(state.take(fix(41.5708, 2.26, 2, accuracy: 45), in: fences)) == ["enter gate"])
        // As far off as it may be, nobody has left.
        #expect(state.take(fix(41.5708, 2.26, 3, accuracy: 45), in: fences).isEmpty)
        #expect(
            state.take(fix(41.6, 2.26, 3), in: fences).isEmpty && state.take(fix(41.6, 2.26, 1), in: fences).isEmpty)
        #expect(state.late == 2 && state.stays.count == 1)
    }

    @Test func severalAtOnceComeInTheirOrderAndAWayThatCrossesIsTold() throws {
        let fences = Geofences([try gate("b", order: 2), try gate("a", order: 2), try gate("z", order: 1)])
        var state = FenceState()
        #expect(told(state.take(fix(41.57, 2.26, 0), in: fences)) == ["enter z", "enter a", "enter b"])
        var passing = FenceState()
        _ = passing.take(fix(41.569, 2.26, 0), in: fences)
        #expect(told(passing.take(fix(41.571, 2.26, 5), in: fences)) == ["cross z", "cross a", "cross b"])
        // Too long ago, and too far.
        #expect(passing.take(fix(41.569, 2.26, 100), in: fences).isEmpty)
        #expect(passing.take(fix(41.68, 2.26, 101), in: fences).isEmpty)
    }

    @Test func polygonsWithHolesAndCorridors() throws {
        func ring(_ size: Double) -> [GeoPoint] {
            [(-1, -1), (-1, 1), (1, 1), (1, -1)].map { GeoPoint(lat: 41.57 + $0.0 * size, lon: 2.26 + $0.1 * size) }
        }
        let square = try #require(Fence(id: "square", .polygon([ring(0.01), ring(0.005)])))
        #expect(square.distance(from: GeoPoint(lat: 41.5775, lon: 2.26)) < 0)
        #expect(square.distance(from: GeoPoint(lat: 41.57, lon: 2.26)) > 0)
        #expect(square.distance(from: GeoPoint(lat: 41.59, lon: 2.26)) > 0)
        let way = try #require(
            Fence(id: "way", .corridor([GeoPoint(lat: 41.57, lon: 2.26), GeoPoint(lat: 41.57, lon: 2.27)], width: 20)))
        #expect(way.distance(from: GeoPoint(lat: 41.5701, lon: 2.265)) < 0)
        #expect(way.distance(from: GeoPoint(lat: 41.5703, lon: 2.265)) > 0)
        for shape in [
            Fence.Shape.circle(GeoPoint(lat: 0, lon: 0), radius: 0), .polygon([]),
            .polygon([[GeoPoint(lat: 0, lon: 0)]]),
            .corridor([GeoPoint(lat: 0, lon: 0)], width: 5),
        ] { #expect(Fence(id: "x", shape) == nil) }
    }

    @Test func theAntimeridianIsNoEdge() throws {
        let fence = try #require(Fence(id: "fiji", .circle(GeoPoint(lat: -17, lon: 179.9995), radius: 200)))
        let fences = Geofences([fence])
        var state = FenceState()
        #expect(told(state.take(fix(-17, -179.9995, 0), in: fences)) == ["enter fiji"])
        let line = [GeoPoint(lat: 0, lon: 179.99), GeoPoint(lat: 0, lon: -179.99)]
        let way = Geofences([try #require(Fence(id: "way", .corridor(line, width: 50)))])
        var walker = FenceState()
        #expect(told(walker.take(fix(0.0002, 180, 0), in: way)) == ["enter way"])
    }

    /// The index finds what looking at every fence finds, on random fences and walks everywhere.
    @Test func noEventIsMissedOrDoubled() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        for middle in [(41.5, 2.2), (0.0, 179.99), (-78.3, -179.98), (64.2, -21.9), (89.5, 40)] {
            var all: [Fence] = []
            func point() -> GeoPoint {
                let lon = middle.1 + Double.random(in: -0.05...0.05, using: &random)
                return GeoPoint(
                    lat: min(90, middle.0 + Double.random(in: -0.02...0.02, using: &random)),
                    lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)
            }
            for number in 0..<150 {
                let center = point()
                let shape: Fence.Shape =
                    switch number % 3 {
                    case 0: .circle(center, radius: Double.random(in: 5...800, using: &random))
                    case 1:
                        .polygon([
                            (0..<Int.random(in: 3...8, using: &random)).map { _ in
                                center.destination(
                                    bearing: Double.random(in: 0...360, using: &random),
                                    metres: Double.random(in: 10...600, using: &random))
                            }
                        ])
                    default: .corridor([center, point(), point()], width: Double.random(in: 5...60, using: &random))
                    }
                if let fence = Fence(id: "f\(number)", shape, order: number % 7) { all.append(fence) }
            }
            let index = Geofences(all)
            var (state, place) = (FenceState(), point())
            for second in 0..<4_000 {
                place =
                    second % 97 == 0
                    ? point()
                    : place.destination(
                        bearing: Double.random(in: 0...360, using: &random),
                        metres: Double.random(in: 0...150, using: &random))
                let fix = FenceFix(
                    place, at: start.advanced(by: .seconds(second)), accuracy: Double.random(in: 0...60, using: &random)
                )
                var brute = state
                let found = state.take(fix, in: index)
                #expect(found == brute.takeByHand(fix, all), "seed \(seed), second \(second) around \(middle)")
            }
        }
    }
}

extension FenceState {
    /// What happened by a fix, by looking at every fence.
    fileprivate mutating func takeByHand(_ fix: FenceFix, _ fences: [Fence]) -> [FenceEvent] {
        let rules = FenceRules()
        guard fix.accuracy <= rules.mostAccuracy else { return [] }
        let inside = Set(stays.map(\.fence))
        return fences.sorted { ($0.order, $0.id) < ($1.order, $1.id) }.compactMap { fence in
            let distance = fence.distance(from: fix.point)
            func event(_ kind: FenceEvent.Kind) -> FenceEvent {
                FenceEvent(kind: kind, fence: fence.id, time: fix.time)
            }
            if inside.contains(fence.id) {
                return distance > max(fix.accuracy, rules.exitMargin) ? event(.exit) : nil
            }
            if distance - fix.accuracy <= 0 { return event(.enter) }
            guard let point, let time, time.duration(to: fix.time) <= rules.mostPause,
                case let step = point.distance(to: fix.point), step > 0, step <= rules.mostStep
            else { return nil }
            let here = Plane(around: fix.point)
            return fence.outline.meets(here, here.place(Outline.Corner(point))) ? event(.cross) : nil
        }
    }
}
