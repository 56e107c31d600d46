import FeatureKit
import Geography
import Measures

/// What a fix takes of its thread among many fences.
enum GeofenceRows {
    private static let fixes = 200_000

    static func measure() throws -> [Row] {
        let town = GeoPoint(lat: 41.57, lon: 2.26)
        var random = Uniform()
        func near() -> GeoPoint {
            town.destination(bearing: random.next(to: 360), metres: random.next(to: 20_000))
        }
        let circles = Geofences(
            (0..<23_000).compactMap { Fence(id: "c\($0)", .circle(near(), radius: 20 + random.next(to: 180))) })
        let polygons = Geofences(
            (0..<400).compactMap { number in
                let center = near()
                return Fence(
                    id: "p\(number)",
                    .polygon([
                        (0..<200).map { corner in
                            center.destination(
                                bearing: Double(corner) * 1.8, metres: 300 + random.next(to: 300))
                        }
                    ]))
            })
        return try [
            row("a fix among 23,000 circles", circles, bar: 2_000, near: near),
            row("a fix among 400 polygons of 200 points", polygons, bar: 5_000, near: near),
        ]
    }

    /// Five walks of 200,000 fixes, by a thousand people who move up to 30 metres a second.
    private static func row(
        _ name: String, _ fences: Geofences, bar: Double, near: () -> GeoPoint
    ) throws -> Row {
        var random = Uniform()
        var people = (0..<1_000).map { _ in (near(), random.next(to: 360)) }
        let walk = (0..<fixes).map { number -> GeoPoint in
            let person = number % people.count
            people[person].0 = people[person].0.destination(
                bearing: people[person].1 + random.next(to: 40) - 20, metres: random.next(to: 30))
            return people[person].0
        }
        let times = (0..<5).map { _ in
            var states = [FenceState](repeating: FenceState(), count: people.count)
            var events = 0
            let start = Uptime.ofThread
            for (number, point) in walk.enumerated() {
                let time = Timestamp(nanoseconds: Int64(number / people.count) * 1_000_000_000)
                events += states[number % people.count].take(FenceFix(point, at: time, accuracy: 5), in: fences).count
            }
            let took = Double(Uptime.ofThread - start) / Double(walk.count)
            return events > 0 ? took : .infinity
        }
        return Row(name, unit: "ns", ours: try Sample(times), bar: bar)
    }
}

/// The same numbers each time.
private struct Uniform {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func next(to most: Double) -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) / Double(1 << 53) * most
    }
}
