internal import FeatureKit
internal import Glibc

/// Distances as squares of the straight way through a ball of radius 1, rounded to the safe side.
enum Chord {
    /// What rounding may take away.
    private static let relative = 1e-9
    private static let absolute = 1e-13
    /// So long is half the way around.
    private static let half = GeoPoint(lat: 90, lon: 0).distance(to: GeoPoint(lat: -90, lon: 0))

    @inline(__always)
    static func squared(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
        let way = one - other
        return (way * way).sum()
    }

    private static func squared(_ metres: Double) -> Double {
        let sine = sin(min(metres / half, 1) * .pi / 2)
        return 4 * sine * sine
    }

    static func atMost(_ metres: Double) -> Double { squared(metres) * (1 + relative) + absolute }

    static func atLeast(_ metres: Double) -> Double { squared(metres) * (1 - relative) - absolute }
}

/// Between which squares of chords it is worth while to look at a distance.
struct ChordBounds {
    let least: Double
    var most: Double

    @inline(__always)
    func contains(_ one: SIMD3<Double>, from other: SIMD3<Double>) -> Bool {
        let squared = Chord.squared(one, other)
        return squared <= most && squared >= least
    }
}
