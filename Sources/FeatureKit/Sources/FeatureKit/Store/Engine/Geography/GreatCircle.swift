internal import Glibc

/// Distances on the earth, taken as a ball.
@_spi(Hosting) public enum GreatCircle {
    /// The earth's mean radius in metres.
    public static let radius = 6_371_008.8
    /// No two points lie further apart.
    public static let longest = Double.pi * radius

    /// How many metres lie between two points (by the haversine, which is exact for near ones too).
    public static func distance(from one: GeoPoint, to other: GeoPoint) -> Double {
        let (north, otherNorth) = (radians(one.lat), radians(other.lat))
        let height = sin((otherNorth - north) / 2)
        let width = sin(radians((other.lon - one.lon).remainder(dividingBy: 360)) / 2)
        let squared = height * height + cos(north) * cos(otherNorth) * width * width
        return 2 * radius * asin(squared.squareRoot().clamped(to: 0...1))
    }

    static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

extension GeoPoint {
    /// The distance to another point in metres, over the surface of the earth taken as a sphere, by which `.near`
    /// orders.
    public func distance(to other: GeoPoint) -> Double { GreatCircle.distance(from: self, to: other) }
}

/// A part of the earth between two parallels and two meridians; it does not cross the antimeridian.
@_spi(Hosting) public struct GeoBox: Sendable, Equatable {
    /// Its southern edge, in degrees.
    public let south: Double
    /// Its northern edge.
    public let north: Double
    /// Its western edge.
    public let west: Double
    /// Its eastern edge.
    public let east: Double

    /// What rounding may take away, in metres.
    private static let margin = 0.01

    /// One or two boxes that hold everything within so many metres of a point, and somewhat more.
    public static func around(_ point: GeoPoint, within metres: Double) -> [GeoBox] {
        let angle = (metres * (1 + 1e-9) + margin) / GreatCircle.radius
        let degrees = angle * 180 / .pi
        let south = max(-90, point.lat - degrees)
        let north = min(90, point.lat + degrees)
        let height = cos(GreatCircle.radians(point.lat))
        // Where a pole lies within, every meridian does.
        guard south > -90, north < 90, sin(angle) < height else {
            return [GeoBox(south: south, north: north, west: -180, east: 180)]
        }
        let width = asin(sin(angle) / height) * 180 / .pi * (1 + 1e-9)
        let (west, east) = (point.lon - width, point.lon + width)
        func box(_ west: Double, _ east: Double) -> GeoBox {
            GeoBox(south: south, north: north, west: west, east: east)
        }
        // 180 and -180 are the same meridian.
        if width >= 180 { return [box(-180, 180)] }
        if west <= -180 { return [box(-180, east), box(west + 360, 180)] }
        if east >= 180 { return [box(west, 180), box(-180, east - 360)] }
        return [box(west, east)]
    }

    /// Whether a point lies in it.
    public func contains(_ point: GeoPoint) -> Bool {
        (south...north).contains(point.lat) && (west...east).contains(point.lon)
    }
}

extension Double {
    fileprivate func clamped(to bounds: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
