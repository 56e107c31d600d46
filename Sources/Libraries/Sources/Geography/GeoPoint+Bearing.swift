public import FeatureKit
internal import Glibc

extension GeoPoint {
    /// The earth's mean radius in metres, which the kit's `distance(to:)` goes by, too.
    static let earthRadius = 6_371_008.8

    /// In which direction another point lies, along the great circle: degrees clockwise from north, 0 to 360.
    public func bearing(to other: GeoPoint) -> Double {
        let (north, otherNorth) = (lat.radians, other.lat.radians)
        let width = (other.lon - lon).radians
        let angle = atan2(
            sin(width) * cos(otherNorth), cos(north) * sin(otherNorth) - sin(north) * cos(otherNorth) * cos(width))
        return (angle * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
    }

    /// The point that is so many metres away in that direction.
    public func destination(bearing: Double, metres: Double) -> GeoPoint {
        let (north, angle, direction) = (lat.radians, metres / Self.earthRadius, bearing.radians)
        let there = asin(sin(north) * cos(angle) + cos(north) * sin(angle) * cos(direction))
        let width = atan2(sin(direction) * sin(angle) * cos(north), cos(angle) - sin(north) * sin(there))
        return GeoPoint(
            lat: there * 180 / .pi, lon: (lon + width * 180 / .pi).remainder(dividingBy: 360))
    }

    /// How far another point is to the east and north, in metres, on a plane around this one.
    func offset(to other: GeoPoint) -> (east: Double, north: Double) {
        let metres = Self.earthRadius * .pi / 180
        return (
            (other.lon - lon).remainder(dividingBy: 360) * metres * cos(lat.radians), (other.lat - lat) * metres
        )
    }
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
}
