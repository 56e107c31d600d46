internal import FeatureKit
internal import Glibc

/// A point on a ball of radius 1, from its middle: the nearer two places are, the nearer are these.
struct Spot: Sendable {
    var x: Double
    var y: Double
    var z: Double

    init(_ point: GeoPoint) {
        let (north, east) = (point.lat * .pi / 180, point.lon * .pi / 180)
        (x, y, z) = (cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }

    init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    /// The square of the chord to another spot.
    @inline(__always)
    func squaredDistance(to other: Spot) -> Double {
        let (width, depth, height) = (x - other.x, y - other.y, z - other.z)
        return width * width + depth * depth + height * height
    }
}

/// The least box around some spots.
struct Box: Sendable {
    private var low = Spot(x: .infinity, y: .infinity, z: .infinity)
    private var high = Spot(x: -.infinity, y: -.infinity, z: -.infinity)

    init() {}

    mutating func take(_ spot: Spot) {
        low = Spot(x: min(low.x, spot.x), y: min(low.y, spot.y), z: min(low.z, spot.z))
        high = Spot(x: max(high.x, spot.x), y: max(high.y, spot.y), z: max(high.z, spot.z))
    }

    /// No square of a chord to what lies in it is less.
    func squaredDistance(to spot: Spot) -> Double {
        Spot(
            x: min(max(spot.x, low.x), high.x), y: min(max(spot.y, low.y), high.y), z: min(max(spot.z, low.z), high.z)
        ).squaredDistance(to: spot)
    }

    /// No square of a chord to what lies in it is more.
    func squaredReach(from spot: Spot) -> Double {
        Spot(
            x: max(abs(low.x - spot.x), abs(high.x - spot.x)), y: max(abs(low.y - spot.y), abs(high.y - spot.y)),
            z: max(abs(low.z - spot.z), abs(high.z - spot.z))
        ).squaredDistance(to: Spot(x: 0, y: 0, z: 0))
    }

    /// Where spots lie along the axis along which the box is longest.
    var longestAxis: (Spot) -> Double {
        let (width, depth, height) = (high.x - low.x, high.y - low.y, high.z - low.z)
        if width >= depth, width >= height { return { $0.x } }
        return depth >= height ? { $0.y } : { $0.z }
    }
}

/// Distances as squares of chords on a ball of radius 1, rounded to the safe side.
enum Chord {
    /// What rounding may take away.
    private static let relative = 1e-9
    private static let absolute = 1e-13
    /// Half the way around the earth.
    private static let half = GeoPoint(lat: 90, lon: 0).distance(to: GeoPoint(lat: -90, lon: 0))

    private static func squared(_ metres: Double) -> Double {
        let sine = sin(min(metres / half, 1) * .pi / 2)
        return 4 * sine * sine
    }

    /// No chord of what lies within so many metres is longer.
    static func upperBound(_ metres: Double) -> Double { squared(metres) * (1 + relative) + absolute }

    /// No chord of what lies at least so many metres away is shorter.
    static func lowerBound(_ metres: Double) -> Double { squared(metres) * (1 - relative) - absolute }
}
